"""The doctor of the running house: examines everything, and packs a file for somebody who helps.

The command and the page on the screen are two doors to the same examination.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import cv2
from msgspec.structs import replace

from companion.clock import Clock, SystemClock
from companion.config import BUILT_IN, Loaded
from companion.games import all_games, broken_games
from companion.journal import Journal
from companion.journal.examine import trouble_in_one_more
from companion.words import words_of
from hardware.board import Board
from hardware.doctor.examine import Hide, examine, hiding, support_bundle
from hardware.doctor.readings import Readings, check_up, remembered
from hardware.findings import Finding, broken, note, ok, warning
from ui.machine import camera_here
from ui.screen.ports import Health
from ui.settings import Settings, journal_file, place_for_data

REFERENCE = "camera.json"  # how the table looked when the camera was set up
BUNDLE = "support.zip"


class HouseDoctor:
    """Examines the devices that the app works with, while it works with them."""

    def __init__(
        self,
        wires: Board,
        loaded: Loaded[Settings],
        clock: Clock,
        mat_shift_mm: Callable[[], float | None] = lambda: None,
        network: Callable[[], Iterable[Finding]] = tuple,
        journal: Path | None = None,
    ) -> None:
        """*journal* is the one that the app writes, if it is not the family's."""
        self._journal = journal or journal_file()
        self._wires, self._loaded, self._clock, self._mat_shift_mm = wires, loaded, clock, mat_shift_mm
        self._network = network
        self._start = (clock.now(), clock.wall())

    def examine(self, language: str) -> tuple[Health, ...]:
        """How everything is, the most serious first. Takes a moment; may be called by any thread."""
        return in_words(self._findings(self.readings()), language)

    def bundle(self, *, picture: bool = False) -> Path:
        """Write a file for somebody who helps, without names, and pictures only if asked; where it lies."""
        readings, file = self.readings(), place_for_data() / BUNDLE
        file.write_bytes(pack(readings, self._findings(readings), self._loaded, self._wires, picture=picture))
        return file

    def readings(self) -> Readings:
        """All that can be read now of machine, devices and the last pictures."""
        folder = place_for_data()
        known, end = remembered(folder / REFERENCE), (self._clock.now(), self._clock.wall())
        shift = self._mat_shift_mm()
        readings = check_up(
            self._wires, folder, reference=known, mat_shift_mm=shift, start=self._start, end=end
        )
        camera = self._loaded.settings.camera
        if camera_here(camera).kind != "simulated":
            return readings
        if camera.kind == "simulated":
            return replace(readings, devices=(*readings.devices, note("table", "table_simulated")))
        others = (finding for finding in readings.devices if finding.about != "camera")
        none = note("camera", "camera_none")  # only a family that is watched plays at the drawn table
        return replace(readings, devices=(*others, none), look=None, shift=None, mat_shift_mm=None)

    def _findings(self, readings: Readings) -> tuple[Finding, ...]:
        journal = _journal_while_it_is_open(self._journal)
        return (*house_findings(readings, self._loaded, journal), *self._network())


def in_words(findings: tuple[Finding, ...], language: str) -> tuple[Health, ...]:
    """*findings* as a screen can show them, the most serious first."""
    ordered = sorted(findings, key=lambda finding: -finding.level.weight)
    return tuple(Health(one.about, one.level.value, *one.said(language)) for one in ordered)


def pack(
    readings: Readings,
    findings: tuple[Finding, ...],
    loaded: Loaded[Settings],
    wires: Board,
    *,
    names: bool = False,
    picture: bool = False,
) -> bytes:
    """The support bundle; *names* leaves the players' names in it, *picture* puts the last picture in."""
    hide = hiding(() if names else _names())
    pictures = last_picture(wires) if picture else {}
    return support_bundle(findings, readings, {"settings.txt": _settings_text(loaded, hide)}, hide, pictures)


def last_picture(wires: Board) -> dict[str, bytes]:
    """What the camera saw last, by file name; nothing if it has seen nothing."""
    frames = wires.camera.ring.frames() if wires.camera else ()
    if not frames:
        return {}
    done, jpeg = cv2.imencode(".jpg", frames[-1].picture)
    return {"table.jpg": jpeg.tobytes()} if done else {}


def _settings_text(loaded: Loaded[Settings], hide: Hide) -> str:
    """Every setting; *hide* sees what somebody has written, never our own words."""
    lines = [
        f"{setting.name} = {hide(repr(setting.value)) if setting.origin != BUILT_IN else repr(setting.value)}"
        f"  [{hide(setting.origin)}]"
        for setting in loaded.listed()
    ]
    text = "\n".join([*lines, *(hide(str(problem)) for problem in loaded.problems), ""])
    return re.sub(r"//[^/@\s]+@", "//…@", text)  # passwords in addresses are nobody's business


def _names() -> Iterator[str]:
    """Everybody who ever played, and whoever this account belongs to."""
    yield os.environ.get("USER", "")
    for journal in _read_only(journal_file()):
        for game in journal.games():
            yield from (str(seat.get("name", "")) for seat in game.start.get("seats", []))


def _journal_while_it_is_open(place: Path) -> Iterator[Finding]:
    """The journal as it lies on the disk; nothing about it is mended while the app writes it."""
    for journal in _read_only(place):
        yield from journal_examined(journal, place)


def _read_only(place: Path) -> Iterator[Journal]:
    """The journal at *place*, if there is one; it is only read, so any clock will do."""
    if not place.exists():
        return
    with Journal.look(place, SystemClock()) as journal:
        yield journal


# --- what the doctor says of the house itself: its settings, its journal and its games ---


def house_findings(
    readings: Readings, loaded: Loaded[Settings], journal: Iterable[Finding]
) -> tuple[Finding, ...]:
    """How machine, devices and house are; *journal* is what was found of that."""
    games = games_findings(len(all_games()), broken_games())
    return (*examine(readings), *settings_findings(loaded), *journal, *games)


def settings_findings(loaded: Loaded[Settings]) -> Iterator[Finding]:
    """A setting that cannot be used is a warning: the value before it is in force."""
    for problem in loaded.problems:
        yield warning(
            "settings", "settings_problem", origin=problem.origin, what=problem.what, hint=problem.next_step
        )
    if not loaded.problems:
        yield ok("settings", "settings_ok")


def journal_findings(place: Path, clock: Clock, language: str) -> Iterator[Finding]:
    """Opens the journal as the app would (a broken one is rescued on the way) and examines every entry."""
    if not place.exists():
        yield ok("journal", "journal_empty")
        return
    with Journal.open(place, clock) as journal:
        if journal.trouble is not None and not journal.trouble.held_by:
            how = broken if journal.trouble.in_memory else warning
            sentence = words_of("companion").say(journal.trouble.says, language)
            yield how("journal", "journal_trouble", trouble=sentence)
            if journal.trouble.in_memory:
                return
        yield from journal_examined(journal, place)


def journal_examined(journal: Journal, place: Path) -> Iterator[Finding]:
    """Every entry of *journal* and its chain, and whether one more can be written at *place*."""
    check, known = journal.verify(), journal.trouble
    trouble = (known.why if known else "") or check.trouble or trouble_in_one_more(place)
    if not check.good or trouble:
        places = [*(str(number) for number in check.broken[:3]), trouble]
        yield broken("journal", "journal_damaged", places=", ".join(filter(None, places)))
    elif known is None or known.held_by:
        yield ok("journal", "journal_ok", entries=check.entries, games=len(journal.games()))


def games_findings(games: int, left_out: Mapping[str, str]) -> Iterator[Finding]:
    """A game that cannot be loaded is left out; the others go on."""
    for name, reason in left_out.items():
        yield warning("games", "game_left_out", game=name, reason=reason)
    if not left_out:
        yield ok("games", "games_ok", count=games)
