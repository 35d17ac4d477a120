"""What people do to the table besides playing: accidents and tricks for all to see, the same in all games.

Whoever meddles knows no rule, only what lies there. Nothing comes from nowhere and nothing hangs in the air:
a die is turned, taken or moved, the dice above it slide, and a card comes from another pile or from below.
What answers an ask could as well be a move, so people meddle with what nobody is asked for.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, combinations
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from companion.asks import Ask, Kind, sets_aside
from companion.cards import Cards
from companion.family import FACES
from companion.lab.real_pyramid import WAYS, RealDie, RealPyramid
from companion.layout import Layout, tray
from companion.pyramid.notation import cell_named

LIFTED = 3  # so many cards at the right end of a row may be somebody's to take


class Mischief(Struct, frozen=True):
    """What somebody has done, and how the table lies after it."""

    what: str
    lies: Layout


class Meddler:
    """Somebody who meddles now and then."""

    def __init__(self, random: Random, share: float) -> None:
        self._random, self._share = random, share

    def perhaps(self, counts: Layout, lies: Layout, asks: Sequence[Ask]) -> Mischief | None:
        """Perhaps something that makes what *lies* there look otherwise than it *counts*."""
        if self._random.random() >= self._share:
            return None
        ways = [_with_dice, _with_piles, _with_rows, _with_pyramid]
        tried = (way(lies, asks, self._random) for way in self._random.sample(ways, len(ways)))
        plain = _in_plain_view(counts)
        before = {*plain.unlike(_in_plain_view(lies))}  # as it lies already where this is the second in a row
        return next(
            (done for done in chain(*tried) if {*plain.unlike(_in_plain_view(done.lies))} - before), None
        )


def _in_plain_view(layout: Layout) -> Layout:
    """*layout* with no more of each pile than its top: what lies below, nobody can see."""
    return replace(layout, piles={place: cards[-1:] for place, cards in layout.piles.items()})


def _with_dice(lies: Layout, asks: Sequence[Ask], random: Random) -> Iterator[Mischief]:
    if not lies.dice or any(ask.kind is Kind.DICE and (ask.spoken or not ask.optional) for ask in asks):
        return
    kind = random.choice(sorted(lies.dice))
    first, *others = random.sample(lies.dice[kind], len(lies.dice[kind]))
    other = random.choice([str(face) for face in FACES.get(kind, FACES["pips"]) if str(face) != first])
    ways = [("knocked a die over", [other, *others])]
    if others and not any(map(sets_aside, asks)):  # who takes all is about to roll
        ways.append(("took a die out of the tray", others))
    for what, faces in random.sample(ways, len(ways)):
        yield Mischief(what, replace(lies, dice=tray({**lies.dice, kind: faces})))


def _with_piles(lies: Layout, asks: Sequence[Ask], random: Random) -> Iterator[Mischief]:
    asked = {ask.place for ask in asks if ask.kind is Kind.CARD}
    piles = {place: cards for place, cards in lies.piles.items() if place not in asked}
    ways: list[tuple[str, dict[str, Cards]]] = []
    for place, cards in piles.items():
        below, top = cards[:-1], cards[-1:]
        if not top:
            continue
        ways.append(("took a card back", {place: below}))
        others = {other: (*piles[other], *top) for other in piles if other != place}
        ways += [("moved a card to another pile", {place: below, other: others[other]}) for other in others]
        ways += [
            ("pulled a card out from below", {place: (*below[:n], *below[n + 1 :], *top, card)})
            for n, card in enumerate(below)
            if card != cards[-1]
        ]
    for what, changed in random.sample(ways, len(ways)):
        yield Mischief(what, replace(lies, piles={**lies.piles, **changed}))


def _with_rows(lies: Layout, asks: Sequence[Ask], random: Random) -> Iterator[Mischief]:
    asked = {ask.place for ask in asks if ask.kind is Kind.CARD}
    for place, row in lies.rows.items():
        inside = range(len(row) - LIFTED if place in asked else len(row))
        if len(inside) < 2:
            continue
        one, two = sorted(random.sample(inside, 2))
        swapped = (*row[:one], row[two], *row[one + 1 : two], row[one], *row[two + 1 :])
        ways: list[tuple[str, Cards]] = [
            ("took a card from inside the row", (*row[:one], *row[one + 1 :])),
            ("swapped two cards of the row", swapped),
        ]
        for what, cards in random.sample(ways, len(ways)):
            yield Mischief(what, replace(lies, rows={**lies.rows, place: cards}))


def _with_pyramid(lies: Layout, asks: Sequence[Ask], random: Random) -> Iterator[Mischief]:
    if not lies.pyramid:
        return
    dice = {cell_named(name): _real(die) for name, die in lies.pyramid.items()}
    for what, change in random.sample(sorted(_CHANGES.items()), len(_CHANGES)):
        pyramid = RealPyramid(dice)
        if change(pyramid, random):
            yield Mischief(what, replace(lies, pyramid=pyramid.written()))


def _real(die: str) -> RealDie:
    return RealDie(die[0], (int(die[1]), int(die[2]), int(die[3])))


def _turn(pyramid: RealPyramid, random: Random) -> bool:
    place = random.choice(pyramid.free())
    colour, shows = pyramid.dice[place]
    pyramid.dice[place] = RealDie(colour, random.choice([way for way in WAYS if way != shows]))
    return True


def _take(pyramid: RealPyramid, random: Random) -> bool:
    del pyramid.dice[random.choice(pyramid.free())]
    return True


def _slide(pyramid: RealPyramid, random: Random) -> bool:
    """A die is pulled out, and the row above its covered side comes down."""
    loose = [place for place in pyramid.dice if sum(place) == 8 and len(pyramid.bare_sides(place)) == 2]
    if loose:
        pyramid.slide(random.choice(loose))
    return bool(loose)


def _move(pyramid: RealPyramid, random: Random) -> bool:
    place = random.choice(pyramid.free())
    die = pyramid.dice.pop(place)
    gaps = [gap for gap in pyramid.gaps() if gap != place]
    if gaps:
        pyramid.dice[random.choice(gaps)] = die
    return bool(gaps)


def _swap(pyramid: RealPyramid, random: Random) -> bool:
    dice = pyramid.dice
    pairs = [(one, two) for one, two in combinations(pyramid.free(), 2) if dice[one] != dice[two]]
    if pairs:
        one, two = random.choice(pairs)
        dice[one], dice[two] = dice[two], dice[one]
    return bool(pairs)


_CHANGES: dict[str, Callable[[RealPyramid, Random], bool]] = {
    "turned a die": _turn,
    "took a die away": _take,
    "pulled a die out": _slide,
    "moved a die": _move,
    "swapped two dice": _swap,
}
