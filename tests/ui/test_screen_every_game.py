"""Any game has a usable table: words and things to touch, without a line of its own in the screens."""

import importlib
import pkgutil
from random import Random
from typing import Any

import evenings
import pytest
from screen_audit import complaints
from screen_finger import Opened

import companion.games
from companion.asks import MS, Source
from companion.lab.candidates import legal
from tests.at_first import quick
from ui.screen.guests import join

pytestmark = pytest.mark.screens

NAMES = sorted(module.name for module in pkgutil.iter_modules(companion.games.__path__) if module.ispkg)
MOVES = 12
PANELS = ((800, 480), (720, 1280))
LOOKED_AT = [(name, PANELS[(n + turn) % 2]) for turn in (0, 1) for n, name in enumerate(NAMES)]


def load(name: str) -> Any:
    return importlib.import_module(f"companion.games.{name}").GAME


@pytest.mark.parametrize(("name", "size"), quick(LOOKED_AT, 1, more=4), ids=str)
def test_every_game_can_be_seen_and_touched(
    screen: Opened, shots_folder: Any, name: str, size: tuple[int, int]
):
    game = load(name)
    finger = screen({name: game}, size=size)
    stage = finger.app.stage
    finger.app.go("choose")
    finger.tap(stage.say.title(game))
    for guest in evenings.NAMES[: max(2, game.about.seats[0])][: game.about.seats[1]]:
        stage.guests = join(stage.guests, guest)
    finger.app.go("options")
    finger.step()
    found = [f"options: {complaint}" for complaint in complaints(finger.page)]
    finger.tap("Los geht's")
    table, random = stage.sitting.table, Random(1)
    for number in range(MOVES):
        if table.outcome is not None:
            break
        picture = shots_folder / f"game-{name}-{number}_{size[0]}x{size[1]}_de.png"
        finger.shot(picture) if number % 4 == 0 else finger.step()
        found += [f"move {number}: {complaint}" for complaint in complaints(finger.page)]
        offered = stage.sitting.scene().offers
        if table.asks:
            assert offered.now or offered.secret, f"nothing to touch for {table.asks}"
        moves = [move for seat in table.state.seats for move in legal(game, table.state, seat)]
        finger.clock.advance(900 * MS)
        table.propose(game.write_move(random.choice(moves)), Source.SIMULATED)
    assert not found, "\n".join(dict.fromkeys(found))
