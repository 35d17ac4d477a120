"""Cards as far as a table can know them: hands with unknown cards, piles, who could hold what, conservation.

A card is its name, like "5" or "QH"; a card that nobody has seen is "?". Cards lying or held together are a
tuple. A **hand** has no order and is kept sorted, so that equal hands are equal values; a **pile** has one,
and its last card is on top. A known card in a hand is a promise about the whole hand: "at least so many of
this kind are in there". All functions are pure; the *places* of a table are a mapping from a place's name,
like "hand:Elfi" or "discard:Elfi", to the cards there.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

UNKNOWN = "?"

Cards = tuple[str, ...]
Places = Mapping[str, Cards]
Census = Mapping[str, int]  # how many copies of each card there are


class Deck(Struct, frozen=True):
    """What is in the box: the name that asks and eyes use, and the copies of each card."""

    name: str
    census: dict[str, int]

    @property
    def size(self) -> int:
        return sum(self.census.values())

    def cards(self) -> Cards:
        """Every card of the deck, in the order of its census."""
        return tuple(card for card, copies in self.census.items() for _ in range(copies))


# --- hands ---


def hand(cards: Iterable[str]) -> Cards:
    """*cards* as a hand."""
    return tuple(sorted(cards))


def hidden(count: int) -> Cards:
    """*count* cards that nobody has seen."""
    return (UNKNOWN,) * count


def shown(cards: Iterable[str]) -> Cards:
    """Those of *cards* that are known."""
    return tuple([card for card in cards if card != UNKNOWN])


def surely_holds(held: Cards, cards: Cards) -> bool:
    """Whether the table knows that *cards* are in the hand."""
    return all(held.count(card) >= cards.count(card) for card in set(cards))


@lru_cache(maxsize=4096)  # moves are looked for one by one, and many ask about the same hand
def may_hold(held: Cards, cards: Cards) -> bool:
    """Whether *cards* can be in the hand as far as the table knows; an unknown card can be any."""
    return len(cards) <= len(held) and _not_known_there(held, cards) <= held.count(UNKNOWN)


def those_it_may_hold(held: Cards, choices: Iterable[Cards]) -> tuple[Cards, ...]:
    """Those of *choices* that can be in the hand, judged in one go; none of them has an unknown card.

    >>> those_it_may_hold(("2", "5", "?"), [("2", "2"), ("3", "3"), ("5", "5", "2")])
    (('2', '2'), ('5', '5', '2'))
    """
    known = Counter(held)
    unseen = known.pop(UNKNOWN, 0)
    fitting = []
    for cards in choices:
        missing = len(cards)
        if missing > unseen:
            missing -= sum([min(n, known[card]) for card, n in _counted(cards)])
        if missing <= unseen:
            fitting.append(cards)
    return tuple(fitting)


@lru_cache(maxsize=4096)
def _counted(cards: Cards) -> tuple[tuple[str, int], ...]:
    return tuple(Counter(cards).items())


def added(held: Cards, cards: Iterable[str]) -> Cards:
    """The hand after *cards* have come to it."""
    return hand((*held, *cards))


@lru_cache(maxsize=4096)
def without(held: Cards, cards: Cards) -> Cards:
    """The hand after *cards* have left it.

    A named card leaves the known ones if it can. After a card left unseen it may have been any of them:
    of each kind one copy less is certain.

    >>> without(("2", "5", "?"), ("5",))
    ('2', '?')
    >>> without(("2", "5", "5", "?"), ("?",))
    ('5', '?', '?')
    """
    if not may_hold(held, cards):
        raise ValueError(f"expected cards that can be in the hand {held}, got {cards}")
    rest = list(held)
    for card in shown(cards):
        rest.remove(card if card in rest else UNKNOWN)
    for _ in range(cards.count(UNKNOWN)):
        rest = list(_one_unseen_less(rest))
    return hand(rest)


def revealed(held: Cards, cards: Cards) -> Cards:
    """The hand, now that *cards* are known to be in it.

    >>> revealed(("2", "?", "?"), ("2", "5"))
    ('2', '5', '?')
    """
    return hand((*without(held, cards), *cards))


def covered(held: Cards) -> Cards:
    """The same number of cards, all unknown again."""
    return hidden(len(held))


def _one_unseen_less(held: Sequence[str]) -> Cards:
    if len(set(held)) == 1:  # all of one kind: the card that left is known after all
        return tuple(held[1:])
    certain = [card for kind, n in Counter(shown(held)).items() for card in [kind] * (n - 1)]
    return (*certain, *hidden(len(held) - 1 - len(certain)))


def _not_known_there(held: Cards, cards: Cards) -> int:
    """How many of the named *cards* only the unknown ones of the hand could be."""
    missing = 0
    for card in {*cards}:
        more = cards.count(card) - held.count(card)
        if more > 0 and card != UNKNOWN:
            missing += more
    return missing


# --- piles ---


def top(pile: Cards) -> str:
    """The card on top of the pile, or "" if there is none."""
    return pile[-1] if pile else ""


def transfer(places: Places, source: str, target: str, cards: Cards) -> dict[str, Cards]:
    """The places after *cards* went from the hand at *source* to the hand at *target*."""
    return {**places, source: without(places[source], cards), target: added(places.get(target, ()), cards)}


# --- knowledge and conservation ---


def unseen(census: Census, places: Places) -> dict[str, int]:
    """How many copies of each card nobody has seen yet; below zero where more were seen than exist."""
    left = dict(census)
    for cards in places.values():
        if cards.count(UNKNOWN) < len(cards):  # a pile that nobody has looked at says nothing
            for card in cards:
                if card != UNKNOWN:
                    left[card] = left.get(card, 0) - 1
    return left


def too_many(census: Census, places: Places, cards: Iterable[str] = ()) -> Cards:
    """The kinds of which more would be known than exist if *cards* came to light as well."""
    left = Counter(unseen(census, places))
    left.subtract(Counter(shown(cards)))
    return tuple(sorted(card for card, n in left.items() if n < 0))


def one_too_many(census: Census, lying: Iterable[Cards], cards: Cards) -> str:
    """The first kind of *cards* of which, with those *lying* open, there would be more than exist; else "".

    >>> one_too_many({"2": 1, "5": 2}, [("2", "?")], ("5", "2"))
    '2'
    """
    places = tuple(lying)
    for card in sorted({*cards} - {UNKNOWN}):
        room = census.get(card, 0) - cards.count(card)
        for place in places:
            room -= place.count(card)
        if room < 0:
            return card
    return ""


Bounds = dict[str, tuple[int, int]]  # the fewest and the most copies of each kind


def could_hold_at(census: Census, places: Places, place: str) -> Bounds:
    """The fewest and the most copies of each kind that can be in *place*."""
    left = {card: max(0, n) for card, n in unseen(census, places).items()}
    room = {name: held.count(UNKNOWN) for name, held in places.items() if UNKNOWN in held or name == place}
    held = places[place]
    here = {card: min(room[place], n) for card, n in left.items()}
    elsewhere = {card: sum(min(room[name], n) for name in room if name != place) for card, n in left.items()}
    kinds = sum(here.values())
    return {
        card: (
            # what no other place has room for, and what remains if every other kind fills this place first
            held.count(card) + max(0, n - elsewhere[card], room[place] - (kinds - here[card])),
            held.count(card) + here[card],
        )
        for card, n in left.items()
    }
