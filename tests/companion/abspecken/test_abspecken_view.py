"""ABspecken: what the screen shows to everybody, and what it keeps to itself."""

import pytest

from companion.games.abspecken import GAME
from tests.tables import cases

SECOND = 1_000_000_000
UNABLE = "55566"


def shown(referee, *, phase="act", **more):
    """A rolls and has laid a card; B called second, C called first."""
    players = {
        "A": {"hand": "1246", "draw": 10, "pile": "35", "laid": "5", "total": 4},
        "B": {"hand": UNABLE, "draw": 3, "total": 7},
        "C": {"hand": UNABLE, "draw": 0, "total": 0},
    }
    calls = [{"seat": "B", "t": 5 * SECOND}, {"seat": "C", "t": SECOND}]
    return GAME.view(referee(players, phase=phase, calls=calls, **more).state)


def test_the_panels(referee):
    """A7, A24: cards in hand and in the piles, the place in the order of the calls, and minus points."""
    panels = shown(referee, phase="take").panels

    stats = {panel.seat: {stat.label.key: stat.value for stat in panel.stats} for panel in panels}
    assert stats == {
        "A": {"stat.hand": "4", "stat.in_piles": "10"},
        "B": {"stat.hand": "5", "stat.in_piles": "3", "stat.called": "2"},
        "C": {"stat.hand": "5", "stat.in_piles": "0", "stat.called": "1"},
    }
    assert {panel.seat: panel.score for panel in panels} == {"A": -4, "B": -7, "C": 0}
    assert [panel.seat for panel in panels if panel.turn] == ["A"]


@cases(
    "phase, out, turn, named",
    {"A30 who is out": ("score", ["B"], "A", "B"), "A34 nobody rolls any more": ("game_over", [], "", "")},
)
def test_whom_the_panels_mark(referee, phase, out, turn, named):
    panels = shown(referee, phase=phase, out=out).panels

    assert "".join(panel.seat for panel in panels if panel.turn) == turn
    assert "".join(panel.seat for panel in panels if panel.out) == named


@cases(
    "options, roll, expected",
    {
        "A19 the colour": ({}, ((1, 4), "6"), ["pips 1", "pips 4", "colour purple barred"]),
        "AM-16 a number": ({"ban_die": "number"}, ((1, 4), "6"), ["pips 1", "pips 4", "number 6 barred"]),
        "A4 the threes": ({"three": "red"}, ((1, 4), "3"), ["pips 1", "pips 4", "colour red barred"]),
        "P6 the Piggy Die": (
            {"piggy": True},
            ((1, 4), "6", "+-2"),
            ["pips 1", "pips 4", "colour purple barred", "piggy +-2"],
        ),
    },
)
def test_the_dice(referee, options, roll, expected):
    dice = shown(referee, phase="take", roll=roll, options=options).dice

    assert [f"{die.kind} {die.value}" + " barred" * die.barred for die in dice] == expected


def test_no_dice_lie_there_before_the_roll(new_game):
    """A11."""
    view = GAME.view(new_game("AB").state)

    assert (view.dice, view.detail["fits"]) == ((), [])


@cases(
    "pig, fits",
    {
        "A15 the same sum for all: a 2, or 1 and 1, or 1": ("", [(["A", "B", "C"], [2], 2)]),
        "P7 more for the roller": ("+-2", [(["A"], [2, 4], 5), (["B", "C"], [2], 2)]),
    },
)
def test_what_fits_the_roll(referee, pig, fits):
    """P5, P7: 1 and 1 with the 2 barred: one 1, two of them; four 1s, a 1 and a 3, or a 4 as well."""
    detail = shown(referee, phase="take", roll=((1, 1), "2", pig), options={"piggy": True}).detail

    assert [(fit["seats"], fit["sums"], len(fit["sets"])) for fit in detail["fits"]] == fits


@pytest.mark.parametrize("hands", ["hidden", "ledger", "open"])
def test_am15_hands_are_shown_only_where_they_are_open(referee, hands):
    view = shown(referee, phase="take", options={"hands": hands, "challenge": False})
    piles = {pile.place: ("".join(pile.cards), pile.count) for pile in view.piles}

    assert piles["discard:A"] == ("35", 2)
    assert ("hand:A" in piles) == (hands == "open")
    assert hands != "open" or piles["hand:A"] == ("1246", 4)


@pytest.mark.parametrize("hands", ["hidden", "ledger", "open"])
def test_am15_only_open_hands_are_in_the_public_position(referee, hands):
    players = {"A": {"hand": "12456", "draw": "13", "doubts": []}, "B": (UNABLE, 3)}
    public = GAME.public(referee(players, options={"hands": hands}).state)

    assert "".join(public.player("A").hand) == ("12456" if hands == "open" else "?????")
    assert "".join(public.player("A").own) == ("1123456" if hands == "open" else "???????")


def test_the_sheet(referee):
    """A7: the minus points of each round, and all together."""
    sheet = [{"A": 0, "B": 11}, {"A": 4, "B": 0}]
    players = {"A": {"hand": "1", "draw": 3, "total": 4}, "B": {"hand": "2", "draw": 3, "total": 11}}
    view = GAME.view(referee(players, sheet=sheet).state)

    rows = [(row.label.key, row.label.args.get("n"), row.cells) for row in view.sheet]
    assert rows == [
        ("sheet.round", 1, ("0", "-11")),
        ("sheet.round", 2, ("-4", "0")),
        ("sheet.total", None, ("-4", "-11")),
    ]
