"""Accidents before the camera: what lies otherwise is noticed by the eyes alone, and no score moves.

A pyramid that was knocked is asked about, with what to lay and with the table as the truth; a die that was
knocked over in the tray and a card that was exchanged on a pile are told, with what to lay, while what counts
stays as it is.
"""

from random import Random

import pytest
from msgspec.structs import replace

from companion.asks import Fact, Kind, Source
from companion.clock import HandClock
from companion.games import find_game
from companion.journal import Journal
from companion.lab.family import family_class
from companion.layout import tray
from companion.pyramid.cells import layer
from companion.pyramid.notation import cell_named, name_of
from companion.rulings import Verdict
from companion.seats import seats_named
from companion.table import Table
from tests.at_first import quick
from ui.lab.compared import ComparedEvening
from ui.lab.senses import TwinSenses
from vision.drawn.printed_decks import DECKS as PRINTED
from vision.mat import COMMON_PILE, pile_of

NAMES = ("Ada", "Ben", "Cem")
GAMES = ("cui_bono", "forced_memory", "pack_rat", "squeeze_play", "sums")
MOST = 40  # happenings until dice must lie there


class Seated:
    """A family before the drawn camera, up to the moment at which *ready* of it is true."""

    def __init__(self, name, seed, ready):
        game, clock = find_game(name), HandClock(10**9)
        names = NAMES[: game.about.seats[1]]
        self.table = Table.start(game, seats_named(names, "en"), {}, Journal.open(":memory:", clock), clock)
        self.told = []
        self.table.listen(self.told.append)
        family = family_class(game)(game, names, self.table.options, Random(seed), 0.0)
        self.senses = TwinSenses(self.table, family, clock, Random(seed + 1))
        evening = ComparedEvening(self.table, family, clock, self.senses)
        for most in range(1, MOST):
            report = evening.play(most)
            assert report.disagreements == ()
            if ready(self) and not evening.waits:
                return
        pytest.fail("the evening never came that far")

    def befalls(self, **parts):
        return self.senses.befalls(replace(self.senses.lies, **parts), self.table.asks)

    @property
    def scores(self):
        return self.table.game.scores(self.table.state)


def pyramid_is_seen(at):
    asked = any(ask.kind is Kind.PYRAMID for ask in at.table.asks)
    return asked and bool(at.senses.lies.pyramid) and bool(at.table.state.pyramid)


def highest(pyramid):
    return sorted(pyramid, key=lambda cell: (layer(cell), cell))


def knocked(name, pyramid, random, dropped):
    """*pyramid* after an accident that no move explains, and the cells that it has changed.

    Two of the highest dice have fallen off, or were turned on their corners. Where numbers mean nothing the
    top one is gone.
    """
    if name == "squeeze_play" or dropped:
        gone = highest(pyramid)[: 1 if name == "squeeze_play" else 2]
        return {cell: die for cell, die in pyramid.items() if cell not in gone}, []
    turned = random.sample(highest(pyramid)[:4], 2)
    return {**pyramid, **{c: pyramid[c][0] + pyramid[c][2:] + pyramid[c][1] for c in turned}}, turned


DROPPED = [
    pytest.param(name, True, marks=pytest.mark.long)
    for name in (*GAMES, "dice_march")
    if name != "squeeze_play"
]
TURNED = [pytest.param(name, False, marks=pytest.mark.long) for name in GAMES]


@pytest.mark.parametrize(("name", "dropped"), [*quick([("dice_march", False)], 0), *TURNED, *DROPPED])
def test_a_pyramid_that_was_knocked_is_noticed_and_the_table_is_the_truth(name, dropped):
    at = Seated(name, 4 if name == "squeeze_play" else 3, pyramid_is_seen)
    scores, believed = at.scores, dict(at.table.state.pyramid)
    standing = {cell_named(cell): die for cell, die in at.senses.lies.pyramid.items()}
    dice, turned = knocked(name, standing, Random(3), dropped)

    facts = at.befalls(pyramid={name_of(cell): die for cell, die in dice.items()})
    assert facts, "nobody noticed"
    ruling = at.table.hear(facts[0])
    if ruling.verdict is Verdict.UNSURE:  # else the game takes the table as the truth without a word
        assert at.table.state.pyramid == believed and at.scores == scores
        lies = Fact(
            Kind.PYRAMID, ruling.choices[-1].value, facts[0].t + 10**9, Source.TOUCH, ask=facts[0].ask
        )
        ruling = at.table.hear(lies)

    if dropped and ruling.verdict is Verdict.REFUSED:  # nobody may take these: said aloud, and nothing counts
        assert ruling.why is not None and at.table.state.pyramid == believed and at.scores == scores
        return
    assert ruling.verdict is Verdict.ACCEPTED
    assert at.scores == scores or name == "squeeze_play"  # there the dice that lie are the points (SP1)
    assert at.table.over or at.table.asks
    assert len(at.table.state.pyramid) == len(dice)
    for cell in turned:
        seen = zip(at.table.state.pyramid[name_of(cell)], dice[cell], strict=True)
        assert all(known in ("?", there) for known, there in seen), name


def dice_have_rolled(at):
    """Dice lie in the tray that count, and nobody is asked for a roll."""
    asked = any(ask.kind is Kind.DICE and (ask.spoken or not ask.optional) for ask in at.table.asks)
    return "pips" in at.senses.lies.dice and not asked and bool(at.table.asks)


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        *quick([("abspecken", 2)], 0),
        *(pytest.param(name, 3, marks=pytest.mark.long) for name in GAMES if name != "cui_bono"),
    ],
)
def test_a_die_that_was_knocked_over_after_the_roll_is_told_and_the_roll_stays(name, seed):
    at = Seated(name, seed, dice_have_rolled)
    scores, state = at.scores, at.table.state
    counts = next(one.fact.value for one in reversed(at.told) if one.fact and one.fact.kind is Kind.DICE)
    first, *others = counts["pips"]
    lies = {**counts, "pips": [first % 6 + 1, *others]}

    assert at.befalls(dice=tray(lies)) == ()
    assert at.senses.trouble is not None and at.senses.trouble.key in ("amiss.dice", "amiss.dice_unread")
    assert sorted(at.senses.discrepancy.counts["pips"]) == sorted(counts["pips"])
    assert at.table.state == state and at.scores == scores

    at.befalls(dice=tray(counts))
    assert at.senses.trouble is None


def a_place_that_nobody_may_change(at):
    """A place with cards of which nobody is asked, and those cards; of a row those that nobody may take."""
    asked = {pile_of(ask.place) for ask in at.table.asks if ask.kind is Kind.CARD}
    piles = [COMMON_PILE, *(f"discard:{seat}" for seat in NAMES)]
    for place in piles:
        if place not in asked and (cards := at.senses.lies.piles.get(place)):
            return place, cards
    may_be_taken = any(ask.place == "row" and ask.lies for ask in at.table.asks)
    row = at.senses.lies.rows["scan"][:-3]
    return ("scan", row) if may_be_taken and row else None


DECKS = {"abi94": "abi94", "abspecken": "abspecken", "abstrac": "french", "wobble": "wobble"}


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", DECKS)
def test_an_exchanged_card_is_told_with_what_to_lay_and_nothing_moves(name, seed):
    at, random = Seated(name, 2 + seed, a_place_that_nobody_may_change), Random(seed)
    place, cards = a_place_that_nobody_may_change(at)
    which = random.randrange(len(cards)) if name == "abstrac" else len(cards) - 1
    before, state, scores = cards[which], at.table.state, at.scores
    others = (
        {**PRINTED[DECKS[name]].copies()} if name != "abstrac" else dict.fromkeys(at.table.state.row[-3:])
    )
    other = random.choice(sorted(others.keys() - set(cards)))
    lying = at.senses.lies
    part = "rows" if place == "scan" else "piles"
    cards = lying.places[place]
    exchanged = {part: {place: (*cards[:which], other, *cards[which + 1 :])}}

    assert at.befalls(**exchanged) == ()
    found = at.senses.discrepancy
    assert found is not None, "nobody noticed"
    assert (found.counts["cards"], found.lies["cards"]) == ([before], [other])
    assert at.senses.trouble.key.startswith("amiss.") and at.table.state is state and at.scores == scores

    back = at.befalls(**{part: {place: cards}})
    assert at.senses.trouble is None and at.table.state is state
    for fact in back:  # the row, as it was: whoever takes nothing from it has done nothing
        assert all(now in ("?", was) for now, was in zip(fact.value["cards"], state.row, strict=True))
        at.table.hear(fact)
        assert (at.table.state.row, at.scores) == (state.row, scores)
