"""Wobble: who may say what while something is going on, and what is left when it is over."""

import pytest
from wobble_tables import after, lay, move, rule, table

from companion.games.wobble import GAME
from companion.games.wobble.attack import same_symbol
from companion.games.wobble.deck import test_138 as deck_138
from companion.games.wobble.ending import next_dealer
from companion.games.wobble.settling import share_of
from companion.games.wobble.state import census_of, deck_size, with_enough
from tests.tables import cases

# --- neutral cards: only whoever has laid them, and only then ---


@pytest.mark.parametrize(
    ("start", "one", "expected"),
    [
        pytest.param("m0", move("seats", "A", partner="B"), None, id="W29 whoever has laid it"),
        pytest.param("m0", move("seats", "B", partner="A"), "W29", id="W29 nobody else"),
        pytest.param("m0", move("seats", "A", partner=""), None, id="W29 with nobody"),
        pytest.param("m0", move("seats", "A", partner="Z"), "W29", id="W29 nobody of that name"),
        pytest.param("m0", move("exchange", "A", partner="B"), "W37", id="W37 that was another card"),
        pytest.param("mHH", move("half", "A"), None, id="W36 whoever has laid it"),
        pytest.param("mHH", move("half", "B"), "W36", id="W36 nobody else"),
        pytest.param("mHH", move("seats", "A", partner="B"), "W29", id="W29 that was another card"),
        pytest.param("mCE", move("exchange", "A", partner="B"), None, id="W37 whoever has laid it"),
        pytest.param("mCE", move("exchange", "A", partner="A"), "W37", id="W37 not with oneself"),
        pytest.param("mCE", move("exchange", "A", partner="Z"), "W37", id="W37 nobody of that name"),
        pytest.param("mCE", move("exchange", "B", partner="A"), "W37", id="W37 nobody else"),
        pytest.param("m1", move("half", "A"), "W36", id="W36 a number asks for nothing"),
    ],
)
def test_what_a_neutral_card_asks_for(start, one, expected):
    assert rule(after(table(), lay("A", start)), one) == expected


@pytest.mark.parametrize(
    ("hand", "asked", "left"),
    [
        pytest.param(9, 2, 2, id="W14 W36 half of seven, and half of four"),
        pytest.param(5, 2, 1, id="W14 half of three, and half of two"),
        pytest.param(4, 1, 1, id="W14 one is left: the second half asks for nothing"),
    ],
)
def test_w14_two_halves(hand, asked, left):
    state = table(options={"deck": "unknown"}, players={"A": {"hand": ["?"] * hand}})
    state = after(state, lay("A", "mHH", "mHH"), *[move("half", "A")] * asked)

    assert (len(state.players["A"].hand), state.phase, state.turn) == (left, "turn", "B")


# --- attacks ---


@pytest.mark.parametrize(
    ("options", "kind", "card", "same"),
    [
        pytest.param({}, "P3", "cP3", True, id="W21 the same symbol in any colour"),
        pytest.param({}, "P3", "cP5", False, id="AW-2 +5 is another symbol"),
        pytest.param({"mix_plus": True}, "P3", "cP5", True, id="AW-2 unless the house mixes them"),
        pytest.param({"mix_plus": True}, "SK", "cP5", False, id="AW-2 only those two"),
        pytest.param({}, "SK", "cSK", True, id="AW-7 a Skip in any colour"),
        pytest.param({"skip_identical": True}, "SK", "cSK", False, id="AW-7 unless the house wants the same"),
        pytest.param({"skip_identical": True}, "SK", "mSK", True, id="AW-7 the very same"),
        pytest.param({"skip_identical": True}, "M20", "cM20", True, id="AW-7 that is for Skips alone"),
    ],
)
def test_which_card_answers(options, kind, card, same):
    state = after(table(options=options), lay("A", f"m{kind}"))

    assert same_symbol(state.attack, card, f"m{kind}", state.options) is same


def test_w49_a_doubled_skip_takes_two_turns_from_the_same_person():
    state = after(table(), lay("A", "mSK"), lay("C", "DBL"))
    assert (state.attack.times, state.attack.total) == (2, 1)
    twice = after(state, lay("B", "cSK"), lay("A", "DBL"))
    assert (twice.attack.times, twice.attack.total) == (4, 2)

    state = after(state, move("accept", "B"))

    assert (state.players["B"].debt, state.turn) == (1, "C")
    state = after(state, lay("C", "m1"), lay("A", "m2"))  # B's turn is missed
    assert (state.players["B"].debt, state.turn) == (0, "C")


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        pytest.param((lay("A", "mP3"), move("accept", "B")), "AW-38", id="AW-38 it is over"),
        pytest.param((lay("A", "mMAG"), move("accept", "B")), "AW-4", id="AW-4 it was accepted"),
        pytest.param((lay("A", "mP3"), lay("C", "NM")), "AW-12", id="AW-12 nothing helps against Not Me"),
    ],
)
def test_defences_that_come_too_late(start, expected):
    state = after(table(), *start)

    assert rule(state, lay("B", "DG")) == expected


# --- rounds ---


def test_w1_the_box_is_counted_before_the_first_card_alone():
    state = GAME.start(("A", "B", "C"), GAME.options(deck="unknown"))
    census = move("census", "", cards=["m1"] * 138)
    second = GAME.read_position({**GAME.write_position(state), "round": 2})

    assert rule(state, census) is None
    assert rule(second, census) == "W1"
    assert rule(table(options={"deck": "unknown"}), census) == "W1"


def test_w7_the_first_card_is_as_if_the_dealer_had_laid_it():
    state = GAME.start(("A", "B", "C"), GAME.options())
    state = after(state, *(move("ready", seat) for seat in "ABC"))

    assert after(state, move("flip", "A", cards=["m5"])).active == ("m",)
    swap = after(state, move("flip", "A", cards=["CSmg"]))
    assert (set(swap.active), swap.turn) == ({"m", "g"}, "B")
    assert after(state, move("flip", "A", cards=["mCD"])).turn == "C"


@pytest.mark.parametrize(
    ("dealer", "options", "winners", "expected"),
    [
        pytest.param("A", {}, ("C",), "B", id="AW-25 clockwise"),
        pytest.param("C", {}, ("B",), "A", id="AW-25 round the table"),
        pytest.param("A", {"dealer": "winner"}, ("C",), "C", id="AW-25 whoever has won"),
        pytest.param("A", {"dealer": "winner"}, (), "B", id="AW-25 nobody has"),
    ],
)
def test_who_deals_next(dealer, options, winners, expected):
    state = table(dealer=dealer, options=options, winners=list(winners))

    assert next_dealer(state) == expected


@pytest.mark.parametrize(
    ("draw", "discard", "count", "left"),
    [
        pytest.param(3, ["m1", "m5"], 3, (3, 2), id="AW-23 just enough"),
        pytest.param(2, ["m1", "m5"], 3, (3, 1), id="AW-23 all but the top card"),
        pytest.param(0, ["m5"], 3, (0, 1), id="AW-23 the top card stays"),
    ],
)
def test_filling_the_pile(draw, discard, count, left):
    state = with_enough(table(draw=draw, discard=discard), count)

    assert (state.draw, len(state.discard)) == left


@pytest.mark.parametrize(
    ("options", "away", "phase"),
    [
        pytest.param({}, 1, "score", id="AW-36 a task away is waived"),
        pytest.param({"afk_last_waived": False}, 1, "return", id="AW-36 unless the house waits for it"),
        pytest.param({"afk_last_waived": False}, 0, "score", id="AW-36 nobody is away"),
    ],
)
def test_aw36_the_end_of_a_round_with_somebody_away(options, away, phase):
    state = table(options=options, players={"A": {"hand": ["m1"]}, "C": {"away": away}})

    state = after(state, lay("A", "m1"))

    assert (state.phase, state.players["C"].away) == (phase, away if phase == "return" else 0)
    if phase == "return":
        assert after(state, move("back", "C")).phase == "score"


# --- misplays, last cards, toss-ins ---


@cases(
    "options, start, one, key, broken",
    {
        "W19 out of turn": ({}, (), lay("C", "g9"), "note.penalty", "W19"),
        "W18 grey, tossed in": ({}, (move("toss", "C"),), lay("C", "DG"), "note.penalty_grey", "W18"),
        "AW-28 in turn": ({"misplay_penalty": "any"}, (), lay("A", "g9"), "note.penalty_own", "AW-28"),
        "AW-28 none here": ({"misplay_penalty": "none"}, (), lay("C", "g9"), "note.back_in_hand", "W19"),
    },
)
def test_what_a_misplay_costs(options, start, one, key, broken):
    state = after(table(options=options), *start)
    before = len(state.players[one.seat].hand)

    step = GAME.play(state, one)

    assert [(note.says.key, note.rule) for note in step.notes] == [(key, broken)]
    assert len(step.state.players[one.seat].hand) - before == (key != "note.back_in_hand")


@pytest.mark.parametrize(
    ("warn", "hand", "told"),
    [(True, 2, True), (True, 3, False), (True, 1, False), (False, 2, False)],
    ids="W30 {}".format,
)
def test_w30_the_last_card_is_told_where_a_house_wants_it(warn, hand, told):
    state = table(options={"warn_last_card": warn}, players={"A": {"hand": ["?"] * hand}})

    notes = [note.says.key for note in GAME.play(state, lay("A", "m1")).notes]

    assert ("note.last_card" in notes) is told


def test_w15_toss_ins_are_counted():
    state = after(table(), lay("C", "m5"))
    assert state.tosses == {"C": 1}
    again = GAME.read_position({**GAME.write_position(table()), "tosses": {"C": 2}})
    assert after(again, lay("C", "m5")).tosses == {"C": 3}


# --- tasks ---


def dared(task, **position):
    return after(table(**position), lay("A", "mP3"), move("dare", "B", task=task))


def test_aw14_the_table_votes_when_it_has_begun():
    assert rule(dared("T7"), move("judged", "", result="ok")) == "W-T7"
    assert rule(after(dared("T7"), move("begin", "B")), move("judged", "", result="ok")) is None
    assert rule(table(), move("judged", "", result="ok")) == "W40"


@pytest.mark.parametrize(("task", "watch"), [("T9", "hidden"), ("T1", "shown"), ("T2", "shown")])
def test_wt9_only_one_watch_is_hidden(task, watch):
    assert GAME.view(dared(task)).detail["task"]["watch"] == watch


@pytest.mark.parametrize(
    ("draw", "discard", "expected"),
    [
        pytest.param(2, ["m5"], None, id="AW-23 two lie there"),
        pytest.param(1, ["m5"], None, id="AW-23 one comes from below the attack"),
        pytest.param(0, ["m5"], "AW-23", id="AW-23 one is missing"),
        pytest.param(0, ["m1", "m5"], None, id="AW-23 two come from below the attack"),
    ],
)
def test_wt3_turning_what_there_is(draw, discard, expected):
    state = dared("T3", draw=draw, discard=discard)

    assert rule(state, move("turned", "B", cards=["mSK", "y3"])) == expected


def test_w36_one_card_is_not_halved():
    one = after(table(players={"A": {"hand": ["?"] * 2}}), lay("A", "mHH"))
    two = after(table(players={"A": {"hand": ["?"] * 3}}), lay("A", "mHH"))

    assert (one.phase, one.turn) == ("turn", "B")
    assert two.phase == "effect"


def test_w14_two_exchanges():
    state = table(options={"deck": "unknown"}, players={"A": {"hand": ["?"] * 3}})
    state = after(state, lay("A", "mCE", "mCE"), move("exchange", "A", partner="B"))
    assert (state.phase, len(state.players["A"].hand)) == ("effect", 6)

    state = after(state, move("exchange", "A", partner="C"))

    assert (state.turn, len(state.players["B"].hand)) == ("B", 1)


def test_aw13_each_card_of_a_pile_costs_its_own():
    """AW-13: a +5 on a +3, doubled: six for the first, ten for the second."""
    state = after(table(options={"mix_plus": True, "stack_tasks": "each"}), lay("A", "mP3"), lay("B", "mP5"))
    doubled = after(state, lay("A", "DBL"))

    assert [share_of(state, number) for number in range(2)] == [3, 5]
    assert [share_of(doubled, number) for number in range(2)] == [6, 10]
    settled = after(state, move("dare", "C", task="T4"), move("judged", "", result="fail"))
    assert (settled.tasks_done, settled.owed) == (1, 6)
    over = after(settled, move("accept", "C"))
    assert (over.tasks_done, over.owed, len(over.players["C"].hand)) == (0, 0, 6 + 6 + 5)


def test_wt1_a_watch_that_stood_still_begins_again():
    state = after(dared("T1"), move("begin", "B", t=9_000))

    state = after(state, move("end", "B", t=8_000))

    assert (state.trying.begun, state.trying.since, state.trying.bump) == (False, 0, -1)


@pytest.mark.parametrize(
    ("bumped", "fell", "key"),
    [
        pytest.param(None, 6.9, "note.task_failed", id="W-T1 it fell too early"),
        pytest.param(None, 7.1, "note.task_done", id="W-T1 seven seconds"),
        pytest.param(6.9, 7.1, "note.task_failed", id="W-T1 it bumped too early"),
        pytest.param(7.05, 7.1, "note.task_done", id="W-T1 a bump after seven seconds is harmless"),
    ],
)
def test_wt1_time_counts_from_the_start_of_the_spin(bumped, fell, key):
    started, second = 20_000_000_000, 1_000_000_000
    state = after(dared("T1"), move("begin", "B", t=started))
    if bumped:
        state = after(state, move("end", "B", t=started + int(bumped * second), how="bump"))

    step = GAME.play(state, move("end", "B", t=started + int(fell * second)))

    assert key in [note.says.key for note in step.notes]


def test_wt8_nobody_estimates_before_the_start():
    state = after(dared("T8"), move("country", "A", code="DE"))
    estimate = move("number", "B", value=80_000_000)

    assert rule(state, estimate) == "W-T8"
    assert rule(after(state, move("begin", "B", t=5)), estimate) is None


def test_wt12_a_coin_may_stop_at_the_very_edge():
    state = after(dared("T12"), move("number", "B", value=1500))

    assert rule(state, move("number", "B", value=0)) is None
    assert rule(state, move("number", "B", value=-1)) is not None


def test_w1_the_family_s_own_box_counts():
    census = {**deck_138(), "m1": 1, "m2": 3}
    own = GAME.start(("A", "B"), GAME.options(census=census))

    assert census_of(own) == census
    assert deck_size(own) == 138
    assert deck_size(table(options={"deck": "unknown"})) == 138
