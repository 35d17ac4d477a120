"""Single moves at the table: the box, turns, hands, tasks with their tools, the sheet, and bad input."""

import msgspec
import pytest

from companion.facts import MS, Fact, Kind, Source
from companion.game import WrongOptionsError
from companion.games.wobble import GAME, countries, deck, judging, magnet
from companion.games.wobble.effects import half_of
from companion.games.wobble.trying import TASKS, offered

SEATS = ("A", "B", "C")


def table(**position):
    given = {"seats": SEATS, "phase": "turn", "turn": "A", "discard": ["m5"], "active": ["m"], **position}
    return GAME.read_position(given)


def move(kind, seat, **fields):
    return GAME.read_move({"move": kind, "seat": seat, **fields})


def lay(seat, *cards, t=0):
    return move("lay", seat, cards=list(cards), t=t)


def after(state, *moves):
    for one in moves:
        refusal = GAME.refuse(state, one)
        assert refusal is None, (one, refusal)
        state = GAME.play(state, one).state
    return state


def rule(state, one):
    refusal = GAME.refuse(state, one)
    return refusal.rule if refusal else None


# --- the box (W1, W51) ---


def test_w1_the_printable_deck():
    census = deck.test_138()
    assert sum(census.values()) == 138
    assert deck.refuse_census(census) is None
    assert deck.refuse_census({"m1": 91}).says.args == {"n": 91, "size": 138}
    assert deck.refuse_census({"m1": 137, "zz": 1}).says.key == "refused.unknown_card"


def test_w51_the_learning_deck_leaves_out_eight_kinds():
    kinds = {deck.kind(card) for card in deck.learning_deck(deck.test_138())}
    assert kinds.isdisjoint({"HH", "CE", "M20", "AFK", "UNL", "NM", "CAP", "DBL"})
    assert len(kinds) == 19


def test_w1_a_deck_with_91_cards_does_not_begin():
    with pytest.raises(WrongOptionsError, match=r"W1 refused\.deck_size"):
        GAME.start(SEATS, GAME.options(census={"m1": 91}))
    with pytest.raises(ValueError, match="AW-24"):
        GAME.start(("A",), GAME.options())


def test_w1_an_unknown_box_can_be_counted():
    state = GAME.start(SEATS, GAME.options(deck="unknown"))
    cards = deck.deck_of("test138", {}).cards()
    assert rule(state, move("census", "", cards=cards[:91])) == "W1"
    counted = after(state, move("census", "", cards=cards))
    assert counted.census == dict(sorted(deck.test_138().items()))
    assert counted.draw == 138 - 18


def test_w1_a_card_that_cannot_exist_any_more():
    state = table(discard=["m0", "m5"])
    assert rule(state, lay("A", "m0")) == "W1"
    assert rule(table(), lay("A", "m0")) is None
    assert rule(table(), lay("A", "x9")) == "W1"


# --- a round begins (W4 to W8) ---


def test_w4_to_w6_six_cards_and_everybody_ready():
    state = GAME.start(SEATS, GAME.options())
    assert {seat: len(p.hand) for seat, p in state.players.items()} == {"A": 6, "B": 6, "C": 6}  # W4
    assert state.draw == 120  # W5
    assert rule(state, move("flip", "A", cards=["m5"])) == "W6"
    state = after(state, *(move("ready", seat) for seat in SEATS))
    assert rule(state, move("flip", "B", cards=["m5"])) == "W6"
    assert rule(state, move("flip", "A", cards=["DG"])) == "W8"
    assert rule(state, move("flip", "A", cards=["m5", "m6"])) == "W8"
    assert after(state, move("flip", "A", cards=["NM", "m5"])).draw == 119  # AW-34


# --- a turn (W9 to W13, W27, W28) ---


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        pytest.param(["m1"], None, id="W12 the colour"),
        pytest.param(["c5"], None, id="W12 the number"),
        pytest.param(["c1"], "W12", id="W12 neither"),
        pytest.param(["CSmg"], None, id="W35 on one of its colours"),
        pytest.param(["CScg"], "W12", id="AW-22 on neither colour"),
        pytest.param(["DG"], "AW-38", id="W27 grey"),
        pytest.param(["m1", "m1"], None, id="W13 a pair"),
        pytest.param(["m1", "c1"], "W13", id="W13 no pair"),
        pytest.param(["DG", "DG"], "AW-35", id="AW-35 grey pair"),
        pytest.param(["m1", "m1", "m1"], "W9", id="W9 one card"),
        pytest.param([], "W9", id="W9 no card"),
    ],
)
def test_what_may_be_laid(cards, expected):
    assert rule(table(), lay("A", *cards)) == expected


def test_w11_draw_then_lay_with_a_twin_or_keep():
    drawn = after(table(), move("touch", "A", t=1))
    assert len(drawn.players["A"].hand) == 7
    assert rule(drawn, move("toss", "B", t=2)) == "W16"  # AW-29
    assert after(drawn, lay("A", "m3", "m3")).turn == "B"  # AW-27
    kept = after(drawn, move("keep", "A"))
    assert kept.turn == "B"
    assert rule(kept, move("toss", "C", t=3)) is None  # AW-29: the next turn opens it again


@pytest.mark.parametrize(
    ("hand", "key"),
    [
        (["c1", "c2", "g7", "y1", "y2", "y3", "DG"], "note.could_not"),
        (["c1", "c2", "m7", "y1", "y2", "y3", "DG"], "note.maybe_could"),
        (["c1", "m2", "m7", "y1", "y2", "y3", "DG"], "note.could_have"),
    ],
)
def test_w10_a_doubted_hand_is_shown_to_the_companion(hand, key):
    state = after(table(), move("touch", "A"), move("doubt", "B"))
    assert next(ask for ask in GAME.asks(state) if ask.id.startswith("show")).secret
    assert rule(state, move("keep", "A")) == "W11"
    step = GAME.play(state, move("show", "A", cards=hand))
    assert [note.says.key for note in step.notes] == [key]
    assert "m7" not in step.state.players["A"].hand
    assert rule(step.state, move("doubt", "C")) == "W10"


@pytest.mark.parametrize(
    ("seat", "cards", "expected"),
    [
        pytest.param("A", ["DG", "MIR", "UNL"], None, id="W28 all grey"),
        pytest.param("A", ["DG", "MIR", "NM"], "W28", id="W28 a brown one"),
        pytest.param("A", ["DG", "MIR"], "W28", id="W28 not all shown"),
        pytest.param("B", ["DG", "MIR", "UNL"], "AW-30", id="AW-30 not the own turn"),
    ],
)
def test_only_grey_cards(seat, cards, expected):
    state = table(players={"A": {"hand": ["?"] * 3}, "B": {"hand": ["?"] * 3}})
    assert rule(state, move("redraw", seat, cards=cards)) == expected


# --- neutral cards (W20, W29, W35 to W37) ---


def test_w20_w29_seats_follow_the_people():
    state = after(table(), lay("A", "m0"))
    assert rule(state, move("seats", "A", partner="A")) == "W29"
    state = after(state, move("seats", "A", partner="C"))
    assert GAME.seat_order(state) == ("C", "B", "A")
    assert state.turn == "C"
    assert [panel.seat for panel in GAME.view(state).panels] == ["C", "B", "A"]


def test_w35_w36_w37_effects():
    assert after(table(), lay("A", "CSmg")).active == ("g",)
    assert after(table(options={"deck": "unknown"}), lay("A", "CSmg", "CSmg")).active == ("m",)  # AW-22
    state = after(table(), lay("A", "mHH"), move("half", "A"))
    assert len(state.players["A"].hand) == 3
    assert after(table(), lay("A", "mHH"), move("half", "A", away=False)).turn == "B"
    state = table(players={"A": {"hand": ["?"] * 2}})
    state = after(state, lay("A", "mCE"), move("exchange", "A", partner="B"))
    assert (len(state.players["A"].hand), len(state.players["B"].hand)) == (6, 1)


@pytest.mark.parametrize(("hand", "left"), [(5, 3), (10, 5), (1, 1), (2, 1), (0, 0)])
def test_w36_aw21_half_never_empties_a_hand(hand, left):
    assert hand - half_of(hand) == left


# --- the Magnet (W42, AW-31) ---


def test_w42_the_magnet_takes_known_and_hidden_cards():
    state = table(players={"A": {"hand": ["?"] * 4}, "C": {"hand": ["c7", "?"]}})
    state = after(state, lay("A", "mMAG"))
    assert rule(state, move("name", "A", name="7")) == "W25"
    assert rule(state, move("name", "B", name="0")) == "W42"
    assert rule(state, move("name", "B", name="m")) == "AW-31"
    state = after(state, move("name", "B", name="7"))
    assert rule(state, move("give", "C", cards=[])) == "W42"  # the c7 is known to be there
    assert rule(state, move("give", "A", cards=["m8"])) == "W42"
    state = after(state, move("give", "C", cards=["c7"]), move("give", "A", cards=["m7"]))
    assert set(state.players["B"].hand) >= {"c7", "m7"}
    assert (state.called, state.turn) == (("7",), "B")


def test_aw31_after_nine_numbers_and_four_colours_it_begins_again():
    called = tuple("123456789")
    assert magnet.may_call(called) == tuple("mcyg")
    assert magnet.after_call((*called, "m", "c", "y"), "g") == ()


# --- attacks: time and tools (AW-4, AW-14 to AW-17, AW-23, AW-26) ---


def test_aw4_minus_20_is_taken_after_three_seconds():
    state = after(table(), lay("A", "mM20"))
    ask = next(ask for ask in GAME.asks(state) if ask.id.startswith("answer"))
    assert ask.within_ms == 3000
    accept = GAME.understand(state, ask, Fact(Kind.TIME, ask.id, 0, Source.CLOCK))
    assert after(state, accept).players["B"].minus == 20
    settled = after(state, accept)
    assert rule(settled, lay("B", "DG")) == "AW-38"


def test_aw4_touching_the_pile_takes_the_cards_aw26_without_defence():
    state = after(table(), lay("A", "mP3"), move("touch", "B"))
    assert len(state.players["B"].hand) == 9


def test_aw23_an_empty_pile_is_filled_but_for_the_attack():
    state = table(discard=["m1", "m2", "m5"], draw=1)
    state = after(state, lay("A", "mP5"), move("accept", "B"))
    assert (state.discard, state.draw, len(state.players["B"].hand)) == (("mP5",), 0, 10)


def dared(task, **position):
    return after(table(**position), lay("A", "mP3"), move("dare", "B", task=task))


def drew(state):
    return len(state.players["B"].hand) - 6


@pytest.mark.parametrize(
    ("task", "steps", "cards"),
    [
        pytest.param("T1", [("begin", {"t": 0}), ("end", {"t": 7000 * MS})], 0, id="W-T1 seven seconds"),
        pytest.param("T1", [("begin", {"t": 0}), ("end", {"t": 6999 * MS})], 6, id="W-T1 too short"),
        pytest.param(
            "T1",
            [("begin", {"t": 0}), ("end", {"t": 5000 * MS, "how": "bump"}), ("end", {"t": 9000 * MS})],
            6,
            id="W-T1 bumped",
        ),
        pytest.param("T2", [("begin", {"t": 0}), ("end", {"t": 90_000 * MS})], 0, id="W-T2 ninety seconds"),
        pytest.param(
            "T2", [("begin", {"t": 0}), ("end", {"t": 95_000 * MS, "how": "told"})], 6, id="W-T2 told why"
        ),
        pytest.param("T2", [("judged", {"result": "cannot"})], 3, id="W-T2 AW-14 AW-16 declined"),
        pytest.param("T3", [("turned", {"cards": ["mSK", "CAP", "y3"]})], 13, id="W-T3 AW-17"),
        pytest.param("T3", [("turned", {"cards": ["m0"]})], 0, id="W-T3 a zero"),
        pytest.param("T4", [("judged", {"result": "ok"})], 0, id="W-T4"),
        pytest.param("T5", [("judged", {"result": "fail"})], 6, id="W-T5"),
        pytest.param("T6", [("judged", {"result": "cannot"})], 3, id="W-T6 AW-14 cannot"),
        pytest.param("T7", [("begin", {}), ("judged", {"result": "ok"})], 0, id="W-T7"),
        pytest.param("T9", [("begin", {"t": 0}), ("end", {"t": 21_009 * MS})], 0, id="W-T9 AW-40 cut off"),
        pytest.param("T9", [("begin", {"t": 0}), ("end", {"t": 18_999 * MS})], 6, id="W-T9 too early"),
        pytest.param(
            "T10",
            [("throw", {"own": a, "other": b}) for a, b in ("RS", "PP", "SR", "PR")],
            0,
            id="W-T10 two wins",
        ),
        pytest.param("T11", [("judged", {"result": "ok"})], 0, id="W-T11"),
        pytest.param("T12", [("number", {"value": 1500}), ("number", {"value": 125})], 0, id="W-T12 linear"),
        pytest.param("T12", [("number", {"value": 1500}), ("number", {"value": 126})], 6, id="W-T12 beyond"),
    ],
)
def test_tasks_with_their_tools(task, steps, cards):
    state = after(dared(task), *(move(name, "B", **fields) for name, fields in steps))
    assert drew(state) == cards
    assert (state.phase, state.turn) == ("turn", "B")


def test_wt8_population_from_the_shipped_table():
    """W-T8: 92 countries with a source and a year."""
    assert len(countries.table()) >= 60
    assert "World Bank" in countries.source() and "2024" in countries.source()
    state = dared("T8")
    assert rule(state, move("country", "B", code="CN")) == "W-T8"
    assert rule(state, move("country", "A", code="XX")) == "W-T8"
    state = after(state, move("country", "A", code="CN"), move("begin", "B"))
    people = countries.table()["CN"]
    assert drew(after(state, move("number", "B", value=people * 11 // 10))) == 0  # AW-40
    assert drew(after(state, move("number", "B", value=people * 11 // 10 + 1))) == 6
    strict = GAME.read_position({**GAME.write_position(state), "options": {"pop": "lt"}})
    assert drew(after(strict, move("number", "B", value=people * 11 // 10))) == 6


def test_aw14_a_begun_task_cannot_be_impossible_and_measures_are_not_voted_on():
    state = dared("T9")
    assert rule(state, move("judged", "", result="ok")) == "W-T9"
    begun = after(state, move("begin", "B", t=0))
    assert rule(begun, move("judged", "", result="cannot")) == "AW-14"
    shown = GAME.view(begun).detail["task"]
    assert (shown["task"], shown["watch"], shown["begun"]) == ("T9", "hidden", True)
    stop = next(ask for ask in GAME.asks(begun) if ask.id == "stop:T9")
    over = GAME.understand(begun, stop, Fact(Kind.TIME, stop.id, 60_000 * MS, Source.CLOCK))
    assert drew(after(begun, over)) == 6


def test_aw15_the_own_card_is_done_against_whoever_directed_it():
    state = after(table(), lay("A", "mP3"), lay("B", "MIR"), move("dare", "A", task="T4"))
    assert state.trying.opponent == "B"
    state = after(table(), lay("A", "mP3"), lay("C", "NM"), move("dare", "B", task="T4"))
    assert state.trying.opponent == "A"


def test_aw16_w50_the_list_of_tasks():
    assert offered(GAME.options()) == TASKS
    assert offered(GAME.options(tasks=("T4", "T9"))) == ("T4", "T9")
    house = {"options": {"tasks": ["T4"], "own_tasks": ["hop on one leg"]}}
    state = after(table(**house), lay("A", "mP3"))
    assert rule(state, move("dare", "B", task="T2")) == "AW-16"
    state = after(state, move("dare", "B", task="own", own="hop on one leg"))
    assert drew(after(state, move("judged", "", result="ok"))) == 0


def test_aw37_only_colour_and_symbol_make_a_card_the_same():
    state = after(table(), lay("A", "mP3"))
    assert after(state, lay("C", "mP3")).attack.total == 6
    assert rule(state, lay("B", "c1")) == "W21"


@pytest.mark.parametrize(("tasks", "chance"), [(1, 0.5), (2, 0.7071), (3, 0.7937)])
def test_break_even(tasks, chance):
    assert judging.breaks_even(tasks) == pytest.approx(chance, abs=1e-4)


def test_wt3_expectation():
    assert judging.expected_flip(76, 4 * 90, 4) == pytest.approx(5.26, abs=0.01)
    assert judging.expected_flip(80, 80 * 9 // 2, 12) == pytest.approx(5.98, abs=0.01)


# --- the sheet (W2, W3, W30, W33, AW-25, AW-32, AW-33) ---


@pytest.mark.parametrize(
    ("cards", "points"),
    [(["m0"], 0), (["c9"], 9), (["gSK"], 20), (["DG"], 20), (["NM"], 70), (["CSmg", "NM", "m1"], 91)],
)
def test_w33_values(cards, points):
    assert deck.points_of(tuple(cards)) == points


def scoring(minus, **position):
    players = {
        "A": {"hand": [], "counted": True, "minus": minus},
        "B": {"hand": ["?"], "minus": 10},
        "C": {"hand": ["?"], "minus": 20},
    }
    return GAME.read_position({"seats": SEATS, "phase": "score", "players": players, **position})


def test_w2_aw33_the_fewest_points_win_and_w30_hands_are_counted():
    state = scoring(500)
    assert rule(state, move("show", "B", cards=["?"])) == "W4"
    assert rule(state, move("show", "B", cards=["m1", "m2"])) == "W30"
    state = after(state, move("show", "B", cards=["c9"]), move("show", "C", cards=["m0"]))
    outcome = GAME.outcome(state)
    assert outcome.winners == ("B",)
    assert outcome.scores == {"A": -500, "B": -19, "C": -20}
    assert rule(state, lay("A", "m1")) == "W2"


@pytest.mark.parametrize(
    ("options", "extra", "over"),
    [
        ({}, {}, False),
        ({"limit": 20}, {}, True),
        ({"until": "rounds", "rounds": 1}, {}, True),
        ({"until": "rounds", "rounds": 2}, {}, False),
        ({"until": "time", "minutes": 10}, {"started": 1, "now": 600_000 * MS + 1}, True),
        ({"until": "time", "minutes": 10}, {"started": 1, "now": 600_000 * MS}, False),
    ],
)
def test_w3_the_end_of_the_game(options, extra, over):
    state = scoring(0, options=options, **extra)
    state = after(state, move("show", "B", cards=["c9"]), move("show", "C", cards=["m0"]))
    assert (GAME.outcome(state) is not None) == over
    if not over:  # AW-25
        assert (state.round, state.dealer, state.phase) == (2, "B", "ready")


@pytest.mark.parametrize(("mid_round", "phase"), [(False, "turn"), (True, "score")])
def test_aw32_the_limit_within_a_round(mid_round, phase):
    players = {"B": {"minus": 490}}
    state = table(players=players, options={"mid_round_end": mid_round})
    assert after(state, lay("A", "mM20"), move("accept", "B")).phase == phase


# --- bad input ---


def test_w16_a_press_that_was_heard_after_the_card_is_told_as_such():
    state = after(table(), lay("A", "m3", t=900 * MS))
    refusal = GAME.refuse(state, move("toss", "C", t=850 * MS))
    assert (refusal.rule, refusal.says.key) == ("W16", "refused.pressed_before")
    assert rule(state, move("toss", "C", t=870 * MS)) is None


def test_w15_two_presses_within_the_tie_window_both_count():
    state = after(table(), move("toss", "B", t=100 * MS), move("toss", "C", t=101 * MS))
    assert [claim.seat for claim in state.claims] == ["B", "C"]
    assert rule(state, lay("A", "m3", t=500 * MS)) == "W16"
    assert rule(after(state, move("no_toss", "")), lay("A", "m3", t=500 * MS)) is None


@pytest.mark.parametrize(
    "position",
    [
        {"seats": []},
        {"seats": ["A", "A"]},
        {"seats": ["A", "B"], "order": ["A"]},
        {"seats": ["A", "B"], "turn": "Z"},
        {"seats": ["A", "B"], "phase": "attack", "discard": ["mP3"]},
        {"seats": ["A", "B"], "phase": "turn"},
        {"seats": ["A", "B"], "phase": "turn", "discard": ["zz"]},
    ],
)
def test_positions_that_cannot_be(position):
    with pytest.raises(msgspec.ValidationError):
        GAME.read_position(position)


def test_aw24_strangers_are_told_kindly():
    assert rule(table(), lay("Z", "m1")) == "AW-24"
    assert rule(after(table(), lay("A", "mP3")), move("touch", "C")) == "W25"
    assert rule(table(), move("touch", "B", t=10**12)) == "W11"


def test_the_tie_goes_to_the_one_on_turn_then_clockwise():
    state = table(turn="B")
    assert GAME.break_tie(state, "toss", ["A", "C", "B"]) == ("B", "C", "A")
