"""What the screen offers at once, and what is one tap away: hands and eyes come first if present."""

from collections.abc import Callable, Collection, Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.asks import JSON, Ask, Kind, by_cards
from companion.cards import Cards

BEFORE = "now:"  # the place of a card before somebody
SEEN = (Kind.DICE, Kind.CARD)  # what a camera tells without anybody's finger


class Offer(Struct, frozen=True):
    """One thing to touch: answers *ask* for *seat* ("" where it does not matter who touches)."""

    ask: Ask
    seat: str = ""
    rolls: bool = False  # a tap throws the dice: they are only on the screen

    @property
    def before(self) -> str:
        """Before whom a card is laid; "" for everything else."""
        return self.ask.place.removeprefix(BEFORE) if self.ask.place.startswith(BEFORE) else ""

    @property
    def face(self) -> str:
        """Whose badge stands on its button."""
        return self.before or self.seat


class Offers(Struct, frozen=True):
    """Everything that may be entered now, by how near it has to be."""

    now: tuple[Offer, ...] = ()
    by_touch: tuple[Offer, ...] = ()
    secret: tuple[Offer, ...] = ()  # behind a cover that only the seat itself takes away


def offers(asks: Sequence[Ask], eyes: bool, buttons: Sequence[str]) -> Offers:
    """*asks* as they are offered at a table with these *eyes*, where the seats *buttons* have a button."""
    now, later, secret = [], [], []
    for offer in (offer for ask in asks for offer in _offers_of(ask)):
        if offer.ask.secret:
            secret.append(offer)
        elif _entered_without_touch(offer, eyes, buttons):
            later.append(offer)
        else:
            now.append(offer)
    # the same card before somebody else stands beside it
    beside = [o for o in later if o.before and any(n.before and n.seat == o.seat for n in now)]
    now, later = now + beside, [offer for offer in later if offer not in beside]
    if not now and not eyes:  # nobody else can report it, so it needs no button in front of it
        now, later = later, []
    return Offers(tuple(now), tuple(later), tuple(secret))


def offers_ahead(offered: Offers, beyond: Sequence[Ask], eyes: bool) -> Offers:
    """The next roll itself, if only what it implies is waited for and a finger enters rolls."""
    rolls = [ask for ask in beyond if ask.kind is Kind.DICE and not ask.optional]
    if eyes or not rolls or not all(offer.ask.implied for offer in offered.now):
        return offered
    return replace(offered, now=tuple(offer for ask in rolls for offer in _offers_of(ask)))


def offers_beside(offered: Offers, advised: Collection[str]) -> Offers:
    """What the bots *advised* are asked is entered by a touch on "done"; everything else is one tap away."""
    theirs = tuple(o for o in offered.now if o.seat in advised and o.ask.kind is not Kind.CALL)
    if not theirs:
        return offered
    now = tuple(offer for offer in offered.now if offer not in theirs)
    return replace(offered, now=now, by_touch=(*theirs, *offered.by_touch))


def _offers_of(ask: Ask) -> tuple[Offer, ...]:
    """A call belongs to one person; everything else is one answer, from any of those asked."""
    counts = ask.kind is Kind.DICE and not ask.dice  # whoever counts dice by hand tells the number
    if counts or ask.kind in (Kind.TIME, Kind.PYRAMID):  # no finger tells how a whole pyramid stands
        return ()
    if ask.kind is Kind.CALL:
        return tuple(Offer(ask, seat) for seat in ask.seats)
    return (Offer(ask, ask.seats[0] if len(ask.seats) == 1 else ""),)


def _entered_without_touch(offer: Offer, eyes: bool, buttons: Sequence[str]) -> bool:
    if offer.ask.kind is Kind.CALL:
        return offer.seat in buttons
    if not offer.ask.spoken:  # what one must say or else the game waits stands on the table, like "draw"
        return offer.ask.optional or offer.ask.kind is not Kind.CONFIRM
    return eyes and offer.ask.kind in SEEN


# --- at a table that is only on the screen: one person, whose hand lies open before it ---


def laid_from_hand(
    asks: Sequence[Ask], person: str, hand: Cards, by_itself: Callable[[Ask], JSON]
) -> tuple[Ask, ...]:
    """Those of *asks* that cards from the *hand* of *person* answer, unless that comes about by itself."""
    elsewhere = ("hand:", "score:", "box")  # cards that come to the hand, or lie in the piles or the box
    cards = (ask for ask in asks if person in ask.seats and (ask.kind is Kind.CARD or by_cards(ask)))
    mine = (ask for ask in cards if hand and not ask.place.startswith(elsewhere))
    return tuple(ask for ask in mine if by_itself(ask) is None)


def in_words_here(asks: Sequence[Ask]) -> tuple[Ask, ...]:
    """Those of *asks* that somebody alone at the screen reads: no camera looks, and no others agree."""
    return tuple(ask for ask in asks if not _needs_others(ask))


def offers_here(
    asks: Sequence[Ask], person: str, laid: Sequence[Ask], by_itself: Callable[[Ask], JSON]
) -> Offers:
    """What else *person* may touch: nothing is read here, so nothing is objected to or counted."""
    mine = [
        replace(ask, seats=(person,), secret=False, spoken=True)
        for ask in asks
        if person in ask.seats and ask not in laid and _is_decided(ask, by_itself(ask) is not None)
    ]
    return Offers(tuple(Offer(ask, person, ask.kind is Kind.DICE) for ask in mine))


def _needs_others(ask: Ask) -> bool:
    """What eyes see, a table agrees on or somebody reports about real hands: not for one among bots."""
    reported = ask.kind is Kind.CHOICE and ask.optional and not ask.spoken
    return reported or ask.kind is Kind.PYRAMID or ask.id == "give_up"


def _is_decided(ask: Ask, by_itself: bool) -> bool:
    """Whether *ask* leaves something to the person."""
    if _needs_others(ask) or ask.kind is Kind.TIME or ask.id.partition(":")[0].endswith("_unseen"):
        return False  # what can be seen is known, and nobody says that it was hidden
    if by_itself:
        return ask.optional and not ask.secret
    if ask.optional and ask.kind in (Kind.DICE, Kind.NUMBER, Kind.CARD):
        return ask.kind is Kind.DICE and len(ask.seats) == 1
    return not (ask.optional and ask.within_ms)
