import os
from pathlib import Path

import pytest
from screen_audit import complaints
from test_playing_here import hurried, my_move, sat_down, until  # noqa: F401
from companion.games import all_games, find_game
from ui.house import open_house
from ui.settings import settings_in_force

pytestmark = pytest.mark.screens
OUT = Path("/tmp/shots-play/round")
OUT.mkdir(parents=True, exist_ok=True)


@pytest.mark.parametrize("name", os.environ.get("GAMES", "").split() or sorted(all_games()))
def test_play(screen, home, name):
    language = os.environ.get("LANGS", "de")
    level = {"de": "leicht", "en": "easy"}[language]
    size = tuple(map(int, os.environ.get("SIZE", "800x480").split("x")))
    settings = settings_in_force(["camera.kind=simulated", "sound.volume=0", f"table.language={language}"])
    with open_house(settings) as house:
        finger = screen.in_rooms(house.rooms, size)
        house.rooms.preferences.put("tutorial", "on")
        sitting = sat_down(finger, find_game(name).about.title, level, language)
        n = 0
        for turn in range(120):
            finger.step(4)
            if finger.page.covered:
                finger.shot(OUT / f"{name}_{n:02}.png"); n += 1
                try:
                    finger.tap(finger.page.say("common.understood"))
                except LookupError:
                    finger.page.clear_over()
                finger.step(4)
                continue
            if finger.app._name != "table":
                finger.shot(OUT / f"{name}_{n:02}.png"); n += 1
                break
            before = [e.entry for e in sitting.table.log()]
            finger.step(2)
            picture = finger.picture()
            if my_move(finger, sitting):
                import cv2
                cv2.imwrite(str(OUT / f"{name}_{n:02}.png"), picture); n += 1
            if n >= 12:
                break
        print(name, n, complaints(finger.page)[:2])
        screen.close()
