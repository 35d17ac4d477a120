"""A bot as one more player: what it says can be done, is in words, and is never more than it may know."""

from random import Random

import pytest

from companion import bot_seat
from companion.bot_seat import BotSeat, advise
from companion.games import all_games, find_game
from companion.lab.candidates import legal
from companion.lab.short_pyramid import read_position
from companion.lab.with_bots import levels_of
from companion.words import game_words, languages

SEATS = ("Ada", "Ben", "Cem", "Dora")
WITH_BOTS = [game for game in all_games().values() if levels_of(game)]


@pytest.fixture(autouse=True)
def _little_thought(monkeypatch):
    monkeypatch.setattr(bot_seat, "NODES", 30)


def some_move(game, state, random):
    """Whatever somebody may do."""
    for seat in random.sample(state.seats, len(state.seats)):
        moves = legal(game, state, seat)
        if moves:
            return random.choice(moves)
    return None


def advised(game, most, level="medium"):
    """A game in which the first seat does what its bot says, and chance does all the rest: what was said."""
    random = Random(f"{game.about.name} {level}")
    seats = SEATS[: max(2, game.about.seats[0])]
    state, hand, told = game.start(seats, game.options()), (), []
    for _ in range(most):
        if game.outcome(state) is not None:
            break
        advice = advise(game, state, game.asks(state), BotSeat(seats[0], level, hand), random)
        move = some_move(game, state, random)
        if advice is not None:
            told.append((state, advice))
            if advice.move is not None:
                move = game.read_move(advice.move)
                assert game.refuse(state, move) is None
        state = game.play(state, move).state
    return told


def test_every_game_of_the_pyramid_and_of_open_cards_has_a_bot():
    names = {game.about.name for game in WITH_BOTS}
    assert names >= {"abstrac", "squeeze_play", "pack_rat", "sums", "cui_bono", "forced_memory", "dice_march"}
    assert {"wobble", "abi94"} <= names
    assert all(set(levels_of(game)) >= {"easy", "medium", "strong"} for game in WITH_BOTS)


@pytest.mark.parametrize("game", WITH_BOTS, ids=lambda game: game.about.name)
def test_what_a_bot_says_can_be_done_and_is_said_in_words(game):
    told = advised(game, 60)
    assert told, "the bot never said anything"
    words = game_words(game)
    for _state, advice in told:
        for language in languages():
            sentence = words.say(advice.says, language)
            assert "{" not in sentence and "bot." not in sentence, sentence
        assert advice.seat == SEATS[0]


@pytest.mark.parametrize("game", WITH_BOTS, ids=lambda game: game.about.name)
def test_a_bot_never_says_what_a_die_shows(game):
    for _, advice in advised(game, 60, "easy"):
        assert advice.move is None or advice.move["move"] not in bot_seat.ROLLS


@pytest.mark.parametrize(("name", "hand"), [("wobble", ("m7", "m8", "c1", "c2", "c3", "DG")), ("abi94", ())])
def test_hidden_cards_are_asked_for_before_it_decides(name, hand):
    game = find_game(name)
    state = {
        "wobble": {"seats": SEATS[:3], "phase": "turn", "turn": "Ada", "discard": ["m5"], "active": ["m"]},
        "abi94": {"seats": SEATS, "phase": "swap", "pupils": {seat: {"hand": ["?"] * 7} for seat in SEATS}},
    }[name]
    position = read_position(game, state)
    asks = game.asks(position)
    if name == "abi94":
        hand = ("+1", "+2", "+3", "+4", "+5", "-1", "-2")

    first = advise(game, position, asks, BotSeat("Ada", "strong"), Random(1))
    assert (first.move, first.hand) == (None, len(hand))
    then = advise(game, position, asks, BotSeat("Ada", "strong", hand), Random(1))
    assert then.hand == 0 and then.move is not None
    nothing = advise(game, position, asks, BotSeat("Ben", "strong"), Random(1)) if name == "wobble" else None
    assert nothing is None


def test_a_call_is_called_by_the_bot_itself_once_it_has_read_every_die():
    game = find_game("sums")
    unread = {"layers": [8], "fill": "m"}
    read = {**unread, "ori": {f"{x},{y},{8 - x - y}": [6, 2, 3] for x in range(9) for y in range(9 - x)}}
    position = {"seats": SEATS[:3], "phase": "search", "roll": [1, 1, 1]}

    def called(pyramid):
        state = read_position(game, {**position, "pyramid": pyramid})
        return advise(game, state, game.asks(state), BotSeat("Ben", "strong"), Random(3))

    assert called(unread) is None  # what it cannot see may fit
    assert called(read).call == "niete"
    assert called(read).after_ms > 0
