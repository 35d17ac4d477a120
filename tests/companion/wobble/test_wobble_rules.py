"""W13 to W51 and AW-1 to AW-42: chains of events, written like a protocol of the table."""

import pytest

from companion.games.wobble import GAME
from companion.lab.vectors import wobble as vectors

ABCD = ["A", "B", "C", "D"]
ABC = ["A", "B", "C"]


def play(p, k, n=1, **more):
    return {"e": "play", "p": p, "k": k, "n": n, **more}


def does(e, p, **more):
    return {"e": e, "p": p, **more}


P3 = play("A", "P3")
HANDS = {"A": 1, "B": 4, "C": 4, "D": 5}

CASES = [
    (
        "W14 two skips skip two",
        ABCD,
        [play("A", "SK", 2), does("accept", "B"), does("accept", "C")],
        {"skipped": ["B", "C"], "turn": "D"},
    ),
    ("W14 two changes of direction change nothing", ABCD, [play("A", "CD", 2)], {"dir": 1, "turn": "B"}),
    (
        "W21 passed on in another colour",
        ABCD,
        [P3, does("stack", "B", k="cP3"), does("accept", "C")],
        {"draws": {"C": 6}, "turn": "C"},
    ),
    ("W22 only the target", ABCD, [P3, does("mirror", "D")], {"illegal": 1, "why": "NOT_TARGET"}),
    ("W23 not on one's own card", ABCD, [P3, does("double", "A")], {"illegal": 1, "why": "OWN_CARD"}),
    (
        "W23 the earlier placer may jerk a later card",
        ABCD,
        [P3, does("stack", "B", k="P3"), does("double", "A"), does("accept", "C")],
        {"draws": {"C": 12}},
    ),
    (
        "W24 one jerk card",
        ABCD,
        [P3, does("double", "C"), does("double", "D")],
        {"illegal": 2, "why": "JERK_USED", "total": 6},
    ),
    ("W25 a number does not help", ABCD, [P3, play("B", "5")], {"illegal": 1, "why": "WRONG_SYMBOL"}),
    (
        "W26 AW-12 nothing after Not Me",
        ABCD,
        [P3, does("notme", "D"), does("dodge", "B")],
        {"illegal": 2, "why": "NO_ATTACK", "draws": {"A": 3, "B": 3, "C": 3}},
    ),
    (
        "W43 AW-8 dodge, dodge, mirror jumps the dodgers",
        ABCD,
        [P3, does("dodge", "B"), does("dodge", "C"), does("mirror", "D"), does("accept", "A")],
        {"draws": {"A": 3}, "dir": -1},
    ),
    (
        "W44 AW-10 You! at the attacker, the owner stays",
        ABCD,
        [P3, does("you", "B", at="A")],
        {"target": "A", "owner": "A", "director": "B"},
    ),
    (
        "AW-10 nobody who is away",
        ABCD,
        [play("A", "AFK"), does("accept", "B"), play("C", "P3"), does("you", "D", at="B")],
        {"illegal": 3, "why": "TARGET_AWAY", "target": "D"},
    ),
    (
        "W45 AW-9 a passed-on stack comes back to its last placer",
        ABCD,
        [P3, does("stack", "B", k="P3"), does("mirror", "C")],
        {"target": "B", "total": 6, "dir": -1},
    ),
    (
        "W46 the loser may defend",
        ABCD,
        [P3, does("unlucky", "B", hit="D"), does("dodge", "D")],
        {"target": "A", "owner": "A"},
    ),
    (
        "W47 AW-11 the players away are spared",
        ABCD,
        [play("A", "AFK"), does("accept", "B"), play("C", "P3"), does("notme", "A")],
        {"draws": {"C": 3, "D": 3}, "turn": "D"},
    ),
    (
        "W47 Minus 20 for all others",
        ABC,
        [play("A", "M20"), does("notme", "C")],
        {"minus": {"A": 20, "B": 20}, "turn": "B"},
    ),
    (
        "W48 AW-15 captured cards are the capturer's",
        ABCD,
        [P3, does("capture", "C", at="B")],
        {"target": "B", "owner": "C"},
    ),
    (
        "W49 a doubled Magnet wants two names",
        ABC,
        [play("A", "MAG"), does("double", "C"), does("accept", "B")],
        {"called": ["1", "2"], "turn": "B"},
    ),
    (
        "W49 the doubled skip is served later",
        ABC,
        [
            play("A", "SK"),
            does("double", "C"),
            does("accept", "B"),
            play("C", "5"),
            play("A", "6"),
            play("C", "7"),
        ],
        {"turn": "A", "debt": {}},
    ),
    (
        "W38 the next player's card ends the time to defend",
        ABC,
        [play("A", "SK"), play("C", "mP3")],
        {"skipped": ["B"], "target": "A"},
    ),
    (
        "W39 AW-41 the points stay",
        ABCD,
        [play("A", "M20"), does("stack", "B", k="M20"), does("accept", "C")],
        {"minus": {"C": 40}, "turn": "C"},
    ),
    (
        "W40 all or nothing: done",
        ABC,
        [play("A", "P3", 2), does("task", "B", ok=True)],
        {"draws": {}, "turn": "B"},
    ),
    (
        "W40 AW-13 failed: double",
        ABC,
        [play("A", "P5", 2), does("double", "C"), does("task", "B", ok=False)],
        {"draws": {"B": 40}},
    ),
    (
        "W41 AW-36 away and back",
        ABC,
        [play("A", "AFK"), does("accept", "B"), does("back", "B")],
        {"away": [], "turn": "C"},
    ),
    (
        "AW-3 a toss-in stacks and moves on",
        ABCD,
        [P3, does("toss", "C", k="P3")],
        {"target": "D", "total": 6, "owner": "C"},
    ),
    (
        "AW-3 AW-29 after the hit a toss-in is a new attack",
        ABCD,
        [P3, does("accept", "B"), does("toss", "D", k="P3")],
        {"target": "A", "total": 3, "owner": "D"},
    ),
    ("AW-5 later cards are plain", ABC, [P3, does("double", "C"), does("stack", "B", k="P3")], {"total": 9}),
    (
        "AW-35 no grey pair",
        ABC,
        [P3, {"e": "play", "p": "B", "k": "DG", "n": 2}],
        {"illegal": 1, "why": "NO_PAIR"},
    ),
    (
        "AW-38 grey on a settled attack",
        ABC,
        [P3, does("accept", "B"), does("dodge", "B")],
        {"illegal": 2, "why": "NO_ATTACK"},
    ),
    ("AW-39 two people: only the arrow turns", ["A", "B"], [play("A", "CD")], {"dir": -1, "turn": "B"}),
    (
        "W29 AW-20 two zeros, one swap",
        ABCD,
        [play("A", "0", 2, swap="C")],
        {"order": ["C", "B", "A", "D"], "turn": "D"},
    ),
    ("W37 hands change", ABC, [play("A", "CE", **{"with": "C"})], {"turn": "B"}),
]


@pytest.mark.parametrize(("name", "order", "events", "expect"), CASES, ids=[case[0] for case in CASES])
def test_chain(name, order, events, expect):
    vector = {"kind": "attack", "order": order, "turn": "A", "events": events, "expect": expect}
    answer = vectors.answer(vector, {})
    assert answer.got == answer.expected


LAST = [
    ("W30 a last number", [play("A", "5")], {"over": True, "winners": ["A"]}),
    ("W31 a last colour swap", [play("A", "CS")], {"over": True, "winners": ["A"]}),
    (
        "W32 a last attack is taken by another",
        [P3, does("accept", "B")],
        {"over": True, "hands": {"A": 0, "B": 7, "C": 4, "D": 5}},
    ),
    (
        "W32 it comes back, so the round goes on",
        [P3, does("mirror", "B"), does("accept", "A")],
        {"over": False, "turn": "A"},
    ),
    ("AW-20 a last zero swaps nobody", [play("A", "0")], {"over": True, "order": ABCD}),
    (
        "AW-19 AW-18 a last exchange makes the partner win",
        [play("A", "CE", **{"with": "D"})],
        {"over": True, "winners": ["D"], "hands": {"A": 5, "B": 4, "C": 4, "D": 0}},
    ),
    ("AW-36 a last AFK card", [play("A", "AFK"), does("accept", "B")], {"over": True, "winners": ["A"]}),
]


@pytest.mark.parametrize(("name", "events", "expect"), LAST, ids=[case[0] for case in LAST])
def test_last_card(name, events, expect):
    vector = {
        "kind": "attack",
        "order": ABCD,
        "turn": "A",
        "hands": HANDS,
        "events": events,
        "expect": expect,
    }
    answer = vectors.answer(vector, {})
    assert answer.got == answer.expected


SWITCHES = [
    ("AW-1", {"turn_after_hit": False}, [P3, does("accept", "B")], {"turn": "C"}),
    ("AW-2", {"mix_plus": True}, [P3, does("stack", "B", k="P5")], {"total": 8, "target": "C"}),
    ("AW-2 off", {}, [P3, does("stack", "B", k="P5")], {"illegal": 1, "why": "WRONG_SYMBOL"}),
    (
        "AW-6",
        {"skip_stack": "single"},
        [play("A", "SK"), does("stack", "B", k="SK")],
        {"total": 1, "target": "C"},
    ),
    ("AW-6 off", {}, [play("A", "SK"), does("stack", "B", k="SK")], {"total": 2, "target": "C"}),
    ("AW-7", {"skip_identical": True}, [play("A", "mSK"), does("stack", "B", k="cSK")], {"illegal": 1}),
    (
        "AW-8",
        {"dodge_scope": "once"},
        [P3, does("dodge", "B"), does("dodge", "C"), does("mirror", "D")],
        {"target": "C"},
    ),
    (
        "AW-19",
        {"ce_last": "just_swap_and_continue"},
        [play("A", "CE", **{"with": "C"})],
        {"over": False, "turn": "B"},
    ),
    ("AW-28", {"misplay_penalty": "none"}, [play("C", "5")], {"penalty": {}, "turn": "A"}),
    ("AW-28 W19", {}, [play("C", "5")], {"penalty": {"C": 1}, "turn": "A"}),
    (
        "AW-13",
        {"stack_tasks": "each"},
        [play("A", "P3", 2), does("task", "B", ok=False)],
        {"draws": {"B": 12}},
    ),
]


@pytest.mark.parametrize(("name", "rules", "events", "expect"), SWITCHES, ids=[case[0] for case in SWITCHES])
def test_house_rule(name, rules, events, expect):
    hands = {"A": 1, "B": 4, "C": 5, "D": 5} if name == "AW-19" else None
    vector = {
        "kind": "attack",
        "order": ABCD,
        "turn": "A",
        "hands": hands,
        "rules": rules,
        "events": events,
        "expect": expect,
    }
    answer = vectors.answer(vector, {})
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
    vector = {"kind": "firstcard", "order": ABCD, "dealer": "A", "flipped": flipped, "expect": expect}
    answer = vectors.answer(vector, {})
    assert answer.got == answer.expected


def test_aw11_under_not_me_each_victim_of_a_magnet_names_another_number():
    chain = [play("A", "MAG"), does("notme", "C")]
    expect = {"names": {"B": 1, "D": 1, "A": 1}, "called": ["1", "2", "3"], "turn": "B"}
    vector = {"kind": "attack", "order": ABCD, "turn": "A", "events": chain, "expect": expect}
    told = vectors.answer(vector, {})
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
    state = vectors.wobble_chains.situation({"order": ABC, "turn": "A"}, "m8", ("m",))
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
