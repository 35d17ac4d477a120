"""Wobble: what the screens show of piles, people, attacks and tasks."""

import pytest
from wobble_tables import after, lay, move, table

from companion.games.wobble import GAME
from tests.tables import cases

FOUR = ("A", "B", "C", "D")


def panels(state):
    return {panel.seat: panel for panel in GAME.view(state).panels}


def stats(state, seat):
    return {stat.label.key.removeprefix("stat."): stat.value for stat in panels(state)[seat].stats}


def on(state):
    """Whose panel is lit."""
    return "".join(seat for seat, panel in panels(state).items() if panel.turn)


# --- people ---


def test_the_panels():
    """W49, W15, W25: cards, turns that are owed, toss-ins in time and hits."""
    state = table(players={"B": {"debt": 2, "hand": ["?"] * 3}}, tosses={"C": 4}, hits={"B": 1})

    assert stats(state, "A") == {"hand": "6", "tosses": "0", "hits": "0"}
    assert stats(state, "B") == {"hand": "3", "debt": "2", "tosses": "0", "hits": "1"}
    assert stats(state, "C")["tosses"] == "4"


def test_w41_who_is_away():
    state = after(table(), lay("A", "mAFK"), move("accept", "B"))

    assert [seat for seat, panel in panels(state).items() if panel.out] == ["B"]
    detail = GAME.view(state).detail
    assert (detail["away"], list(detail["away_since"])) == (["B"], ["B"])
    assert "away_since" not in GAME.view(table()).detail


@cases(
    "moves, seat",
    {
        "W9 who is on": ((), "A"),
        "W29 whose card asks": ((lay("A", "m0"),), "A"),
        "W21 who is hit": ((lay("A", "mP3"),), "B"),
        "W44 who points": ((lay("A", "mP3"), lay("B", "YOU")), "B"),
        "W48 who points from aside": ((lay("A", "mP3"), lay("C", "CAP")), "C"),
        "W46 all together: who is on": ((lay("A", "mP3"), lay("B", "UNL")), "A"),
        "W40 who dares": ((lay("A", "mP3"), move("dare", "B", task="T4")), "B"),
    },
)
def test_whose_panel_is_lit(moves, seat):
    assert on(after(table(), *moves)) == seat


def test_before_the_round_it_is_the_dealer():
    """W6."""
    assert on(GAME.start(FOUR, GAME.options())) == "A"


# --- piles and sheet ---


def test_the_piles():
    """W5, W13: four cards of the discard pile are shown; before the round none."""
    state = table(draw=80, discard=["m1", "m2", "m3", "m4", "m5"])
    draw, discard = GAME.view(state).piles

    assert (draw.cards, draw.count, discard.cards, discard.count) == ((), 80, ("m2", "m3", "m4", "m5"), 5)
    assert GAME.view(GAME.start(FOUR, GAME.options())).piles == ()


def test_the_sheet():
    """W33: the minus points of the last round, and all together."""
    state = table(players={"A": {"minus": 40, "last_round": 7}, "C": {"minus": 3}})

    assert [row.cells for row in GAME.view(state).sheet] == [("7", "0", "0"), ("40", "0", "3")]


# --- attacks ---


def attack(state):
    return GAME.view(state).detail["attack"]


GREY, BROWN = ["DG", "YOU", "MIR", "UNL"], ["NM", "CAP", "DBL"]


@cases(
    "options, moves, answers",
    {
        "W21 W22 W23 all but the owner may throw a brown card": (
            {},
            (lay("A", "mP3"),),
            {"target": ["P3", *GREY], "brown": BROWN},
        ),
        "AW-2 a +5, too": (
            {"mix_plus": True},
            (lay("A", "mP3"),),
            {"target": ["P3", "P5", *GREY], "brown": BROWN},
        ),
        "AW-2 only on draw cards": (
            {"mix_plus": True},
            (lay("A", "mSK"),),
            {"target": ["SK", *GREY], "brown": BROWN},
        ),
    },
)
def test_what_may_be_laid_against_it(options, moves, answers):
    assert attack(after(table(seats=FOUR, options=options), *moves))["answers"] == answers


def test_the_live_attack():
    """W21: what it is, how much, from whom and for whom."""
    state = after(table(seats=FOUR), lay("A", "mP3"), lay("B", "cP3"))
    shown = attack(state)

    assert {key: shown[key] for key in ("kind", "total", "times", "owner", "target")} == {
        "kind": "P3",
        "total": 6,
        "times": 1,
        "owner": "B",
        "target": "C",
    }
    assert list(shown["layers"]) == [
        {"owner": owner, "kind": "P3", "copies": 1, "card": card}
        for owner, card in (("A", "mP3"), ("B", "cP3"))
    ]
    assert "attack" not in GAME.view(table()).detail


def test_w40_what_daring_is_worth():
    """From one half on daring pays."""
    assert attack(after(table(), lay("A", "mP3")))["break_even"] == 50
    assert "break_even" not in attack(after(table(options={"stack_tasks": "each"}), lay("A", "mP3")))
    assert "break_even" not in attack(after(table(), lay("A", "mSK")))


def test_aw13_two_tasks_at_once_must_be_likelier():
    """AW-13: both have to be done, so each needs more than one half."""
    two = after(table(), lay("A", "mP3"), lay("B", "cP3"))
    assert attack(two)["break_even"] > 50

    one_left = after(two, move("dare", "C", task="T4"), move("judged", "", result="ok"))
    assert attack(one_left)["break_even"] == 50


# --- tasks ---


def task(name, *moves):
    return GAME.view(after(table(), lay("A", "mP3"), move("dare", "B", task=name), *moves)).detail["task"]


@pytest.mark.parametrize(
    ("name", "goal_ms", "watch"),
    [("T1", 7_000, "shown"), ("T2", 90_000, "shown"), ("T9", 20_000, "hidden"), ("T4", 0, "shown")],
    ids="W-{}".format,
)
def test_the_watch_of_a_task(name, goal_ms, watch):
    shown = task(name)

    assert (shown["goal_ms"], shown["watch"], shown["seat"], shown["opponent"]) == (goal_ms, watch, "B", "A")


def test_what_the_tools_of_a_task_need():
    """W-T8: the country and where its figure is from; W-T12: the goal once the table is measured."""
    country = task("T8", move("country", "A", code="DE"))
    assert (country["country"], bool(country["source"])) == ("DE", True)
    assert not task("T1")["country"]

    assert "goal_mm" not in task("T12")
    assert task("T12", move("number", "B", value=2000))["goal_mm"] > 0
    assert "goal_mm" not in task("T1")
    assert "task" not in GAME.view(table()).detail
