"""Single moves at the table: the box, the beginning, turns, neutral cards and the Magnet."""

import pytest
from wobble_tables import SEATS, after, lay, move, rule, table

from companion.game import WrongOptionsError
from companion.games.wobble import GAME, deck, settling
from companion.games.wobble.effects import half_of
from companion.seats import seats_named
from companion.table.line import CannotStart, open_game
from tests.tables import cases

# --- the box (W1, W51) ---


def test_w1_the_printable_deck():
    census = deck.test_138()
    assert sum(census.values()) == 138
    assert deck.refuse_census(census) is None
    assert deck.refuse_census({"m1": 91}).says.args == {"n": 91, "size": 138}
    assert deck.refuse_census({"m1": 137, "zz": 1}).says.key == "refused.unknown_card"
    assert deck.refuse_census({"m1": 138, "m2": 0}) is None
    assert deck.refuse_census({"m1": 139, "m2": -1}).says.key == "refused.deck_size"


def test_w51_the_learning_deck_leaves_out_eight_kinds():
    kinds = {deck.kind(card) for card in deck.deck_of("learning", {}).census}
    assert kinds.isdisjoint({"HH", "CE", "M20", "AFK", "UNL", "NM", "CAP", "DBL"})
    assert len(kinds) == 19


def test_w1_a_deck_with_91_cards_does_not_begin():
    with pytest.raises(WrongOptionsError, match=r"W1 refused\.deck_size"):
        GAME.start(SEATS, GAME.options(census={"m1": 91}))


@pytest.mark.parametrize("people", [1, 11])
def test_aw_24_two_to_ten_people(people):
    with pytest.raises(CannotStart):
        open_game(GAME, seats_named("ABCDEFGHIJK"[:people]), {})


def test_w1_an_unknown_box_can_be_counted():
    state = GAME.start(SEATS, GAME.options(deck="unknown"))
    cards = deck.deck_of("test138", {}).cards()
    assert rule(state, move("census", "", cards=cards[:91])) == "W1"
    counted = after(state, move("census", "", cards=cards))
    assert counted.census == dict(sorted(deck.test_138().items()))
    assert counted.draw == 138 - 18


@cases(
    "options, warned",
    {
        "W1 an own box that nobody has counted": ({}, False),
        "W1 the printable deck": ({"deck": "test138"}, False),
        "W1 a counted box: the count was wrong": ({"census": {"m0": 1, "m5": 137}}, True),
    },
)
def test_w1_what_lies_there_is_true(options, warned):
    """However many there are of a card: a count is for odds, never to refuse what lies there."""
    state = table(discard=["m0", "m5"], options=options)
    assert rule(state, lay("A", "m0")) is None
    notes = GAME.play(state, lay("A", "m0")).notes
    assert ("note.more_than_counted" in [note.says.key for note in notes]) is warned
    assert rule(state, lay("A", "x9")) == "W1"


def test_w1_a_box_of_ones_own_is_the_usual_one():
    assert GAME.options().deck == "unknown"
    changes = table(discard=["mCD", "m5"], players={"B": {"hand": ["mCD"]}})
    assert rule(changes, lay("A", "mCD", "mCD")) is None, "the booklet's own example"


def test_w14_the_printable_deck_has_what_the_booklet_lays_in_pairs():
    census = deck.test_138()
    for kind in ("CD", "SK", "P3"):
        assert any(n > 1 for card, n in census.items() if deck.kind(card) == kind), kind
    printed = deck.printed_tasks()
    assert sorted(t for tasks in printed.values() for t in tasks) == sorted(deck.TASKS), "each once"
    assert {card: len(tasks) for card, tasks in printed.items()} == {
        card: n for card, n in census.items() if deck.kind(card) in deck.DRAWING
    }


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


@cases(
    "cards, expected",
    {
        "W12 the colour": (["m1"], None),
        "W12 the number": (["c5"], None),
        "W12 neither": (["c1"], "W12"),
        "W35 on one of its colours": (["CSmg"], None),
        "AW-22 on neither colour": (["CScg"], "W12"),
        "W27 grey": (["DG"], "AW-38"),
        "W13 a pair": (["m1", "m1"], None),
        "W13 no pair": (["m1", "c1"], "W13"),
        "AW-35 grey pair": (["DG", "DG"], "AW-35"),
        "W9 one card": (["m1", "m1", "m1"], "W9"),
        "W9 no card": ([], "W9"),
    },
)
def test_what_may_be_laid(cards, expected):
    assert rule(table(), lay("A", *cards)) == expected


def test_w11_draw_then_lay_with_a_twin_or_keep():
    drawn = after(table(), move("touch", "A", t=1))
    assert len(drawn.players["A"].hand) == 7
    assert rule(drawn, move("toss", "B", t=2)) == "W16"  # AW-29
    refusal = GAME.refuse(drawn, GAME.read_move(lay("A", "c1")))
    assert (refusal.rule, refusal.says.key) == (
        "W12",
        "refused.drawn_does_not_fit",
    )  # there is a way: keep it
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


@cases(
    "seat, cards, expected",
    {
        "W28 all grey": ("A", ["DG", "MIR", "UNL"], None),
        "W28 a brown one": ("A", ["DG", "MIR", "NM"], "W28"),
        "W28 not all shown": ("A", ["DG", "MIR"], "W28"),
        "AW-30 not the own turn": ("B", ["DG", "MIR", "UNL"], "AW-30"),
    },
)
def test_only_grey_cards(seat, cards, expected):
    state = table(players={"A": {"hand": ["?"] * 3}, "B": {"hand": ["?"] * 3}})
    assert rule(state, move("redraw", seat, cards=cards)) == expected


# --- neutral cards (W20, W29, W35 to W37) ---


def test_w20_w29_seats_follow_the_people():
    state = after(table(), lay("A", "m0"))
    assert rule(state, move("seats", "A", partner="A")) == "W29"
    state = after(state, move("seats", "A", partner="C"))
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
    assert settling.may_call(called) == tuple("mcyg")
    assert settling.after_call((*called, "m", "c", "y"), "g") == ()
