"""Accidents before the camera: what lies otherwise is noticed by the eyes alone, and no score moves.

A pyramid that was knocked is asked about, with what to lay and with the table as the truth; a die that was
knocked over in the tray and a card that was exchanged on a pile are told, with what to lay, while what counts
stays as it is.
"""

from random import Random

import pytest

from companion.clock import HandClock
from companion.facts import Fact, Kind, Source
from companion.family import family_class
from companion.games import find_game
from companion.journal import Journal
from companion.pyramid.cells import layer
from companion.pyramid.notation import name_of
from companion.rulings import Verdict
from companion.seats import seats_named
from companion.table import Table
from ui.twin.evening import Evening
from ui.twin.senses import TwinSenses

NAMES = ("Ada", "Ben", "Cem")
GAMES = ("cui_bono", "forced_memory", "pack_rat", "squeeze_play", "sums")
LONG = [pytest.param(name, marks=pytest.mark.long) for name in GAMES]
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
        evening = Evening(self.table, family, clock, self.senses)
        for most in range(1, MOST):
            report = evening.play(most)
            assert report.disagreements == ()
            if ready(self) and not evening.waits:
                return
        pytest.fail("the evening never came that far")

    @property
    def scores(self):
        return self.table.game.scores(self.table.state)


def pyramid_is_seen(at):
    asked = any(ask.kind is Kind.PYRAMID for ask in at.table.asks)
    return asked and bool(at.senses.pyramid) and bool(at.table.state.pyramid)


def highest(pyramid):
    return sorted(pyramid, key=lambda cell: (layer(cell), cell))


def knocked(name, pyramid, random):
    """*pyramid* after an accident that no move explains, and the cells that it has changed.

    Two of the highest dice were turned on their corners. Where numbers mean nothing the top one is gone.
    """
    if name == "squeeze_play":
        top = highest(pyramid)[0]
        return {cell: die for cell, die in pyramid.items() if cell != top}, []
    turned = random.sample(highest(pyramid)[:4], 2)
    return {**pyramid, **{c: pyramid[c][0] + pyramid[c][2:] + pyramid[c][1] for c in turned}}, turned


@pytest.mark.parametrize("name", ["dice_march", *LONG])
def test_a_pyramid_that_was_knocked_is_noticed_and_the_table_is_the_truth(name):
    at = Seated(name, 4 if name == "squeeze_play" else 3, pyramid_is_seen)
    scores, believed = at.scores, dict(at.table.state.pyramid)
    dice, turned = knocked(name, at.senses.pyramid, Random(3))

    facts = at.senses.knocked(dice, at.table.asks)
    assert facts, "nobody noticed"
    ruling = at.table.hear(facts[0])
    if ruling.verdict is Verdict.UNSURE:  # else the game takes the table as the truth without a word
        assert at.table.state.pyramid == believed and at.scores == scores
        lies = Fact(
            Kind.PYRAMID, ruling.choices[-1].value, facts[0].t + 10**9, Source.TOUCH, ask=facts[0].ask
        )
        ruling = at.table.hear(lies)

    assert ruling.verdict is Verdict.ACCEPTED
    assert at.scores == scores or name == "squeeze_play"  # there the dice that lie are the points (SP1)
    assert at.table.over or at.table.asks
    assert len(at.table.state.pyramid) == len(dice)
    for cell in turned:
        seen = zip(at.table.state.pyramid[name_of(cell)], dice[cell], strict=True)
        assert all(known in ("?", there) for known, there in seen), name


def dice_have_rolled(at):
    return at.table.state.rolled is not None and not any(ask.kind is Kind.DICE for ask in at.table.asks)


def test_a_die_that_was_knocked_over_after_the_roll_is_told_and_the_roll_stays():
    at = Seated("abspecken", 2, dice_have_rolled)
    scores, rolled = at.scores, at.table.state.rolled
    counts = next(one.fact.value for one in reversed(at.told) if one.fact and one.fact.kind is Kind.DICE)
    first, *others = counts["pips"]
    lies = {**counts, "pips": [first % 6 + 1, *others]}

    assert at.senses.toppled(lies, at.table.asks) == ()
    assert at.senses.trouble is not None and at.senses.trouble.key == "amiss.dice"
    assert at.table.state.rolled == rolled and at.scores == scores

    at.senses.toppled(counts, at.table.asks)
    assert at.senses.trouble is None


def a_pile_that_nobody_may_lay_on(at):
    """The seat and its cards; None if there is none."""
    asked = {ask.place.partition(":")[2] for ask in at.table.asks if ask.kind is Kind.CARD}
    piles = ((seat, at.senses.cards_at(f"discard:{seat}")) for seat in NAMES if seat not in asked)
    return next(((seat, cards) for seat, cards in piles if cards), None)


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("name", "instead"), [("abi94", "CH"), ("abspecken", "6")])
def test_a_card_that_was_exchanged_is_told_with_what_to_lay_and_nothing_moves(name, instead):
    at = Seated(name, 2, a_pile_that_nobody_may_lay_on)
    seat, cards = a_pile_that_nobody_may_lay_on(at)
    before, state = cards[-1], at.table.state
    other = instead if instead != before else "1"

    assert at.senses.exchanged(f"discard:{seat}", other, at.table.asks) == ()
    found = at.senses.otherwise
    assert (found.counts["cards"], found.lies["cards"]) == ([before], [other])
    assert at.senses.trouble.key == "amiss.card" and at.table.state is state

    assert at.senses.exchanged(f"discard:{seat}", before, at.table.asks) == ()
    assert at.senses.trouble is None and at.table.state is state


def cards_lie_in_the_middle(at):
    return len(at.senses.cards_at("scan")) > 0 and len(at.told) > 6


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("name", "instead"),
    [
        pytest.param("abstrac", "AH", id="a card of the row lies there twice"),
        pytest.param("wobble", "mM20", id="the open card is another one"),
    ],
)
def test_a_card_exchanged_where_all_lay_is_no_move_and_the_table_is_the_truth(name, instead):
    at = Seated(name, 2, cards_lie_in_the_middle)
    scores, state, asks = at.scores, at.table.state, at.table.asks

    facts = at.senses.exchanged("scan", instead, at.table.asks)
    rulings = [at.table.hear(fact) for fact in facts]
    assert at.scores == scores and at.table.state == state and at.table.asks == asks
    assert all(ruling.verdict is not Verdict.REFUSED or ruling.why for ruling in rulings)

    game = at.table.game
    agreed = at.table.override(game.write_position(at.table.state), "as it lies")
    assert agreed.verdict is Verdict.ACCEPTED and at.scores == scores and at.table.asks
