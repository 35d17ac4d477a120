"""What is shown waits for the eyes: no scene of a movement is left out, however slow they are."""

from random import Random

import pytest

from companion.asks import MS, Ask, Choice, Fact, Kind, Say, Source
from companion.clock import HandClock
from companion.family import Happening
from companion.layout import Layout
from companion.rulings import Ruling, Verdict
from companion.table import Announcement
from ui.lab.compared_show import ComparedShow
from ui.lab.senses import _as_typed
from ui.twin import film as film_module
from ui.twin.drawn_table import DrawnTable
from ui.twin.film import SHOWN_AT_MOST, Film, PatientClock

SPEED = 1000.0  # the pictures come without a wait


@pytest.fixture
def stage(monkeypatch):
    monkeypatch.setattr(film_module, "draw", lambda scene: scene)
    monkeypatch.setattr(film_module, "WAIT", 0.0)  # who has not looked by now is slow
    return DrawnTable(("Ada", "Ben"), Random(1))


def rolled(stage):
    return list(stage.roll({"pips": [3, 5]}))


def places(scene):
    return [(die.x, die.y) for die in scene.dice], len(scene.hands)


def test_every_scene_is_shown_until_it_was_looked_at(stage):
    movement, rest = rolled(stage), stage.still()
    film = Film(HandClock(), rest, SPEED)
    film.add(movement, rest)
    for shown in movement:
        first, again = film.next_frame(), film.next_frame()
        assert places(first.picture) == places(again.picture) == places(shown.scene)
        film.looked(again.number)
    film.next_frame()
    assert not film.running


def test_a_film_that_nobody_looks_at_goes_on(stage):
    movement = rolled(stage)
    film = Film(HandClock(), stage.still(), SPEED)
    film.add(movement, stage.still())
    for _ in range(SHOWN_AT_MOST * (len(movement) + 1)):
        film.next_frame()
    assert not film.running


def test_what_is_cut_is_not_shown(stage):
    film = Film(HandClock(), stage.still(), SPEED)
    film.add(rolled(stage), stage.still())
    film.cut(stage.still())
    assert not film.running


def test_no_two_frames_are_the_very_same_picture(stage):
    film = Film(HandClock(), stage.still(), SPEED)
    assert film.next_frame().picture.seed != film.next_frame().picture.seed


def test_no_time_passes_while_the_table_waits_for_the_eyes(stage, monkeypatch):
    """Else a person who lays three cards would seem to pause after the first one, and to be done."""
    real = HandClock(now=10**9)
    monkeypatch.setattr(film_module, "draw", lambda scene: real.advance(5_000 * MS) or scene)  # slow eyes
    monkeypatch.setattr(film_module.time, "sleep", lambda seconds: real.advance(round(seconds * 1e9)))
    clock = PatientClock(real)
    film = Film(clock, stage.still())
    film.add(movement := rolled(stage), stage.still())
    began = clock.now()
    for _ in movement:
        film.looked(film.next_frame().number)

    assert clock.now() - began == sum(shown.ms for shown in movement) * MS
    assert real.now() - began > 5_000 * MS


class OneCard:
    """A family of which Ada lays a 5, whatever becomes of it."""

    def __init__(self):
        self.heard, self.done = [], False

    def lies(self):
        return Layout()

    def act(self, asks):
        if self.done:
            return None
        self.done = True
        value = {"place": "discard:Ada", "cards": ["5"]}
        return Happening(Kind.CARD, value, "Ada", "discard:Ada")

    def answered(self, happening, ruling):
        self.heard.append(ruling.verdict)


def test_what_the_eyes_have_misread_is_told_by_touch_and_the_game_goes_on(stage):
    clock, family = HandClock(now=10**12), OneCard()
    show = ComparedShow(family, {"Ada": "1", "Ben": "2"}, clock, Random(1), SPEED)
    ask = Ask("discard:Ada", Kind.CARD, ("Ada",), Say("x"), "A12", place="discard:Ada", cards=(1, 1))
    told = []

    def turn():
        while show._film.running:
            show.looked(show.next_frame().number)
        clock.advance(1000 * MS)
        show.watch((ask,), ("Ada", "Ben"))
        show.step(told.append, lambda move: None)

    while not family.done:
        turn()
    turn()
    seen = Fact(
        Kind.CARD, {"place": "discard:Ada", "cards": ["2"]}, clock.now(), Source.CAMERA, "Ada", ask.id
    )
    show.announced(Announcement(1, seen, Ruling(Verdict.REFUSED, "A16", Say("x")), "fact"))
    turn()
    turn()

    assert family.heard == [] and show.disagreements == []
    assert [(fact.source, fact.value["cards"]) for fact in told] == [(Source.TOUCH, ["5"])]
    show.announced(Announcement(2, told[0], Ruling(Verdict.ACCEPTED), "fact"))
    turn()
    assert family.heard == [Verdict.ACCEPTED]


@pytest.mark.parametrize(("values", "questions"), [(("3", "5"), 1), (("3", "3"), 0), (("3",), 1), ((), 1)])
def test_who_began_is_no_question_about_what_lies_there(stage, values, questions):
    show = ComparedShow(OneCard(), {"Ada": "1", "Ben": "2"}, HandClock(), Random(1), SPEED)
    choices = tuple(
        Choice(value, Say("x"), seat) for value, seat in zip(values, ("Ada", "Ben"), strict=False)
    )
    show._ruled.append((OneCard().act(()), Ruling(Verdict.UNSURE, "A16", choices=choices), {}, Source.CAMERA))
    show._hear_rulings()
    assert show.questions == questions


@pytest.mark.parametrize(
    ("asked", "kind", "value", "answers"),
    [
        ("roll:1:typed", Kind.NUMBER, 7, "roll:1:typed"),
        ("roll:2:typed", Kind.DICE, {"d10": [7]}, "roll:1"),  # that is about another die
        ("", Kind.DICE, {"d10": [7]}, "roll:1"),
    ],
)
def test_a_die_that_is_not_drawn_is_typed_where_that_is_asked(asked, kind, value, answers):
    asks = [Ask(asked, Kind.NUMBER, ("Ada",), Say("x"), "A1")]
    typed = _as_typed(Happening(Kind.DICE, {"d10": [7]}, "Ada", "roll:1"), asks)
    assert (typed.kind, typed.value, typed.ask) == (kind, value, answers)
