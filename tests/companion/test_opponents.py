"""Bots alone at a table that is only on the screen: whole games, and how strong ABspecken's bot is."""

from random import Random

import pytest
from msgspec.structs import replace

from companion.asks import Fact, Kind, Source
from companion.games import all_games, find_game
from companion.games.abspecken import bot
from companion.games.abspecken.lab.odds import ROLLS, best_discard, rolls
from companion.opponents import Heard, Opponents
from companion.rulings import Question, Refusal, Ruling, Verdict
from tests.at_first import quick

GAMES = sorted(all_games())
MOST = 6000


class Evening:
    """One game among bots, without a journal: what happened, and what was refused."""

    def __init__(self, name, levels, seed):
        self.game = find_game(name)
        options = self.game.read_options(self.game.about.here)
        self.state = self.game.start(tuple(levels), options)
        self.opponents = Opponents(self.game, levels, options, seed)
        self.now, self.seen, self.refused, self.stuck = 0, [], [], False

    def goes_on(self, most=MOST):
        for _ in range(most):
            if self.game.outcome(self.state) is not None:
                break
            self.step()
            if self.stuck:
                break
        return self

    def step(self):
        asks = self.game.asks(self.state)
        self.opponents.things.follows(asks)
        done = sorted(self.opponents.next(self.state, asks), key=lambda one: one.after_ns)
        limits = [ask for ask in asks if ask.within_ms]
        if limits and (not done or limits[0].within_ms * 1_000_000 < done[0].after_ns):
            self.now += limits[0].within_ms * 1_000_000
            self.hear(asks, limits[0], Fact(Kind.TIME, limits[0].id, self.now, Source.CLOCK))
            return
        self.stuck = not done
        if done:
            one = done[0]
            self.now += max(1, one.after_ns)
            asked = next((ask for ask in asks if ask.id == one.ask), None)
            fact = Fact(one.kind, one.value, self.now, Source.SIMULATED, one.seat, one.ask)
            self.hear(asks, asked, fact, one.move)

    def hear(self, asks, ask, fact, written=None):
        move = (
            self.game.understand(self.state, ask, fact) if written is None else self.game.read_move(written)
        )
        wrong = move if isinstance(move, Question | Refusal) else self.game.refuse(self.state, move)
        if wrong is not None:
            self.refused.append((fact, wrong))
            return
        step = self.game.play(self.state, move)
        self.state = step.state
        ruling = Ruling(Verdict.ACCEPTED, notes=step.notes, move=self.game.write_move(move))
        heard = Heard(asks, fact, ruling, fact.source is Source.CLOCK)
        self.seen.append(heard)
        self.opponents.heard(heard)


def seats(game, level="medium"):
    low, high = game.about.seats
    return dict.fromkeys(("Ada", "Bo", "Cy")[: min(max(low, 2), high, 3)], level)


@pytest.mark.parametrize("name", GAMES)
def test_bots_play_every_game_by_themselves(name):
    """Nobody waits for ever, nobody does what is refused, and hands are what the referee believes."""
    evening = Evening(name, seats(find_game(name)), 5).goes_on(20 if name == "cui_bono" else 60)
    assert not evening.stuck and not evening.refused
    assert evening.seen
    for seat in evening.state.seats:
        hand = evening.opponents.hand(evening.state, seat)
        assert "?" not in hand
        told = getattr(evening.state, "players", None) or getattr(evening.state, "pupils", None)
        if hand and told and getattr(told[seat], "standing", "in") == "in":
            assert len(told[seat].hand) == len(hand)


@pytest.mark.parametrize("level", quick(["strong", "easy", "medium"], 0, more=1))
@pytest.mark.parametrize("name", GAMES)
def test_whole_games_come_to_an_end(name, level):
    """Strong ones too, who would often do the same: they do not finish together for ever."""
    seed = ("easy", "medium", "strong").index(level)
    evening = Evening(name, seats(find_game(name), level), seed).goes_on()
    assert evening.game.outcome(evening.state) is not None and not evening.refused


@pytest.mark.parametrize("name", ["cui_bono", "forced_memory", "sums"])
def test_nobody_is_asked_to_build_a_pyramid_that_is_only_on_the_screen(name):
    evening = Evening(name, seats(find_game(name)), 3)
    ask = next(ask for ask in evening.game.asks(evening.state) if ask.id == "built")
    assert evening.opponents.things.of_itself(evening.state, ask) is not None
    evening.step()
    assert evening.state.phase != "build"


def test_what_a_finger_has_laid_shows_its_colour_and_numbers():
    """A finger names the place of a die alone; without its numbers nobody could add up beside it."""
    evening = Evening("sums", seats(find_game("sums")), 3)
    while evening.state.phase != "place":
        evening.step()
    ask = next(ask for ask in evening.game.asks(evening.state) if ask.id == "place")
    assert evening.opponents.things.of_itself(evening.state, ask).value, "after a Stop its place is known"
    evening.hear([ask], ask, Fact(ask.kind, True, evening.now, Source.TOUCH, evening.state.caller, "place"))
    assert any("?" in die for die in evening.state.pyramid.values())
    evening.step()
    assert not any("?" in die for die in evening.state.pyramid.values()) and not evening.refused


@pytest.mark.parametrize("name", ["abi94", "wobble", "abspecken"])
def test_whoever_comes_back_holds_the_same_cards(name):
    evening = Evening(name, seats(find_game(name)), 3).goes_on(25)
    levels, options = seats(evening.game), evening.state.options
    again = Opponents(evening.game, levels, options, 3, evening.seen)
    for seat in levels:
        assert again.hand(evening.state, seat) == evening.opponents.hand(evening.state, seat) != ()


def won(better, worse, games, first=0):
    """How many of *games* for two the *better* one has won, half of them sitting first; ties are halves."""
    points = 0.0
    for seed in range(first, first + games):
        levels = {"Ada": better, "Bo": worse} if seed % 2 else {"Bo": worse, "Ada": better}
        evening = Evening("abspecken", levels, seed).goes_on()
        winners = evening.game.outcome(evening.state).winners
        points += ("Ada" in winners) / len(winners)
    return points


@pytest.mark.timeout(600)
@pytest.mark.parametrize(("games", "least"), quick([(10, 6), (100, 70)]))
@pytest.mark.parametrize(("better", "worse"), quick([("medium", "easy"), ("strong", "medium")]))
def test_a_stronger_player_of_abspecken_beats_a_weaker_one(better, worse, games, least):
    """Of the same strength they would not be so far apart; measured: 124 of 150 87 of 100."""
    assert won(better, worse, games) >= least


def test_a_bot_calls_doubts_and_takes_as_people_do():
    asked = {
        heard.fact.ask.partition(":")[0]
        for seed in range(3)
        for heard in Evening("abspecken", seats(find_game("abspecken"), "easy"), seed).goes_on(300).seen
    }
    assert asked >= {"pick", "roll", "discard", "cannot", "doubt", "show", "take", "take_card", "refill"}


def test_bots_never_look_into_other_hands():
    """With other hidden cards in the other hands the same bot does the same."""
    evening = Evening("abspecken", seats(find_game("abspecken"), "strong"), 4).goes_on(40)
    state = evening.state
    hidden = {
        seat: player if seat == "Ada" else replace(player, hand=("?",) * len(player.hand))
        for seat, player in state.players.items()
    }
    blind = replace(state, players=hidden)
    assert bot.choose(state, "Ada", "strong", Random(1)) == bot.choose(blind, "Ada", "strong", Random(1))


def test_what_a_strong_one_hopes_for_is_what_the_odds_say():
    for hand in [("1", "2", "3", "4", "5"), ("6", "6", "6"), ("1", "1", "2", "2", "6"), ()]:
        best = [best_discard(hand, rolled) or -bot.MISSED for rolled in rolls()]
        assert bot.hoped(hand) == pytest.approx(sum(best) / ROLLS)


@pytest.mark.parametrize(
    ("name", "told", "hand", "done"),
    [
        ("abstrac", "row:1", (), True),
        ("abstrac", "row:1 again", (), False),
        ("wobble", "redraw:Ada", ("DG", "YOU"), True),
        ("wobble", "redraw:Ada", ("DG", "R5"), False),
    ],
)
def test_nobody_is_offered_to_deal_twice_or_to_show_a_hand_that_is_not_all_grey(name, told, hand, done):
    evening = Evening(name, seats(find_game(name), "easy"), 1)
    asks = evening.game.asks(evening.state)
    cards = replace(asks[0], id=told.partition(" ")[0], seats=("Ada",), optional=told.endswith("again"))
    things = evening.opponents.things
    if hand:
        things.hands["Ada"] = list(hand)
    assert (things.of_itself(evening.state, cards) is not None) is done
