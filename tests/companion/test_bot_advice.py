"""What a bot says at the table, for a bot that always wants the same: when it waits, and how it is put."""

from random import Random
from types import SimpleNamespace

import pytest

from companion import bot_seat
from companion.asks import Ask, Kind, Say
from companion.bot_seat import PAUSE_MS, BotSeat, advise, in_words
from companion.games import find_game
from companion.lab.with_bots import levels_of
from tests.companion.in_short import sentence
from tests.companion.small_game import GAME
from tests.companion.small_game.rules import Keep, Mine, Peek, Roll, Time
from tests.tables import cases

SEATS = ("Ana", "Ben", "Cem")
START = GAME.start(SEATS, GAME.options())


def played(*moves):
    state = START
    for move in moves:
        state = GAME.play(state, move).state
    return state


CALLING = played(Roll(seat="Ana", pips=4))
KEEPING = played(Roll(seat="Ana", pips=4), Mine(seat="Ben"), Mine(seat="Ana"))


@pytest.fixture
def said(monkeypatch):
    """What the bot says that would make *move*, as words; None if it waits."""

    def says(state, seat, move, row=(), **more):
        bot = SimpleNamespace(choose=lambda *_, **__: move, **more)
        monkeypatch.setattr(bot_seat, "bot_of", lambda game: bot)
        return advise(GAME, state, GAME.asks(state), BotSeat(seat, "easy", row), Random(1))

    return says


@cases(
    "state, seat, move",
    {
        "it has nothing to do": (CALLING, "Ben", None),
        "somebody else is asked": (START, "Ben", Mine(seat="Ben")),
        "though it could do something": (START, "Ben", Peek(seat="Ben")),
        "and not it": (KEEPING, "Cem", Keep(seat="Cem", keeps=True)),
        "it may not": (CALLING, "Ben", Keep(seat="Ben", keeps=True)),
    },
)
def test_when_a_bot_waits(state, seat, move, said):
    assert said(state, seat, move) is None


def test_a_bot_that_rolls_says_so_and_no_more(said):
    """What the die shows nobody knows."""
    advice = said(START, "Ana", Roll(seat="Ana", pips=6))

    assert (sentence(advice.says), advice.move, advice.after_ms) == ("bot.rolls seat=Ana", None, 0)


def test_a_bot_calls_by_itself(said):
    """It has no hand for a button; when it has called does not belong to the call."""
    advice = said(CALLING, "Ben", Mine(seat="Ben"))

    assert sentence(advice.says) == "bot.calls seat=Ben call=@call.mine|Mine"
    assert (advice.call, advice.move, advice.after_ms) == ("mine", {"move": "mine", "seat": "Ben"}, PAUSE_MS)


def test_a_bot_that_says_how_long_it_thinks(said):
    advice = said(CALLING, "Ben", Mine(seat="Ben"), delay_ms=lambda *_: 370.6)

    assert advice.after_ms == 370


@pytest.mark.parametrize(("keeps", "words"), [(True, "keep"), (False, "give")])
def test_a_choice_is_called_as_it_stands_on_its_button(keeps, words, said):
    advice = said(KEEPING, "Ben", Keep(seat="Ben", keeps=keeps))

    assert sentence(advice.says) == f"bot.advises seat=Ben move={words}"
    assert (advice.call, advice.after_ms, advice.places) == ("", PAUSE_MS, ())


def test_what_stands_on_no_button_is_called_by_its_name(said):
    assert (
        sentence(said(CALLING, "Ben", Peek(seat="Ben")).says) == "bot.advises seat=Ben move=bot.number:n=peek"
    )


def test_a_game_may_have_words_of_its_own(said):
    """They go before those of a button; where it has none for a move the button's are taken."""
    own = said(KEEPING, "Ben", Keep(seat="Ben", keeps=True), in_words=lambda state, move: Say("own"))
    none = said(KEEPING, "Ben", Keep(seat="Ben", keeps=True), in_words=lambda state, move: None)

    assert sentence(own.says) == "bot.advises seat=Ben move=own"
    assert sentence(none.says) == "bot.advises seat=Ben move=keep"


def test_what_belongs_to_the_whole_table_is_left_to_the_people(said, monkeypatch):
    monkeypatch.setattr(bot_seat, "OF_THE_TABLE", ("time",))

    assert said(CALLING, "Ben", Time(seat="Ben")) is None


@cases(
    "kind, move, words",
    {
        "a yes": (Kind.CONFIRM, Keep(seat="Ben", keeps=True), "sure"),
        "no yes": (Kind.CONFIRM, Keep(seat="Ben", keeps=False), "bot.number n=keep"),
        "a number is no yes": (Kind.NUMBER, Keep(seat="Ben", keeps=True), "bot.number n=keep"),
        "a call": (Kind.CALL, Mine(seat="Ben"), "sure"),
        "another move": (Kind.CALL, Keep(seat="Ben", keeps=True), "bot.number n=keep"),
    },
)
def test_a_question_answers_for_its_move(kind, move, words, monkeypatch):
    monkeypatch.setattr(bot_seat, "bot_of", lambda game: SimpleNamespace())
    ask = Ask("one", kind, ("Ben",), Say("sure"), "R4", call="mine" if kind is Kind.CALL else "")

    assert sentence(in_words(GAME, KEEPING, [ask], move)) == words


def test_a_choice_that_is_no_answer_is_passed_over(monkeypatch):
    """Whatever a game makes of it, it is not this move."""
    monkeypatch.setattr(bot_seat, "bot_of", lambda game: SimpleNamespace())
    monkeypatch.setattr(type(GAME), "understand", lambda *_: {}["nothing"])

    assert sentence(in_words(GAME, KEEPING, GAME.asks(KEEPING), Keep(seat="Ben", keeps=True))) == (
        "bot.number n=keep"
    )


def test_how_strong_a_bot_may_be():
    """The weakest first; nothing where a game has no bot."""
    assert levels_of(find_game("abstrac")) == ("easy", "medium", "strong", "perfect")
    assert levels_of(find_game("dice_march")) == ("easy", "medium", "strong")
    assert levels_of(find_game("abspecken")) == ("easy", "medium", "strong")


# --- hidden cards ---


@cases(
    "row, needed, told",
    {
        "all of them": ((), 3, ("bot.shows_hand seat=Ben n=3", 3, True)),
        "the new ones": (("1",), 3, ("bot.shows_new seat=Ben n=2", 2, False)),
        "the new one": (("1", "2"), 3, ("bot.shows_new seat=Ben n=1", 1, False)),
        "too many lie there": (("1", "2", "3"), 2, ("bot.shows_hand seat=Ben n=2", 2, True)),
    },
)
def test_what_a_bot_wants_to_be_shown(row, needed, told, said):
    advice = said(CALLING, "Ben", Mine(seat="Ben"), row, hidden_cards=lambda state, seat: needed)

    assert (sentence(advice.says), advice.hand, advice.anew) == told
    assert advice.move is None


def test_which_cards_of_its_row_a_bot_lays(said):
    """So that the hand need not look at the others; the bot thinks with its cards in order."""
    held = []

    def choose(*_, hand):
        held.append(hand)
        return Keep(seat="Ben", keeps=True)

    advice = said(
        KEEPING,
        "Ben",
        None,
        ("7", "1", "3"),
        hidden_cards=lambda state, seat: 3,
        gives_up=lambda state, move, row: ("3", "7"),
    )
    assert advice is None  # nothing to do

    bot = SimpleNamespace(
        choose=choose, hidden_cards=lambda *_: 3, gives_up=lambda state, move, row: ("3", "7")
    )
    bot_seat.bot_of = lambda game: bot  # taken back by the fixture
    advice = advise(GAME, KEEPING, GAME.asks(KEEPING), BotSeat("Ben", "easy", ("7", "1", "3")), Random(1))

    assert held == [("1", "3", "7")]
    assert advice.places == (1, 3)
    assert sentence(advice.says) == "bot.advises_from_row seat=Ben move=keep places=1,3 n=2"
