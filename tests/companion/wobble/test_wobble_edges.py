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

# --- who may say what, and when ---


def dared(task, **position):
    return after(table(**position), lay("A", "mP3"), move("dare", "B", task=task))


def laid(*moves):
    return after(table(), *moves)


def voting(*shown):
    """Everybody shows a hand against A's card; *shown* have done so."""
    state = after(table(seats=("A", "B", "C", "D")), lay("A", "mP3"), lay("B", "UNL"))
    return after(state, *(move("vote", seat, show=show) for seat, show in shown))


def changed(state, **fields):
    return GAME.read_position({**GAME.write_position(state), **fields})


AIMING, CAPTAIN = laid(lay("A", "mP3"), lay("B", "YOU")), laid(lay("A", "mP3"), lay("B", "CAP"))
HAND = ["c1", "c2", "c3", "c4", "y1", "y2"]
COUNTING = changed(table(), phase="score")
CENSUS, OK = move("census", "", cards=["m1"] * 138), move("judged", "", result="ok")
BEGUN = GAME.start(("A", "B", "C"), GAME.options(deck="unknown"))
ESTIMATE, EDGE = move("number", "B", value=80_000_000), after(dared("T12"), move("number", "B", value=1500))
SPUN = after(dared("T8"), move("country", "A", code="DE"))


@cases(
    "state, one, expected",
    {
        "W29 whoever has laid it": (laid(lay("A", "m0")), move("seats", "A", partner="B"), None),
        "W29 nobody else": (laid(lay("A", "m0")), move("seats", "B", partner="A"), "W29"),
        "W29 with nobody": (laid(lay("A", "m0")), move("seats", "A", partner=""), None),
        "W29 nobody of that name": (laid(lay("A", "m0")), move("seats", "A", partner="Z"), "W29"),
        "W37 that was another card": (laid(lay("A", "m0")), move("exchange", "A", partner="B"), "W37"),
        "W36 whoever has laid it": (laid(lay("A", "mHH")), move("half", "A"), None),
        "W36 nobody else": (laid(lay("A", "mHH")), move("half", "B"), "W36"),
        "W29 that was another card": (laid(lay("A", "mHH")), move("seats", "A", partner="B"), "W29"),
        "W37 whoever has laid it": (laid(lay("A", "mCE")), move("exchange", "A", partner="B"), None),
        "W37 not with oneself": (laid(lay("A", "mCE")), move("exchange", "A", partner="A"), "W37"),
        "W37 nobody of that name": (laid(lay("A", "mCE")), move("exchange", "A", partner="Z"), "W37"),
        "W37 nobody else": (laid(lay("A", "mCE")), move("exchange", "B", partner="A"), "W37"),
        "W36 a number asks for nothing": (laid(lay("A", "m1")), move("half", "A"), "W36"),
        "W44 the attacker is aimed at": (AIMING, move("aim", "B", target="A"), None),
        "W44 nobody of that name is": (AIMING, move("aim", "B", target="Z"), "W44"),
        "W44 nobody else aims": (AIMING, move("aim", "C", target="A"), "W44"),
        "W44 nobody aims at any time": (table(), move("aim", "A", target="B"), "W44"),
        "AW-10 not at oneself": (AIMING, move("aim", "B", target="B"), "AW-10"),
        "W48 a captain of no name": (CAPTAIN, move("aim", "B", target="Z"), "W48"),
        "AW-10 not oneself, either": (CAPTAIN, move("aim", "B", target="B"), "AW-10"),
        "AW-38 a late defence": (
            laid(lay("A", "mP3"), move("accept", "B")),
            lay("B", "DG"),
            "AW-38",
        ),
        "AW-4 or one after a yes": (laid(lay("A", "mMAG"), move("accept", "B")), lay("B", "DG"), "AW-4"),
        "AW-12 nor one against Not Me": (
            laid(lay("A", "mP3"), lay("C", "NM")),
            lay("B", "DG"),
            "AW-12",
        ),
        "W30 a hand is shown if it is doubted": (table(), move("show", "A", cards=HAND), "W30"),
        "W30 or when it is counted": (COUNTING, move("show", "A", cards=HAND), None),
        "W30 once": (after(COUNTING, move("show", "A", cards=HAND)), move("show", "A", cards=HAND), "W30"),
        "W46 nobody shows a thumb unasked": (table(), move("vote", "A", show="up"), "W46"),
        "W46 each in turn": (voting(("A", "up")), move("vote", "B", show="down"), None),
        "W46 nobody twice": (voting(("A", "up")), move("vote", "A", show="down"), "W46"),
        "W46 a thumb, and no sign": (voting(("A", "up")), move("vote", "B", show="R"), "W46"),
        "W-T3 nobody turns cards unasked": (table(), move("turned", "A", cards=["m0"]), "W-T3"),
        "W-T3 nor at another task": (dared("T4"), move("turned", "B", cards=["m0"]), "W-T3"),
        "W-T3 up to a number": (dared("T3"), move("turned", "B", cards=["mSK", "y3"]), None),
        "W-T3 and no further": (dared("T3"), move("turned", "B", cards=["mSK", "y3", "y4"]), "W-T3"),
        "W-T3 nor less": (dared("T3"), move("turned", "B", cards=["mSK"]), "W-T3"),
        "AW-14 no task is judged that nobody tries": (table(), OK, "W40"),
        "W-T7 nor before it has begun": (dared("T7"), OK, "W-T7"),
        "AW-14 then the table votes": (after(dared("T7"), move("begin", "B")), OK, None),
        "W-T8 nobody estimates before the start": (SPUN, ESTIMATE, "W-T8"),
        "W-T8 but after it": (after(SPUN, move("begin", "B", t=5)), ESTIMATE, None),
        "W-T12 a coin may stop at the very edge": (EDGE, move("number", "B", value=0), None),
        "W-T12 and not beyond": (EDGE, move("number", "B", value=-1), "W-T12"),
        "W1 the box is counted before the first card": (BEGUN, CENSUS, None),
        "W1 not before a second round": (changed(BEGUN, round=2), CENSUS, "W1"),
        "W1 nor later": (table(options={"deck": "unknown"}), CENSUS, "W1"),
    },
)
def test_who_may_say_what_and_when(state, one, expected):
    assert rule(state, one) == expected


@cases(
    "hand, asked, left",
    {
        "W14 W36 half of seven, and half of four": (9, 2, 2),
        "W14 half of three, and half of two": (5, 2, 1),
        "W14 one is left: the second half asks for nothing": (4, 1, 1),
    },
)
def test_w14_two_halves(hand, asked, left):
    state = table(options={"deck": "unknown"}, players={"A": {"hand": ["?"] * hand}})
    state = after(state, lay("A", "mHH", "mHH"), *[move("half", "A")] * asked)

    assert (len(state.players["A"].hand), state.phase, state.turn) == (left, "turn", "B")


# --- attacks ---


@cases(
    "options, kind, card, same",
    {
        "W21 the same symbol in any colour": ({}, "P3", "cP3", True),
        "AW-2 +5 is another symbol": ({}, "P3", "cP5", False),
        "AW-2 unless the house mixes them": ({"mix_plus": True}, "P3", "cP5", True),
        "AW-2 only those two": ({"mix_plus": True}, "SK", "cP5", False),
        "AW-7 a Skip in any colour": ({}, "SK", "cSK", True),
        "AW-7 unless the house wants the same": ({"skip_identical": True}, "SK", "cSK", False),
        "AW-7 the very same": ({"skip_identical": True}, "SK", "mSK", True),
        "AW-7 that is for Skips alone": ({"skip_identical": True}, "M20", "cM20", True),
    },
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


# --- rounds ---


def test_w7_the_first_card_is_as_if_the_dealer_had_laid_it():
    state = GAME.start(("A", "B", "C"), GAME.options())
    state = after(state, *(move("ready", seat) for seat in "ABC"))

    assert after(state, move("flip", "A", cards=["m5"])).active == ("m",)
    swap = after(state, move("flip", "A", cards=["CSmg"]))
    assert (set(swap.active), swap.turn) == ({"m", "g"}, "B")
    assert after(state, move("flip", "A", cards=["mCD"])).turn == "C"


@cases(
    "dealer, options, winners, expected",
    {
        "AW-25 clockwise": ("A", {}, ("C",), "B"),
        "AW-25 round the table": ("C", {}, ("B",), "A"),
        "AW-25 whoever has won": ("A", {"dealer": "winner"}, ("C",), "C"),
        "AW-25 nobody has": ("A", {"dealer": "winner"}, (), "B"),
    },
)
def test_who_deals_next(dealer, options, winners, expected):
    state = table(dealer=dealer, options=options, winners=list(winners))

    assert next_dealer(state) == expected


@cases(
    "draw, discard, count, left",
    {
        "AW-23 just enough": (3, ["m1", "m5"], 3, (3, 2)),
        "AW-23 all but the top card": (2, ["m1", "m5"], 3, (3, 1)),
        "AW-23 the top card stays": (0, ["m5"], 3, (0, 1)),
    },
)
def test_filling_the_pile(draw, discard, count, left):
    state = with_enough(table(draw=draw, discard=discard), count)

    assert (state.draw, len(state.discard)) == left


@cases(
    "options, away, phase",
    {
        "AW-36 a task away is waived": ({}, 1, "score"),
        "AW-36 unless the house waits for it": ({"afk_last_waived": False}, 1, "return"),
        "AW-36 nobody is away": ({"afk_last_waived": False}, 0, "score"),
    },
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


@pytest.mark.parametrize(("task", "watch"), [("T9", "hidden"), ("T1", "shown"), ("T2", "shown")])
def test_wt9_only_one_watch_is_hidden(task, watch):
    assert GAME.view(dared(task)).detail["task"]["watch"] == watch


@cases(
    "draw, discard, expected",
    {
        "AW-23 two lie there": (2, ["m5"], None),
        "AW-23 one comes from below the attack": (1, ["m5"], None),
        "AW-23 one is missing": (0, ["m5"], "AW-23"),
        "AW-23 two come from below the attack": (0, ["m1", "m5"], None),
    },
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


@cases(
    "bumped, fell, key",
    {
        "W-T1 it fell too early": (None, 6.9, "note.task_failed"),
        "W-T1 seven seconds": (None, 7.1, "note.task_done"),
        "W-T1 it bumped too early": (6.9, 7.1, "note.task_failed"),
        "W-T1 a bump after seven seconds is harmless": (7.05, 7.1, "note.task_done"),
    },
)
def test_wt1_time_counts_from_the_start_of_the_spin(bumped, fell, key):
    started, second = 20_000_000_000, 1_000_000_000
    state = after(dared("T1"), move("begin", "B", t=started))
    if bumped:
        state = after(state, move("end", "B", t=started + int(bumped * second), how="bump"))

    step = GAME.play(state, move("end", "B", t=started + int(fell * second)))

    assert key in [note.says.key for note in step.notes]


def test_w1_the_family_s_own_box_counts():
    census = {**deck_138(), "m1": 1, "m2": 3}
    own = GAME.start(("A", "B"), GAME.options(census=census))

    assert census_of(own) == census
    assert deck_size(own) == 138
    assert deck_size(table(options={"deck": "unknown"})) == 138
