"""What lies in one place, as far as it counts and as far as it was seen to come.

A pile is compared with what counts as often as either changes; only cards that came and do not count yet are
reported, and none of them twice.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.asks import MS
from vision.scene.spots import Names

HANDS_LATER = 2400 * MS  # who tells of cards by touch has laid them by then


class Pile(Struct, frozen=True):
    """Cards upon each other, or in the long place beside each other."""

    counts: tuple[str, ...] = ()  # what lies there as the referee knows
    came: tuple[Names, ...] = ()  # cards seen to come since, that do not count
    top: Names = ()  # what is seen on top; nothing: nobody has looked, or it is hidden
    at: int = 0  # when the last one came, at the latest
    not_before: int = 0  # and at the earliest
    since: int = 0  # since when nobody lays any more; or when others were known to count
    reported: bool = False  # those that came were reported, and do not count: nobody tells them twice
    doubtful: bool = False  # perhaps a card was only pushed, or one was covered before it could be read
    awaited: tuple[str, ...] = ()  # of what counts: those that nobody saw come, they were entered by touch
    glimpsed: int = 0  # when the last of those was first seen, though not for sure
    bare: int = 0  # since when the table is seen where it lay; 0: it is not
    unseen: tuple[str, ...] = ()  # of a row: cards entered by touch that the eyes have not seen there since
    gone: bool = False  # all of a row went that somebody may take from: nothing is left of it

    @property
    def whole(self) -> tuple[Names, ...]:
        """All that lies there, the last on top."""
        return (*((card,) for card in self.counts), *self.came)

    @property
    def unreported(self) -> bool:
        return (bool(self.came) or self.gone) and not self.reported


def counting(pile: Pile, counts: tuple[str, ...], now: int) -> Pile:
    """*pile* once the referee says that *counts* lie there."""
    if counts == pile.counts:
        return pile
    since = max(pile.since, now)
    whole, top = pile.whole, counts[-1] if counts else ""
    if pile.came and top in pile.came[-1]:  # reported, or a finger was quicker
        return Pile(counts, top=pile.top, since=since, bare=pile.bare)
    if pile.counts and counts[-len(pile.counts) :] == pile.counts:
        return replace(pile, counts=counts)  # others were put below
    same = 0
    while same < min(len(counts), len(whole)) and counts[same] in whole[same]:
        same += 1
    if same == len(counts):  # taken back, and still there: that was reported long ago
        return replace(pile, counts=counts, came=whole[same:], reported=True, awaited=(), since=since)
    return Pile(counts, top=pile.top, since=since, awaited=counts[same:], bare=pile.bare)


def resting(pile: Pile, top: Names, now: int, *, sure: bool) -> Pile:
    """*pile* when *top* lies there at rest: once that is *sure*, one of the same name, laid later, is new."""
    if not pile.awaited or pile.awaited[-1] not in top or now - pile.since < HANDS_LATER:
        return pile
    return replace(pile, awaited=(), top=top) if sure else replace(pile, glimpsed=pile.glimpsed or now)


def laid(pile: Pile, card: Names, not_before: int, *, asked: bool, again: bool = False) -> Pile:
    """*pile* when *card* has come to light on top of it; `came` grows only by a card that is new there.

    Where one of the name of a card that was entered was glimpsed before, it may be another one.
    """
    seen = replace(pile, top=card, bare=0)
    if again and pile.whole and not set(pile.whole[-1]).isdisjoint(card):
        return replace(seen, awaited=())  # a thing lay upon it, or it was lifted and put back
    if (rest := _still_awaited(pile, card)) is not None:
        if not asked or not 0 < pile.glimpsed < not_before:
            return replace(seen, awaited=rest)
        return replace(seen, came=(*pile.came, (card[0], "")), awaited=(), doubtful=True)
    if pile.reported:  # what was refused or undone is taken back, and what lay below can be seen again
        seen = replace(seen, came=(), reported=False, doubtful=False)
        if not set(pile.counts[-1:]).isdisjoint(card):
            return seen
    if asked:
        return replace(seen, came=(*seen.came, card), awaited=())
    return replace(seen, came=seen.came if set(pile.counts).isdisjoint(card) else (), awaited=())


def again(pile: Pile, card: Names, *, asked: bool, upon: bool) -> Pile:
    """*pile* when its top card was pushed, or another of the same name was laid: mostly nobody can tell."""
    seen = replace(pile, top=card, bare=0)
    if (rest := _still_awaited(pile, card)) is not None:
        return replace(seen, awaited=rest)
    if pile.reported or not asked:
        return seen
    one_more = (card[0], "") if pile.came and not upon else card[:1]
    return replace(seen, came=(*pile.came, one_more), doubtful=pile.doubtful or not upon)


def lifted(pile: Pile, since: int) -> Pile:
    """*pile* when no card is seen there any more: picked up, or hidden (*since* is 0 then)."""
    gone = pile.reported or not pile.came
    return replace(pile, came=() if gone else pile.came, reported=False, top=(), bare=since)


def _still_awaited(pile: Pile, card: Names) -> tuple[str, ...] | None:
    """What is still awaited once *card* has come; None if it is none of those."""
    at = next((n for n, name in enumerate(pile.awaited) if name in card), None)
    return None if at is None else pile.awaited[at + 1 :]


def without(cards: Sequence[str], seen: Sequence[Names]) -> tuple[str, ...]:
    """*cards* but for those that may be *seen*."""
    return tuple(card for card in cards if not any(card in names for names in seen))
