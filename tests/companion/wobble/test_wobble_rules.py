"""W13 to W51 and AW-1 to AW-42: chains of events, written like a protocol of the table."""

from typing import Any

import pytest

from companion.games.wobble import GAME
from companion.lab.vectors import wobble as vectors

LAST = {"A": 1, "B": 4, "C": 4, "D": 5}
NONE: dict[str, Any] = {}


def events(told):
    """ "A SK n=2; B stack cP3; B task ok=no": who lays what, and what is done then, with which card."""
    return [_event(*line.split()) for line in told.split("; ")]


def _event(seat, what, *more):
    card = [word for word in more if "=" not in word]
    given = dict(word.split("=") for word in more if "=" in word)
    given |= {"n": int(given["n"])} if "n" in given else {}
    given |= {"ok": given["ok"] == "yes"} if "ok" in given else {}
    if what.islower():  # cards have capitals and numbers
        return {"e": what, "p": seat, **({"k": card[0]} if card else {}), **given}
    return {"e": "play", "p": seat, "k": what, "n": 1, **given}


def case(name, told, then, order="ABCD", house=NONE, hands=None):
    vector = {"order": [*order], "turn": "A", "hands": hands, "rules": house, "events": events(told)}
    return pytest.param({"kind": "attack", **vector, "expect": then}, id=name)


CASES = [
    case("W14 two skips skip two", "A SK n=2; B accept; C accept", {"skipped": ["B", "C"], "turn": "D"}),
    case("W14 two changes of direction change nothing", "A CD n=2", {"dir": 1, "turn": "B"}),
    case("W21 passed on in another colour", "A P3; B stack cP3; C accept", {"draws": {"C": 6}, "turn": "C"}),
    case("W22 only the target", "A P3; D mirror", {"illegal": 1, "why": "NOT_TARGET"}),
    case("W23 not on one's own card", "A P3; A double", {"illegal": 1, "why": "OWN_CARD"}),
    case(
        "W23 the earlier placer may jerk a later card",
        "A P3; B stack P3; A double; C accept",
        {"draws": {"C": 12}},
    ),
    case("W24 one jerk card", "A P3; C double; D double", {"illegal": 2, "why": "JERK_USED", "total": 6}),
    case("W25 a number does not help", "A P3; B 5", {"illegal": 1, "why": "WRONG_SYMBOL"}),
    case(
        "W26 AW-12 nothing after Not Me",
        "A P3; D notme; B dodge",
        {"illegal": 2, "why": "NO_ATTACK", "draws": {"A": 3, "B": 3, "C": 3}},
    ),
    case(
        "W43 AW-8 dodge, dodge, mirror jumps the dodgers",
        "A P3; B dodge; C dodge; D mirror; A accept",
        {"draws": {"A": 3}, "dir": -1},
    ),
    case(
        "W44 AW-10 You! at the attacker, the owner stays",
        "A P3; B you at=A",
        {"target": "A", "owner": "A", "director": "B"},
    ),
    case(
        "AW-10 nobody who is away",
        "A AFK; B accept; C P3; D you at=B",
        {"illegal": 3, "why": "TARGET_AWAY", "target": "D"},
    ),
    case(
        "W45 AW-9 a passed-on stack comes back to its last placer",
        "A P3; B stack P3; C mirror",
        {"target": "B", "total": 6, "dir": -1},
    ),
    case("W46 the loser may defend", "A P3; B unlucky hit=D; D dodge", {"target": "A", "owner": "A"}),
    case(
        "W47 AW-11 the players away are spared",
        "A AFK; B accept; C P3; A notme",
        {"draws": {"C": 3, "D": 3}, "turn": "D"},
    ),
    case(
        "W47 Minus 20 for all others",
        "A M20; C notme",
        {"minus": {"A": 20, "B": 20}, "turn": "B"},
        order="ABC",
    ),
    case(
        "W48 AW-15 captured cards are the capturer's", "A P3; C capture at=B", {"target": "B", "owner": "C"}
    ),
    case(
        "W49 a doubled Magnet wants two names",
        "A MAG; C double; B accept",
        {"called": ["1", "2"], "turn": "B"},
        order="ABC",
    ),
    case(
        "W49 the doubled skip is served later",
        "A SK; C double; B accept; C 5; A 6; C 7",
        {"turn": "A", "debt": {}},
        order="ABC",
    ),
    case(
        "W38 the next player's card ends the time to defend",
        "A SK; C mP3",
        {"skipped": ["B"], "target": "A"},
        order="ABC",
    ),
    case("W39 AW-41 the points stay", "A M20; B stack M20; C accept", {"minus": {"C": 40}, "turn": "C"}),
    case("W40 all or nothing: done", "A P3 n=2; B task ok=yes", {"draws": {}, "turn": "B"}, order="ABC"),
    case("W40 AW-13 failed: double", "A P5 n=2; C double; B task ok=no", {"draws": {"B": 40}}, order="ABC"),
    case("W41 AW-36 away and back", "A AFK; B accept; B back", {"away": [], "turn": "C"}, order="ABC"),
    case("AW-3 a toss-in stacks and moves on", "A P3; C toss P3", {"target": "D", "total": 6, "owner": "C"}),
    case(
        "AW-3 AW-29 after the hit a toss-in is a new attack",
        "A P3; B accept; D toss P3",
        {"target": "A", "total": 3, "owner": "D"},
    ),
    case("AW-5 later cards are plain", "A P3; C double; B stack P3", {"total": 9}, order="ABC"),
    case("AW-35 no grey pair", "A P3; B DG n=2", {"illegal": 1, "why": "NO_PAIR"}, order="ABC"),
    case(
        "AW-38 grey on a settled attack",
        "A P3; B accept; B dodge",
        {"illegal": 2, "why": "NO_ATTACK"},
        order="ABC",
    ),
    case("AW-39 two people: only the arrow turns", "A CD", {"dir": -1, "turn": "B"}, order="AB"),
    case("W29 AW-20 two zeros, one swap", "A 0 n=2 swap=C", {"order": ["C", "B", "A", "D"], "turn": "D"}),
    case("W37 hands change", "A CE with=C", {"turn": "B"}, order="ABC"),
    # the last card of a hand
    case("W30 a last number", "A 5", {"over": True, "winners": ["A"]}, hands=LAST),
    case("W31 a last colour swap", "A CS", {"over": True, "winners": ["A"]}, hands=LAST),
    case(
        "W32 a last attack is taken by another",
        "A P3; B accept",
        {"over": True, "hands": {"A": 0, "B": 7, "C": 4, "D": 5}},
        hands=LAST,
    ),
    case(
        "W32 it comes back, so the round goes on",
        "A P3; B mirror; A accept",
        {"over": False, "turn": "A"},
        hands=LAST,
    ),
    case("AW-20 a last zero swaps nobody", "A 0", {"over": True, "order": ["A", "B", "C", "D"]}, hands=LAST),
    case(
        "AW-19 AW-18 a last exchange makes the partner win",
        "A CE with=D",
        {"over": True, "winners": ["D"], "hands": {"A": 5, "B": 4, "C": 4, "D": 0}},
        hands=LAST,
    ),
    case("AW-36 a last AFK card", "A AFK; B accept", {"over": True, "winners": ["A"]}, hands=LAST),
    # house rules
    case("AW-1", "A P3; B accept", {"turn": "C"}, house={"turn_after_hit": False}),
    case("AW-2", "A P3; B stack P5", {"total": 8, "target": "C"}, house={"mix_plus": True}),
    case("AW-2 off", "A P3; B stack P5", {"illegal": 1, "why": "WRONG_SYMBOL"}),
    case("AW-6", "A SK; B stack SK", {"total": 1, "target": "C"}, house={"skip_stack": "single"}),
    case("AW-6 off", "A SK; B stack SK", {"total": 2, "target": "C"}),
    case("AW-7", "A mSK; B stack cSK", {"illegal": 1}, house={"skip_identical": True}),
    case("AW-8", "A P3; B dodge; C dodge; D mirror", {"target": "C"}, house={"dodge_scope": "once"}),
    case(
        "AW-19",
        "A CE with=C",
        {"over": False, "turn": "B"},
        house={"ce_last": "just_swap_and_continue"},
        hands={"A": 1, "B": 4, "C": 5, "D": 5},
    ),
    case("AW-28", "C 5", {"penalty": {}, "turn": "A"}, house={"misplay_penalty": "none"}),
    case("AW-28 W19", "C 5", {"penalty": {"C": 1}, "turn": "A"}),
    case("AW-13", "A P3 n=2; B task ok=no", {"draws": {"B": 12}}, house={"stack_tasks": "each"}),
]


@pytest.mark.parametrize("vector", CASES)
def test_chain(vector):
    answer = vectors.answer({key: value for key, value in vector.items() if value is not None}, {})
    assert answer.got == answer.expected


FIRST = [
    ("W6", ["m7"], {"turn": "B", "attack": False}),
    ("W7 W34", ["mCD"], {"turn": "D", "dir": -1}),
    ("W7 W37", ["mCE"], {"must_swap": True}),
    ("W7 W29", ["m0"], {"may_swap": True, "turn": "B"}),
    ("W8 AW-34", ["DG", "DBL", "c3"], {"card": "c3", "passed_over": 2, "turn": "B"}),
    ("AW-42", ["mSK"], {"target": "B", "owner": "A", "attack": True}),
]


@pytest.mark.parametrize(("name", "flipped", "expect"), FIRST, ids=[case[0] for case in FIRST])
def test_first_card(name, flipped, expect):
    vector = {"kind": "firstcard", "order": [*"ABCD"], "dealer": "A", "flipped": flipped, "expect": expect}
    answer = vectors.answer(vector, {})
    assert answer.got == answer.expected


def test_aw11_under_not_me_each_victim_of_a_magnet_names_another_number():
    expect = {"names": {"B": 1, "D": 1, "A": 1}, "called": ["1", "2", "3"], "turn": "B"}
    vector = {"kind": "attack", "order": [*"ABCD"], "turn": "A", "events": events("A MAG; C notme")}
    told = vectors.answer({**vector, "expect": expect}, {})
    assert told.got == told.expected


ALL_CALLED = [*"123456789", *"mcyg"]


@pytest.mark.parametrize(
    ("called", "say", "why", "sizes"),
    [
        (ALL_CALLED, ["7"], None, {"A": 1, "B": 3}),  # AW-31: the list has begun again
        (ALL_CALLED, ["7", "7"], "ALREADY_CALLED", {"A": 3, "B": 1}),
        (list("123456789"), ["y"], None, {"A": 2, "B": 2}),
        (list("12345678"), ["y"], "NUMBERS_LEFT", {"A": 3, "B": 1}),
    ],
)
def test_aw31_what_may_be_called(called, say, why, sizes):
    hands = {"A": ["m7", "c7", "y1"], "B": ["c1"]}
    vector = {"kind": "magnet", "hands": hands, "target": "B", "called": called, "say": say}
    got = vectors.answer({**vector, "expect": {"why": why, "sizes": sizes}}, {})
    assert got.got == got.expected


@pytest.mark.parametrize(
    ("pile", "results", "cards"),
    [(6, ["ok", "ok"], 0), (6, ["ok", "fail"], 12), (6, ["ok", "cannot"], 6), (3, "fail", 6), (3, True, 0)],
)
def test_aw13_all_tasks_of_a_pile_or_nothing(pile, results, cards):
    vector = {"kind": "task", "task": "double", "n": pile, "results": results, "expect": {"r": cards}}
    assert vectors.answer(vector, {}).got == {"r": cards}


def test_aw36_the_magnet_leaves_those_who_are_away_alone():
    hands = {"A": ["m7"], "B": ["c1"], "C": ["y7", "g2"]}
    expect = {"sizes": {"A": 1, "B": 2, "C": 1}}
    vector = {"kind": "magnet", "hands": hands, "target": "B", "say": ["7"], "away": ["A"], "expect": expect}
    assert vectors.answer(vector, {}).got == expect


def test_aw14_a_watch_that_the_power_cut_has_stopped_is_started_again():
    state = vectors.wobble_chains.situation({"order": [*"ABC"], "turn": "A"}, "m8", ("m",))
    chain = [
        {"move": "lay", "seat": "A", "cards": ["mP3"]},
        {"move": "dare", "seat": "B", "task": "T9"},
        {"move": "begin", "seat": "B", "t": 90_000_000_000},
        {"move": "end", "seat": "B", "t": 5_000_000_000},  # the clock began anew with the power
    ]
    for step in chain:
        one = GAME.read_move(step)
        assert GAME.refuse(state, one) is None
        told = GAME.play(state, one)
        state = told.state
    assert [note.says.key for note in told.notes] == ["note.watch_lost"]
    assert (state.phase, state.trying.begun) == ("task", False)
