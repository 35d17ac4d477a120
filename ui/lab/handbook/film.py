"""The README's moving picture: a whole round, the real screen and the simulated camera side by side.

`python -m ui.lab.handbook.film docs/pictures/round.gif`
"""

import os
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
from PIL import Image

from companion.clock import SystemClock
from companion.games import all_games
from companion.journal import Journal
from companion.lab.family import family_class
from companion.seats import seats_named
from companion.sightings import Frame
from ui.settings import settings_in_force
from ui.twin.evening import NAMES
from ui.twin.film import PatientClock
from ui.twin.show import FamilyShow, seat_family
from vision.pictures import Picture, as_picture

GAME, PEOPLE, SEED = "abspecken", 2, 3
SPEED = 6.0  # times as fast as people: nobody wants to watch somebody think
STEP = 0.5  # seconds between two looks
HIGH = 270  # pixels of both pictures
STEADY = 14  # what has changed by less is the noise of the camera
SHADES = 200
SHOWN_MS, LAST_MS = 450, 4000
LONGEST = 1250.0  # seconds: then what there is has to do
MOST = 150  # pictures: of more, some are left out evenly


class Watched(FamilyShow):
    """The family with somebody who looks on: both pictures side by side, whenever something has changed."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._seen: Picture | None = None
        self.frames: list[Picture] = []

    def next_frame(self) -> Frame:
        frame = super().next_frame()
        self._seen = frame.picture
        return frame

    def take(self, app: Any, place: str) -> None:
        if self._seen is None:
            return
        app.picture(place)
        screen = _small(as_picture(cv2.imread(place)))
        both = np.hstack([screen, _small(self._seen)])
        if self.frames:
            quiet = np.abs(both.astype(int) - self.frames[-1]).max(axis=2) < STEADY
            if quiet.mean() > 0.999:
                return
            quiet[:, : screen.shape[1]] = False  # on the screen faint words would stay
            both[quiet] = self.frames[-1][quiet]
        self.frames.append(both)


def _small(picture: Picture) -> Picture:
    wide = round(picture.shape[1] * HIGH / picture.shape[0])
    return np.asarray(cv2.resize(picture, (wide, HIGH), interpolation=cv2.INTER_AREA), np.uint8)


def record() -> list[Picture]:
    """A round, from the first roll to the score."""
    os.environ["SDL_VIDEODRIVER"] = "offscreen"
    from ui.house import house_for_show  # noqa: PLC0415

    game, clock = all_games()[GAME], PatientClock(SystemClock())
    loaded = settings_in_force(["table.language=en", "screen.size=800x480", "sound.volume=0"], {})
    seats, options = seats_named(NAMES[:PEOPLE], "en"), game.read_options({"limit": "1"})
    family = family_class(game)(game, NAMES[:PEOPLE], options, Random(SEED), 0.0)
    show = Watched(family, {s.name: s.button for s in seats}, clock, Random(SEED + 1), SPEED)
    began, ends = time.monotonic(), list[float]()

    def opening(app: Any) -> None:
        sitting = app.seat(game, seats, options)
        seat_family(app, show, sitting)

        def look() -> None:
            slow = app.stage.say("eyes.trouble")  # the machine, that is, and no camera
            if app.table_now.line.text != slow:
                show.take(app, f"{folder}/now.png")
            now = time.monotonic()
            if sitting.table.outcome is not None and not ends:
                ends.append(now + 6 * STEP)
            if (ends and now > ends[0]) or now - began > LONGEST:
                app.stop()

        app.every(STEP, look)

    with tempfile.TemporaryDirectory() as folder, Journal.open(":memory:", clock) as journal:
        house = house_for_show(loaded, journal, clock, show)
        with house:
            house.show(opening)
    return show.frames


def save(frames: list[Picture], file: Path) -> None:
    """One palette for all, so that what stays is not stored again."""
    frames = [frames[n] for n in np.linspace(0, len(frames) - 1, min(MOST, len(frames))).round().astype(int)]
    pictures = [Image.fromarray(cv2.cvtColor(frame, cv2.COLOR_BGR2RGB)) for frame in frames]
    some = np.vstack([np.asarray(pictures[n]) for n in range(0, len(pictures), max(1, len(pictures) // 6))])
    palette = Image.fromarray(some).quantize(SHADES, Image.Quantize.FASTOCTREE)
    drawn = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
    durations = [SHOWN_MS] * (len(drawn) - 1) + [LAST_MS]
    drawn[0].save(file, save_all=True, append_images=drawn[1:], duration=durations, loop=0, optimize=True)
    print(f"{file}: {len(drawn)} pictures, {file.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    save(record(), Path(sys.argv[1]))
