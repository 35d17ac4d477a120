"""What is said aloud: what all should hear, in the language of the moment, and corrections in short."""

import pytest

from companion.clock import HandClock
from companion.facts import MS, Fact, Kind, Source
from companion.games import find_game
from companion.journal import Journal
from companion.seats import seats_named
from companion.table import Table
from hardware.sound import Silence
from ui.announcer import Announcer

NAMES = ("Ada", "Ben", "Cem")
READ = {"pips": [3, 5], "colour": ["blue"]}


class Heard:
    """A table of ABspecken before the first roll, and a loudspeaker that writes down what it says."""

    def __init__(self, language="en"):
        self.clock, self.language, self.sound = HandClock(10**12), language, Silence()
        game = find_game("abspecken")
        journal = Journal.open(":memory:", self.clock)
        self.table = Table.start(game, seats_named(NAMES, "en"), {}, journal, self.clock)
        announcer = Announcer(self.sound, lambda: self.language)
        self.table.listen(lambda told: announcer.announced(told, game))
        self.hear(Kind.CHOICE, "Ada")
        for name in NAMES:
            self.hear(Kind.CONFIRM, True, name)
        self.hear(Kind.DICE, READ)
        self.roll = self.table.log()[-1].entry

    def hear(self, kind, value, seat=""):
        self.clock.advance(900 * MS)
        return self.table.hear(Fact(kind, value, self.clock.now(), Source.TOUCH, seat))

    def correct(self, value):
        """The roll was read wrongly."""
        self.table.correct(self.roll, value)

    def said(self):
        said = list(self.sound.heard)
        self.sound.heard.clear()
        return said


def test_a_roll_is_said_in_the_language_of_the_moment():
    english, german = (Heard(language).said()[-1] for language in ("en", "de"))

    assert "8" in english and "8" in german and english != german


@pytest.mark.parametrize(
    ("right", "said", "silent"),
    [
        pytest.param({"pips": [3, 4], "colour": ["blue"]}, "7", "lue", id="another die"),
        pytest.param({"pips": [3, 5], "colour": ["red"]}, "ed", "8", id="another colour"),
    ],
)
def test_of_a_correction_only_what_changed_is_said(right, said, silent):
    heard = Heard()
    heard.said()
    heard.correct(right)
    (told,) = heard.said()

    assert said in told and silent not in told


def test_a_second_correction_is_compared_with_the_first():
    heard = Heard()
    heard.correct({"pips": [3, 4], "colour": ["blue"]})
    heard.said()
    heard.correct(READ)
    (told,) = heard.said()

    assert "8" in told and "lue" not in told


def test_a_correction_that_changes_nothing_loud_is_silent():
    heard = Heard()
    heard.said()
    heard.correct({"pips": [5, 3], "colour": ["blue"]})

    assert heard.said() == []
