"""The pictures of the games' pages are what the screen shows; COMPANION_HANDBOOK_PICTURES=yes makes them."""

import os
from pathlib import Path

import cv2
import numpy as np
import pytest
import screen_scenes
from PIL import Image
from screen_finger import furnished
from screen_panels import Look
from screen_shown import WithEyes, table

from companion.games import all_games
from tests.at_first import more
from ui.lab.handbook.games import picture_of

DOCS = Path(__file__).parents[2] / "docs"
MOMENTS = {
    "abspecken": "abspecken piggy", "abi94": "abi94 turn", "abstrac": "abstrac take", "wobble": "wobble turn",
    "sums": "sums search", "pack_rat": "pack_rat asked", "cui_bono": "cui_bono asked",
    "squeeze_play": "squeeze_play asked", "dice_march": "dice_march asked",
    "forced_memory": "forced_memory asked", "buzzer": "buzzer answer", "ten_thousand": "ten_thousand keep",
    "yacht": "yacht keep", "mau_mau": "mau_mau lay", "liars_dice": "liars_dice show",
    "score_sheet": "score_sheet write",
}  # fmt: skip
SHADES = 96
HEAVIEST = 60_000  # bytes
APART = 6.0  # mean difference of two pictures of the same screen, drawn on two machines, at most

pytestmark = pytest.mark.screens


@more
@pytest.mark.timeout(300)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_game_has_its_picture_as_the_screen_shows_it(screen, language):
    look = Look((800, 480), language, "normal")
    rooms = furnished(all_games(), WithEyes(), lambda: "")
    look.wish(rooms.preferences)
    finger = screen.in_rooms(rooms, look.size, None)
    for name in all_games():
        table(screen_scenes.SCENES[MOMENTS[name]])(finger)
        shown, kept = finger.picture(), DOCS / "games" / picture_of(name, language)
        if os.environ.get("COMPANION_HANDBOOK_PICTURES"):
            keep(shown, kept)
        assert kept.is_file() and kept.stat().st_size < HEAVIEST, kept
        assert np.abs(cv2.imread(str(kept)).astype(int) - shown).mean() < APART, f"{kept} is out of date"


def keep(shown, file):
    """A picture of a screen has few colours."""
    file.parent.mkdir(parents=True, exist_ok=True)
    picture = Image.fromarray(cv2.cvtColor(shown, cv2.COLOR_BGR2RGB))
    picture.quantize(SHADES, dither=Image.Dither.NONE).save(file, optimize=True)
