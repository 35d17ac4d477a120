"""Bots at the table of the app: they think on another thread, hands do what they say, calls they call."""

import queue
from collections.abc import Callable
from random import Random

import pytest
from evenings import NAMES

from companion.asks import MS, Fact, Kind, Source
from companion.clock import HandClock
from companion.games import find_game
from companion.journal import Journal
from companion.lab.short_pyramid import read_position
from companion.rulings import Verdict
from companion.seats import Seat
from companion.table import Table
from companion.words import game_words, languages
from ui.bot_player import BotPlayer

ANNA, BEN = NAMES[:2]


class Thread:
    """The thread of the table, by hand: what the bots have posted is done here, what is due later in time."""

    def __init__(self, clock: HandClock) -> None:
        self.clock, self.posted, self.later = clock, queue.Queue(), []

    def post(self, do: Callable[[], None]) -> None:
        self.posted.put(do)

    def after(self, do: Callable[[], None], seconds: float) -> None:
        self.later.append((self.clock.now() + round(seconds * 1e9), do))

    def think(self) -> None:
        """Wait for the bots to have thought, and let the time pass that they take."""
        self.posted.get(timeout=20)()
        while self.later:
            due, do = self.later.pop(0)
            self.clock.advance(max(0, due - self.clock.now()))
            do()


class Table4:
    """A game with a bot on the second seat."""

    def __init__(self, name: str, level: str = "medium", people: int = 2, **options: object) -> None:
        self.clock = HandClock(now=10**12)
        self.thread = Thread(self.clock)
        seats = [
            Seat(who, letter=who[0], button=str(number), bot=level if number == 2 else "")
            for number, who in enumerate(NAMES[:people], 1)
        ]
        self.journal = Journal.open(":memory:", self.clock)
        self.table = Table.start(find_game(name), seats, options, self.journal, self.clock)
        self.bots = BotPlayer(self.table, self.clock, self.thread.post, self.thread.after, Random(1))

    def put(self, position: object) -> None:
        game = self.table.game
        self.table.override(game.write_position(read_position(game, position)), "for the test")

    def advised(self):
        self.bots.look()
        self.thread.think()
        return self.bots.advice

    def close(self) -> None:
        self.bots.stop()
        self.journal.close()


@pytest.fixture
def seated():
    opened = []

    def sit(*args, **options) -> Table4:
        opened.append(Table4(*args, **options))
        return opened[-1]

    yield sit
    for table in opened:
        table.close()


ROW = "JS AD AS AH QS TH AC KD QD 9D 9C TD TC TS KH 9H KS JH QH QC JD JC 9S KC".split()  # noqa: SIM905
TURN = {"seats": [ANNA, BEN], "phase": "take", "turn": BEN, "dealer": ANNA}
BENS_TURN = {**TURN, "row": ROW[::-1], "dealt": ROW}


def test_a_hand_does_what_the_bot_says(seated):
    at = seated("abstrac", "strong")
    at.put(BENS_TURN)
    (advice,) = at.advised()
    assert (advice.seat, advice.move["move"]) == (BEN, "take")
    before = len(at.table.state.row)

    assert at.bots.done(advice).verdict is Verdict.ACCEPTED

    assert len(at.table.state.row) == before - advice.move["count"]
    at.bots.look()
    assert at.bots.advice == ()  # it is Anna's turn, and nothing of the turn before is left


def test_a_thought_about_a_table_that_has_gone_on_is_not_told(seated):
    at = seated("abstrac", "easy")
    at.put(BENS_TURN)
    at.bots.look()
    at.table.propose({"move": "take", "seat": BEN, "count": 1}, Source.TOUCH)  # somebody was quicker
    at.bots.look()
    at.thread.think()
    assert at.bots.advice == ()


def test_real_dice_are_rolled_by_hands(seated):
    at = seated("squeeze_play", people=3)
    at.put({"seats": NAMES[:3], "phase": "start roll", "on_turn": BEN})
    (advice,) = at.advised()
    assert (advice.move, advice.says.key) == (None, "bot.rolls")
    assert at.bots.done(advice) is None
    assert at.table.hear(Fact(Kind.DICE, {"pips": [4]}, at.clock.now(), Source.CAMERA)).verdict == "accepted"


def test_a_bot_calls_by_itself_after_the_time_that_it_needs(seated):
    at = seated("sums", "strong", people=3)
    read = {f"{x},{y},{8 - x - y}": [6, 2, 3] for x in range(9) for y in range(9 - x)}
    base = {"layers": [8], "fill": "m", "ori": read}
    at.put({"seats": NAMES[:3], "phase": "search", "roll": [1, 1, 2], "pyramid": base})
    began = at.clock.now()
    (advice,) = at.advised()
    assert advice.call in ("stop", "niete") and advice.after_ms > 0
    at.clock.advance(400 * MS)
    at.table.tick()
    assert at.table.state.caller == BEN
    assert at.table.state.called_t - began >= advice.after_ms * MS


def test_its_hidden_cards_are_shown_to_it_and_stay_with_it_alone(seated):
    at = seated("wobble", "strong", people=3)
    held = ("m7", "m8", "c1", "c2", "c3", "DG")
    at.put({"seats": NAMES[:3], "phase": "turn", "turn": BEN, "discard": ["m5"], "active": ["m"]})
    (wants,) = at.advised()
    assert (wants.hand, wants.move) == (6, None)

    at.bots.shown(wants, held)
    at.thread.think()
    (advice,) = at.bots.advice
    assert advice.move["move"] == "lay" and set(advice.move["cards"]) <= {"m7", "m8"}
    assert not any(card in str(entry.ruling) for entry in at.table.log() for card in ("c1", "c2"))
    assert [held[place - 1] for place in advice.places] == list(advice.move["cards"])
    for language in languages():
        said = game_words(at.table.game).say(advice.says, language)
        assert f"{advice.places[0]} " in said
        assert not any(card in said for card in set(held) - set(advice.move["cards"]))

    at.bots.done(advice)
    assert len(at.bots.rows[BEN]) == 5


def in_hand(at, count):
    return {who: {"hand": ["?"] * (count if who == BEN else 5)} for who in NAMES[:3]}


BEN_PLAYS = {"seats": NAMES[:3], "phase": "turn", "turn": BEN, "discard": ["m5"], "active": ["m"]}


def test_only_a_new_card_is_told_to_a_bot_that_knows_the_others(seated):
    at = seated("wobble", "medium", people=3)
    at.put({**BEN_PLAYS, "players": in_hand(at, 3)})
    (wants,) = at.advised()
    at.bots.shown(wants, ("c9", "y2", "g3"))  # nothing fits on magenta
    at.thread.think()
    (advice,) = at.bots.advice
    assert (advice.move["move"], advice.places) == ("touch", ())

    at.bots.done(advice)
    (new,) = at.advised()
    assert (new.says.key, new.hand, new.anew) == ("bot.shows_new", 1, False)
    at.bots.shown(new, ("m1",))
    at.thread.think()
    (advice,) = at.bots.advice
    assert (advice.move["cards"], advice.places) == (("m1",), (4,))


def test_what_is_taken_back_makes_the_row_unknown(seated):
    at = seated("wobble", "medium", people=3)
    at.put({**BEN_PLAYS, "players": in_hand(at, 2)})
    (wants,) = at.advised()
    at.bots.shown(wants, ("m7", "c2"))
    at.thread.think()
    at.bots.done(at.bots.advice[0])
    assert at.bots.rows[BEN] == ("c2",)
    at.table.undo(agreed=True)
    assert at.bots.rows == {}


def test_a_bot_of_abi_94_says_which_cards_to_swap(seated):
    at = seated("abi94", "medium", people=4)
    at.table.propose({"move": "deal"}, Source.TOUCH)
    (wants,) = [advice for advice in at.advised() if advice.seat == BEN]
    assert wants.hand == 7
    held = ("+5", "-1", "+4", "-1", "+3", "+5", "+2")
    at.bots.shown(wants, held)
    at.thread.think()
    (advice,) = at.bots.advice
    assert (advice.move["move"], advice.move["count"], advice.places) == ("swap", 2, (2, 4))
    at.bots.done(advice)
    assert at.bots.rows[BEN] == ("+5", "+4", "+3", "+5", "+2")


def test_a_bot_that_stumbles_says_nothing(seated, monkeypatch, caplog):
    at = seated("abstrac", "easy")
    monkeypatch.setattr("ui.bot_player.advise", lambda *_: 1 / 0)
    at.put(BENS_TURN)
    assert at.advised() == ()
    assert "has stumbled" in caplog.text
