"""What the screen offers at once, and what is one tap away: hands and eyes come first where there are any."""

from collections.abc import Sequence

from msgspec import Struct

from companion.asks import Ask
from companion.facts import Kind

SEEN = (Kind.DICE, Kind.CARD, Kind.PYRAMID)  # what a camera tells without anybody's finger


class Offer(Struct, frozen=True):
    """One thing to touch: answers *ask* for *seat* ("" where it does not matter who touches)."""

    ask: Ask
    seat: str = ""


class Offers(Struct, frozen=True):
    """Everything that may be told now, by how near it has to be."""

    now: tuple[Offer, ...] = ()
    by_touch: tuple[Offer, ...] = ()
    secret: tuple[Offer, ...] = ()  # behind a cover that only the seat itself takes away


def offers(asks: Sequence[Ask], eyes: bool, buttons: Sequence[str]) -> Offers:
    """*asks* as they are offered at a table with these *eyes*, where the seats *buttons* have a button."""
    now, later, secret = [], [], []
    for offer in (offer for ask in asks for offer in _offers_of(ask)):
        if offer.ask.secret:
            secret.append(offer)
        elif _told_without_touch(offer, eyes, buttons):
            later.append(offer)
        else:
            now.append(offer)
    if not now and not eyes:  # nobody else can tell it: no need to look for it behind another button
        now, later = later, []
    return Offers(tuple(now), tuple(later), tuple(secret))


def _offers_of(ask: Ask) -> tuple[Offer, ...]:
    """A call is somebody's; everything else is one answer, whoever of those asked gives it."""
    if ask.kind is Kind.TIME:
        return ()
    if ask.kind is Kind.CALL:
        return tuple(Offer(ask, seat) for seat in ask.seats)
    return (Offer(ask, ask.seats[0] if len(ask.seats) == 1 else ""),)


def _told_without_touch(offer: Offer, eyes: bool, buttons: Sequence[str]) -> bool:
    if offer.ask.kind is Kind.CALL:
        return offer.seat in buttons
    if not offer.ask.spoken:
        return True
    return eyes and offer.ask.kind in SEEN
