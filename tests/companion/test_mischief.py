"""What people do to the table besides playing: always possible, always visible, and never believed."""

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from companion.asks import Ask, Kind, Say
from companion.clock import HandClock
from companion.games import find_game
from companion.journal import Journal
from companion.lab.family import family_class
from companion.lab.mischief import Meddler
from companion.lab.real_pyramid import PLACES, WAYS, RealPyramid
from companion.layout import Layout
from companion.pyramid.agree import Agree
from companion.pyramid.notation import cell_named
from companion.seats import seats_named
from companion.table import Table
from tests.at_first import more, quick
from ui.lab.meddled import MeddledEvening, PlainAccidents
from ui.twin.drawn_pyramid import stands

NAMES = ("Ada", "Ben", "Cem")
LOWER = [place for place in PLACES if sum(place) >= 5]
PYRAMID = RealPyramid.filled(LOWER, {"r": 60, "y": 60, "m": 60}, Random(4)).written()
PILES = {"discard:Ada": ("1", "2", "3"), "discard:Ben": ("4",), "discard:Cem": ()}
ROW = ("9C", "QH", "7S", "AD", "KC", "8H")
EVERYTHING = Layout({"pips": ("3", "5"), "piggy": ("smile",)}, PILES, {"row": ROW}, PYRAMID)


def done(lies, asks=(), counts=None, tries=150):
    """What somebody does to a table that *lies* like this, seed by seed."""
    meddlers = (Meddler(Random(seed), 1) for seed in range(tries))
    return [found for m in meddlers if (found := m.perhaps(counts or lies, lies, asks)) is not None]


def a_place(place, **more):
    return Ask("ask", Kind.CARD, NAMES, Say("say"), "R1", place=place, **more)


def test_everything_that_is_done_can_be_seen():
    assert {mischief.what for mischief in done(EVERYTHING)} == {
        "knocked a die over",
        "took a die out of the tray",
        "took a card back",
        "moved a card to another pile",
        "pulled a card out from below",
        "took a card from inside the row",
        "swapped two cards of the row",
        "turned a die",
        "took a die away",
        "pulled a die out",
        "moved a die",
        "swapped two dice",
    }
    assert all(any(EVERYTHING.unlike(mischief.lies)) for mischief in done(EVERYTHING))


def test_dice_of_the_pyramid_are_real_and_none_hangs_in_the_air():
    dice = Counter(die[0] for die in PYRAMID.values())
    for mischief in done(Layout(pyramid=PYRAMID)):
        standing = {cell_named(cell): die for cell, die in mischief.lies.pyramid.items()}
        assert stands(standing), mischief.what
        assert all((int(die[1]), int(die[2]), int(die[3])) in WAYS for die in standing.values())
        gone = dice - Counter(die[0] for die in standing.values())
        assert gone.total() == (1 if mischief.what in ("took a die away", "pulled a die out") else 0)
        assert not Counter(die[0] for die in standing.values()) - dice


def test_no_card_and_no_die_comes_from_nowhere():
    for mischief in done(replace(EVERYTHING, pyramid=None)):
        before, after = (
            Counter(card for cards in layout.places.values() for card in cards)
            for layout in (EVERYTHING, mischief.lies)
        )
        assert not after - before
        assert (before - after).total() <= 1
        assert sum(map(len, mischief.lies.dice.values())) in (2, 3)
        assert mischief.lies.dice.keys() <= EVERYTHING.dice.keys()


@pytest.mark.parametrize(
    ("lies", "ask"),
    [
        (Layout({"pips": ("3",)}), Ask("roll", Kind.DICE, NAMES, Say("say"), "R1", dice={"pips": 1})),
        (Layout(piles={"discard:Ada": ("1", "2")}), a_place("discard:Ada")),
        (Layout(rows={"row": ROW[:4]}), a_place("row", lies=ROW[:4])),
    ],
    ids=["a roll", "a card", "what is left of a row"],
)
def test_what_could_be_an_answer_nobody_does_besides(lies, ask):
    assert done(lies)
    assert not done(lies, (ask,))


@more
def test_what_nobody_could_tell_from_how_it_counts_nobody_does():
    unread = {cell: die[0] + "???" for cell, die in PYRAMID.items()}
    found = {mischief.what for mischief in done(Layout(pyramid=PYRAMID), counts=Layout(pyramid=unread))}
    assert "turned a die" not in found
    assert "took a die away" in found
    assert not done(EVERYTHING, counts=Layout())
    already = Layout(piles={"discard:Ada": ("6",)})  # lies otherwise: nothing else counts because of that
    assert {mischief.what for mischief in done(EVERYTHING, counts=already)} <= {
        "took a card back",
        "moved a card to another pile",
        "pulled a card out from below",
    }


def test_whoever_never_meddles_does_nothing():
    assert Meddler(Random(1), 0).perhaps(EVERYTHING, EVERYTHING, ()) is None


GAMES = ("abi94", "abspecken", "abstrac", "cui_bono", "dice_march", "forced_memory", "pack_rat")
GAMES = (*GAMES, "squeeze_play", "sums", "wobble")


def an_evening(name, senses=PlainAccidents, most=40):
    game, clock, random = find_game(name), HandClock(now=10**9), Random(2)
    seats = seats_named(NAMES[: game.about.seats[1]], "en")
    names = tuple(seat.name for seat in seats)
    with Journal.open(":memory:", clock) as journal:
        table = Table.start(game, seats, {}, journal, clock)
        family = family_class(game)(game, names, table.options, random, 0.0)
        evening = MeddledEvening(table, family, clock, senses(clock), Meddler(Random(2), 0.4))
        return evening.play(most)


@pytest.mark.parametrize("name", quick(GAMES, 4))
def test_no_referee_believes_what_nobody_has_played(name):
    most = 200 if name == "wobble" else 40  # there anybody may lay a card nearly always: few are meddled with
    report = an_evening(name, most=most)
    assert report.disagreements == ()
    assert report.caught == report.cheats > 0


class Blind(PlainAccidents):
    """Nobody sees that anything lies otherwise."""

    def befalls(self, lies, asks):
        return ()


class Nagging(PlainAccidents):
    """It is never seen that the table was put right."""

    def befalls(self, lies, asks):
        told = super().befalls(lies, asks)
        self.trouble = True
        return told


@pytest.mark.parametrize(
    ("senses", "says"),
    [(Blind, "nobody noticed that somebody"), (Nagging, "it is still told to put right that somebody")],
)
def test_eyes_that_miss_it_or_never_see_it_put_right_are_found_out(senses, says):
    report = an_evening("abspecken", senses)
    assert any(one.what.startswith(says) for one in report.disagreements)


def test_a_referee_that_takes_it_for_another_move_is_found_out(monkeypatch):
    """Any change of the pyramid is taken for its being built anew."""
    game = find_game("sums")
    truly = game.understand

    def understand(state, ask, fact):
        told = truly(state, ask, fact)
        if ask.id != "look" or state.phase == "build":
            return told
        cell, die = next(iter(state.pyramid.items()))
        return Agree(pyramid={**state.pyramid, cell: "r" + die[1:]})

    monkeypatch.setattr(type(game), "understand", staticmethod(understand))
    report = an_evening("sums", most=60)
    assert any("taken for another move" in one.what for one in report.disagreements)
