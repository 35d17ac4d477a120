"""What is said aloud: what all should hear, in the language of the moment, and corrections in short."""

from pathlib import Path

import pytest

import hardware
import ui
from companion.asks import MS, Fact, Kind, Say, Source
from companion.clock import HandClock
from companion.games import find_game
from companion.journal import Journal
from companion.rulings import Importance, Note, Ruling, Verdict
from companion.seats import seats_named
from companion.table import Announcement, Table
from hardware.sound.speaker import Silence
from hardware.sound.tones import TONES
from tests.tables import cases
from ui.announcer import TIE, Announcer

GAME = find_game("abspecken")
NAMES = ("Ada", "Ben", "Cem")
READ = {"pips": [3, 5], "colour": ["blue"]}


class Heard:
    """A table of ABspecken before the first roll, and a loudspeaker that writes down what it says."""

    def __init__(self, language="en"):
        self.clock, self.language, self.sound = HandClock(10**12), language, Silence()
        journal = Journal.open(":memory:", self.clock)
        self.table = Table.start(GAME, seats_named(NAMES, "en"), {}, journal, self.clock)
        announcer = Announcer(self.sound, lambda: self.language)
        self.table.listen(lambda told: announcer.announced(told, GAME))
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


def test_all_that_a_ruling_has_to_say_is_said_in_one_go():
    sound, notes = (
        Silence(),
        [Note(Say("one"), "A1", Importance.ANNOUNCE), Note(Say("two"), "A1", Importance.WARN)],
    )
    announcer = Announcer(sound, lambda: "en")
    announcer.announced(Announcement(1, None, Ruling(Verdict.ACCEPTED, notes=tuple(notes)), "fact"), GAME)

    assert list(sound.heard) == ["one two"]


@cases(
    "ruling, tone",
    {
        "refused": (Ruling(Verdict.REFUSED), "refused"),
        "a question": (Ruling(Verdict.UNSURE), "question"),
        "a tie": (Ruling(Verdict.ACCEPTED, notes=(Note(Say(TIE), "T4"),)), "tie"),
        "points": (Ruling(Verdict.ACCEPTED, notes=(Note(Say("x"), "A1", points={"Ada": 3}),)), "points"),
    },
)
def test_each_kind_of_ruling_has_its_sound(ruling, tone):
    sound = Silence()
    Announcer(sound, lambda: "en").announced(Announcement(1, None, ruling, "fact"), GAME)

    assert list(sound.heard) == [f"♪ {tone}"]


@pytest.mark.parametrize("tone", [tone for tone in TONES if not tone.startswith("press ")])
def test_no_tone_is_there_in_vain(tone):
    """The tones of the single buttons are played by the board: its tests press each of them."""
    files = (*Path(hardware.__file__).parent.rglob("*.py"), *Path(ui.__file__).parent.rglob("*.py"))
    assert any(f'"{tone}"' in file.read_text("utf-8") for file in files if file.name != "tones.py")


@cases(
    "right, said, silent",
    {
        "another die": ({"pips": [3, 4], "colour": ["blue"]}, "7", "lue"),
        "another colour": ({"pips": [3, 5], "colour": ["red"]}, "ed", "8"),
    },
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


@pytest.mark.parametrize(
    ("language", "one", "several"),
    [
        ("en", "the place in the drawing", "the places in the drawing"),
        ("de", "dem Platz in der Zeichnung", "den Plätzen in der Zeichnung"),
    ],
)
def test_places_of_the_pyramid_are_drawn_and_not_spelt_aloud(language, one, several):
    cell = Say("cell", {"layer": 1, "a": 7, "b": 0, "c": 1})
    march, sound = find_game("dice_march"), Silence()
    announcer = Announcer(sound, lambda: language)
    for cells in ([cell], [cell, cell]):
        args = {"seat": "Ada", "numbers": "6 – 2 – 1", "n": len(cells), "cells": cells}
        note = Note(Say("fight_won", args), "DM7", Importance.ANNOUNCE)
        ruling = Ruling(Verdict.ACCEPTED, notes=(note,))
        announcer.announced(Announcement(1, None, ruling, "fact"), march)
    assert one in sound.heard[0] and several in sound.heard[1]
    assert "A7" not in "".join(sound.heard)
