"""All six pyramid games in one evening, on one pyramid, with the points of all of them (A-G21)."""

from typing import Any

import pytest
from evenings import NAMES
from screen_audit import complaints

from companion.games import all_games
from companion.people.past import match_up_to, past_games
from companion.pyramid.notation import shape
from tests.at_first import more
from ui.screen.guests import join

pytestmark = pytest.mark.screens

PYRAMID = {"2,2,3": "r???", "3,2,3": "r???", "2,3,3": "y???", "2,2,4": "m???"}
ANNA, BEN, CLARA = NAMES[:3]


def over(**more: Any) -> dict[str, Any]:
    return {"phase": "over", **more}


# how each game ends, and how many finish behind Anna, Ben and Clara
EVENING = (
    (
        "squeeze_play",
        over(winners=[ANNA], end_rule="SP16", pyramid=PYRAMID, supply={ANNA: 35, BEN: 40, CLARA: 30}),
        (2, 0, 1),
    ),
    ("pack_rat", over(dice={ANNA: 50, BEN: 57, CLARA: 57}), (0, 1, 1)),
    ("sums", over(supply={ANNA: 3, BEN: 0, CLARA: 5}), (1, 2, 0)),
    ("cui_bono", over(kept={ANNA: "rr", BEN: "m", CLARA: "yy"}), (2, 1, 0)),
    ("forced_memory", over(won={ANNA: 1, BEN: 0, CLARA: 8}), (1, 0, 2)),
    ("dice_march", over(winners=[BEN], end_rule="DM1"), (0, 2, 0)),
)


@more
@pytest.mark.timeout(300)
def test_six_games_on_one_pyramid_are_one_match(screen):
    games = {name: all_games()[name] for name, _, _ in EVENING}
    finger = screen(games)
    finger.app.go("choose")
    finger.tap("Squeeze Play")
    for guest in NAMES[:3]:
        finger.app.stage.guests = join(finger.app.stage.guests, guest)
    finger.app.go("options")
    finger.step()
    finger.tap("Los geht's")
    ids, total = [], [0, 0, 0]

    for number, (name, end, points) in enumerate(EVENING):
        sitting = finger.app.stage.sitting
        assert sitting.game is games[name]
        if name == "pack_rat":
            assert sitting.table.state.pyramid == PYRAMID, "what Squeeze Play has left is known"
            assert sitting.table.state.phase == "build"
        elif name != "squeeze_play":
            assert not shape(sitting.table.state.pyramid) or name in ("cui_bono", "dice_march")
        ids.append(sitting.table.game_id)
        total = [before + more for before, more in zip(total, points, strict=True)]
        sitting.agree_on(end, "over")
        finger.app.go("end")
        finger.step(2)
        told = [text for text in finger.texts() if "Spielen des Matches" in text]
        assert bool(told) is (number > 0)
        if told:
            order = sorted(zip(NAMES, total, strict=False), key=lambda pair: -pair[1])
            assert told == [f"Nach {number + 1} Spielen des Matches: " + _listed(order)]
        if number + 1 < len(EVENING):
            finger.tap(games[EVENING[number + 1][0]].about.title)
            finger.step(2)
            finger.tap("Los geht's")
            finger.step(2)

    journal = finger.app.stage.rooms.journal
    assert [row.start["after"] for row in reversed(journal.games())] == [0, *ids[:-1]]
    match = match_up_to(past_games(journal), ids[-1])
    assert [game.game for game in match.games] == [name for name, _, _ in EVENING]
    assert dict(match.points) == dict(zip(NAMES, total, strict=False))


def _listed(order: list[tuple[str, int]]) -> str:
    first, second, third = (f"{name} {n}" for name, n in order)
    return f"{first}, {second} und {third}"


def test_a_game_that_was_chosen_afresh_begins_a_match_of_its_own(screen):
    games = {name: all_games()[name] for name in ("sums", "cui_bono")}
    finger = screen(games)
    for title in ("Sums", "Cui bono?"):
        finger.app.go("choose")
        finger.tap(title)
        for guest in NAMES[:3]:
            finger.app.stage.guests = join(finger.app.stage.guests, guest)
        finger.app.go("options")
        finger.step()
        finger.tap("Los geht's")
        finger.app.stage.sitting.agree_on(over(), "over")
        finger.app.stage.sit(None)
    assert {row.start["after"] for row in finger.app.stage.rooms.journal.games()} == {0}


@pytest.mark.parametrize("size", [(800, 480), (720, 1280)])
def test_the_standing_of_a_match_can_be_read(screen, size):
    """A-G21: with all the games that go on well beside it."""
    games = dict(all_games())
    finger = screen(games, size=size)
    stage = finger.app.stage
    for guest in NAMES[:3]:
        stage.guests = join(stage.guests, guest)
    stage.choose(games["sums"])
    stage.begin()
    stage.sitting.agree_on(EVENING[2][1], "over")
    stage.stay_for(games["cui_bono"])
    stage.begin()
    stage.sitting.agree_on(EVENING[3][1], "over")
    finger.app.go("end")
    finger.step(4)

    assert any("Nach 2 Spielen des Matches: Anna 3, Ben 3 und Clara 0" in text for text in finger.texts())
    assert complaints(finger.page) == []
