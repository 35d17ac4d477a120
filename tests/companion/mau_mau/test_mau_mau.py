"""Mau-Mau at the table: what fits, what each card does, what "Mau!" is for, and how it ends."""

from random import Random

import msgspec
import pytest

from companion.asks import Kind, Source
from companion.bots import LEVELS
from companion.games.mau_mau import GAME
from companion.games.mau_mau import bot as bots
from companion.games.mau_mau.deck import deck_of
from companion.games.mau_mau.state import First
from companion.rulings import Importance, Verdict
from tests.companion.at_the_table import AtTheTable
from tests.companion.mau_mau.claims import draw, keeps, lay, lies, mau, played, wish

ALL = {"eights": True, "nines": True, "aces": True}
TWO = {"Ada": 2, "Ben": 5, "Cem": 5}
ONE = {"Ada": 1, "Ben": 5, "Cem": 5}
UNO = {"pack": "uno"}


def options(**wanted):
    return GAME.read_options(wanted)


@pytest.mark.parametrize(("pack", "hand"), [("32", 5), ("32", 7), ("52", 7), ("uno", 7)])
def test_mm1_no_more_people_sit_down_than_the_pack_has_hands_for(pack, hand):
    house, names = options(pack=pack, hand=hand), tuple(f"P{n}" for n in range(GAME.about.seats[1]))
    _, most = GAME.seat_range(house)
    assert GAME.start(names[:most], house).pack >= 0
    assert most == len(names) or GAME.start(names[: most + 1], house).pack < 0


@pytest.mark.parametrize(
    ("top", "move", "house", "rule", "more"),
    [
        pytest.param("9H", lay("KH"), {}, None, {}, id="MM3 the same suit"),
        pytest.param("9H", lay("9S"), {}, None, {}, id="MM3 the same rank"),
        pytest.param("9H", lay("KS"), {}, "MM3", {}, id="MM3 neither"),
        pytest.param("9H", lay("KH", seat="Ben"), {}, "MM2", {}, id="MM2 not the turn"),
        pytest.param("9H", lay("KH", "TH"), {}, "MM2", {}, id="MM2 two at once"),
        pytest.param("9H", lay("9H"), {}, "MM1", {}, id="MM1 that very card lies there"),
        pytest.param("9H", lay("2H"), {}, "MM1", {}, id="MM1 the small pack has no two"),
        pytest.param("9H", lay("2H"), {"pack": "52"}, None, {}, id="MM1 the large one has"),
        pytest.param("9H", keeps(), {}, "MM4", {}, id="MM4 nothing was drawn"),
        pytest.param("9H", draw(), {}, "MM4", {"phase": "drawn"}, id="MM4 one card only"),
        pytest.param("9H", lay("KH"), {}, None, {"phase": "drawn"}, id="MM4 what was drawn may be laid"),
        pytest.param("7H", lay("KH"), {}, "MM6", {"owed": 2}, id="MM6 two are owed"),
        pytest.param("7H", lay("7S"), {}, None, {"owed": 2}, id="MM6 another seven"),
        pytest.param("7H", lay("7S"), {"sevens": "single"}, "MM6", {"owed": 2}, id="MM6 not passed on"),
        pytest.param("7H", lay("JS"), {}, "MM6", {"owed": 2}, id="MM9 nor a jack where cards are owed"),
        pytest.param("7H", lay("KH"), {}, None, {}, id="MM6 they are drawn already"),
        pytest.param("9H", lay("JS"), {}, None, {}, id="MM9 a jack fits on anything"),
        pytest.param("JH", lay("KS"), {}, None, {}, id="MM1 anything on a jack that was turned up"),
        pytest.param("JH", lay("JS"), {}, None, {}, id="MM9 a jack as well"),
        pytest.param("JH", lay("KS"), {}, "MM9", {"wish": "D"}, id="MM9 diamonds are wished for"),
        pytest.param("JH", lay("KD"), {}, None, {"wish": "D"}, id="MM9 that is one"),
        pytest.param("JH", lay("JD"), {}, "MM9", {"wish": "D"}, id="MM9 no jack on a jack"),
        pytest.param("9H", wish("D"), {}, "MM9", {}, id="MM9 nothing to wish for"),
        pytest.param("JH", lay("KH"), {}, "MM9", {"phase": "wish"}, id="MM9 the wish comes first"),
        pytest.param("JH", wish("red"), {}, "MM9", {"phase": "wish"}, id="MM9 not with these cards"),
        pytest.param("9H", mau(), {}, "MM11", {}, id="MM11 five cards are no reason"),
        pytest.param("9H", mau(), {}, None, {"cards": TWO}, id="MM11 before the last but one"),
        pytest.param("9H", mau(), {}, "MM11", {"cards": TWO, "said": ("Ada",)}, id="MM11 once is enough"),
        pytest.param("9H", lay("JS"), {"last": "plain"}, "MM12", {"cards": ONE}, id="MM12 a jack at the end"),
        pytest.param("9H", lay("KH"), {"last": "plain"}, None, {"cards": ONE}, id="MM12 a plain card"),
        pytest.param("red_3", lay("blue_3"), UNO, None, {}, id="MM13 the same number"),
        pytest.param("red_3", lay("blue_4"), UNO, "MM3", {}, id="MM13 neither"),
        pytest.param("red_3", lay("wild_draw4"), UNO, None, {}, id="MM13 a wild card"),
        pytest.param("red_draw2", lay("blue_draw2"), UNO, None, {"owed": 2}, id="MM13 draw two on draw two"),
        pytest.param("wild_draw4", lay("red_draw2"), UNO, "MM6", {"owed": 4}, id="MM13 not on four"),
        pytest.param("red_3", lay("KH"), UNO, "MM1", {}, id="MM1 of another pack"),
    ],
)
def test_what_may_be_done(top, move, house, rule, more):
    refusal = GAME.refuse(lies(top, options=options(**house), **more), move)
    assert (refusal and refusal.rule) == rule


@pytest.mark.parametrize(
    ("top", "moves", "house", "expected"),
    [
        pytest.param("9H", [lay("KH")], {}, {"turn": "Ben", "owed": 0}, id="MM2 clockwise"),
        pytest.param("9H", [lay("7H")], {}, {"turn": "Ben", "owed": 2}, id="MM6 seven"),
        pytest.param("9H", [lay("7H"), lay("7S", seat="Ben")], {}, {"turn": "Cem", "owed": 4}, id="MM6 both"),
        pytest.param("9H", [lay("7H"), draw("Ben")], {}, {"turn": "Cem", "owed": 0}, id="MM6 drawn"),
        pytest.param("9H", [lay("8H")], ALL, {"turn": "Cem"}, id="MM7 eight"),
        pytest.param("TH", [lay("9H")], ALL, {"turn": "Cem", "way": -1}, id="MM8 nine"),
        pytest.param("TH", [lay("9H"), lay("9S", seat="Cem")], ALL, {"turn": "Ada"}, id="MM8 twice"),
        pytest.param("9H", [lay("JS")], {}, {"turn": "Ada", "phase": "wish"}, id="MM9 jack"),
        pytest.param("9H", [lay("JS"), wish("D")], {}, {"turn": "Ben", "wish": "D"}, id="MM9 wished"),
        pytest.param(
            "9H", [lay("JS"), wish("D"), lay("KD", seat="Ben")], {}, {"turn": "Cem", "wish": ""},
            id="MM9 and fulfilled",
        ),
        pytest.param(
            "9H", [lay("JS"), wish("D"), draw("Ben"), keeps("Ben")], {}, {"turn": "Cem", "wish": "D"},
            id="MM9 it stays until somebody has one",
        ),
        pytest.param("TH", [lay("AH")], ALL, {"turn": "Ada", "phase": "lay"}, id="MM10 ace"),
        pytest.param("9H", [draw()], {}, {"turn": "Ada", "phase": "drawn"}, id="MM4 drawn"),
        pytest.param("9H", [draw(), keeps()], {}, {"turn": "Ben", "phase": "lay"}, id="MM4 and kept"),
        pytest.param("red_3", [lay("wild_draw4"), wish("blue")], UNO, {"owed": 4}, id="MM13 four"),
        pytest.param("red_3", [lay("red_skip")], UNO, {"turn": "Cem"}, id="MM13 skip"),
        pytest.param("red_3", [lay("red_7")], UNO, {"turn": "Ben", "owed": 0}, id="MM13 a number is one"),
    ],
)  # fmt: skip
def test_what_follows(top, moves, house, expected):
    state = played(lies(top, options=options(**house)), *moves)
    assert {name: getattr(state, name) for name in expected} == expected


def test_mm8_of_two_people_a_nine_leaves_the_same_one_on_turn():
    state = lies("TH", options=options(**ALL), seats=("Ada", "Ben"))
    assert played(state, lay("9H")).turn == "Ada"


def test_mm5_the_pile_is_turned_over_when_the_pack_is_too_small():
    """MM5."""
    state = lies("9H", "KH", "7H", pack=1, owed=2)
    step = GAME.play(state, draw())
    assert (step.state.pack, step.state.pile, step.state.cards["Ada"]) == (1, ("7H",), 7)
    assert "note.turned_over" in [note.says.key for note in step.notes]


def test_mm5_what_is_not_there_is_not_drawn():
    state = played(lies("7H", pack=0, owed=2), draw())
    assert (state.pack, state.cards["Ada"], state.owed) == (0, 5, 0)


@pytest.mark.parametrize(
    ("moves", "cards", "warned"),
    [
        pytest.param([lay("KH"), lay("TH", seat="Ben")], 2, True, id="MM11 forgotten"),
        pytest.param([lay("KH"), draw("Ben")], 2, True, id="MM11 until anybody draws"),
        pytest.param([lay("KH"), mau(), lay("TH", seat="Ben")], 1, False, id="MM11 said after it"),
        pytest.param([mau(), lay("KH"), lay("TH", seat="Ben")], 1, False, id="MM11 said before it"),
        pytest.param([mau(), draw(), lay("KH"), draw("Ben")], 2, False, id="MM11 two are left after all"),
    ],
)
def test_who_forgets_mau_draws(moves, cards, warned):
    state, loud = lies("9H", cards=TWO), []
    for move in moves:
        assert GAME.refuse(state, move) is None
        step = GAME.play(state, move)
        state, loud = step.state, [*loud, *step.notes]
    assert state.cards["Ada"] == cards
    assert any(note.importance is Importance.WARN for note in loud) is warned


def test_mm12_who_has_no_card_left_wins_also_with_a_seven():
    state = played(lies("9H", cards=ONE), lay("7H"))
    assert (state.phase, state.owed, GAME.outcome(state).winners) == ("over", 0, ("Ada",))
    assert GAME.scores(state) == {"Ada": 1, "Ben": 0, "Cem": 0} and GAME.asks(state) == ()
    assert GAME.refuse(state, draw("Ben")).rule == "MM12"


def test_a_game_is_told_by_cards_touch_and_a_button():
    at = AtTheTable(GAME, ("Ada", "Ben"))
    ask = at.table.asks[0]
    assert at.hear(Kind.CARD, {"place": "discard", "cards": ["9H"]}, ask=ask.id, source=Source.CAMERA)
    at.hear(Kind.CARD, {"place": "discard", "cards": ["KH"]}, source=Source.CAMERA)
    at.hear(Kind.CONFIRM, True, "Ben", ask="draw:Ben")
    at.hear(Kind.CONFIRM, True, "Ben", ask="pass:Ben")
    at.hear(Kind.CARD, {"place": "discard", "cards": ["JS"]}, source=Source.CAMERA)
    assert {choice.value for ask in at.table.asks for choice in ask.choices} == {"C", "D", "H", "S"}
    at.hear(Kind.CHOICE, "D", "Ada", ask="wish")
    assert (at.state.turn, at.state.wish, at.state.cards) == ("Ben", "D", {"Ada": 3, "Ben": 6})


def test_mm2_two_cards_that_the_camera_sees_at_once_are_refused():
    at = AtTheTable(GAME, ("Ada", "Ben"))
    at.hear(Kind.CARD, {"place": "discard", "cards": ["9H"]}, ask="first", source=Source.CAMERA)
    ruling = at.hear(Kind.CARD, {"place": "discard", "cards": ["KH", "TH"]}, source=Source.CAMERA)
    assert (ruling.verdict, ruling.rule) == (Verdict.REFUSED, "MM2")


@pytest.mark.parametrize(
    "position",
    [
        pytest.param({"seats": ["Ada"]}, id="one alone"),
        pytest.param({"seats": ["Ada", "Ben"], "phase": "lay"}, id="nothing lies there"),
        pytest.param({"seats": ["Ada", "Ben"], "pile": ["9H", "9H"]}, id="one card twice"),
        pytest.param({"seats": ["Ada", "Ben"], "pile": ["red_3"]}, id="of another pack"),
        pytest.param({"seats": ["Ada", "Ben"], "pile": ["9H"], "wish": "blue"}, id="no such suit"),
        pytest.param({"seats": ["Ada", "Ben"], "turn": "Cem"}, id="nobody of that name"),
    ],
)
def test_what_is_no_position(position):
    with pytest.raises(msgspec.ValidationError):
        GAME.read_position(position)


def test_mm1_a_partial_position_takes_full_hands():
    state = GAME.read_position({"seats": ["Ada", "Ben"], "phase": "lay", "pile": ["9H"]})
    assert (state.cards, state.pack, state.turn) == ({"Ada": 5, "Ben": 5}, 21, "Ada")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("pack", ["32", "uno"])
def test_bots_play_to_the_end(level, pack):
    """MM12, with real hands."""
    random, house = Random(5), options(pack=pack)
    cards = list(deck_of(pack).cards())
    random.shuffle(cards)
    hands = {seat: [cards.pop() for _ in range(5)] for seat in ("Ada", "Ben")}
    state = played(GAME.start(tuple(hands), house), First(card=cards.pop()))
    for _ in range(600):
        if state.phase == "over":
            break
        chosen = [(seat, bots.choose(state, seat, level, random, hand=tuple(hands[seat]))) for seat in hands]
        seat, move = next((seat, move) for seat, move in chosen if move is not None)
        assert GAME.refuse(state, move) is None
        before, state = state, GAME.play(state, move).state
        for card in bots.gives_up(before, move, tuple(hands[seat])):
            hands[seat].remove(card)
        for who, held in hands.items():
            while len(held) < state.cards[who]:
                if not cards:
                    held_by_all = [card for hand in hands.values() for card in hand]
                    cards = [card for card in deck_of(pack).cards() if card not in held_by_all]
                held.append(cards.pop())
    assert state.phase == "over"
    (left,) = GAME.view(state).sheet
    assert left.cells == tuple(str(len(hand)) for hand in hands.values()), "the sheet at the end is not empty"


def test_a_strong_bot_keeps_its_jack_and_holds_up_who_is_nearly_out():
    quiet = lies("9H", seats=("Ada", "Ben"), cards={"Ada": 3, "Ben": 5})
    assert bots.choose(quiet, "Ada", "strong", Random(1), hand=("JS", "KH", "TD")) == lay("KH")
    close = lies("9H", seats=("Ada", "Ben"), cards={"Ada": 3, "Ben": 1})
    assert bots.choose(close, "Ada", "strong", Random(1), hand=("7H", "KH", "TH")) == lay("7H")
