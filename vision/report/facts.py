"""Facts as the eyes tell them: of dice that have come to rest, and of cards that lie in a place."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from msgspec.structs import replace

from companion.asks import JSON, MS, UNREAD, Ask, Fact, Kind, Source
from companion.cards import UNKNOWN
from companion.layout import is_pile
from companion.sightings import DieSeen
from vision.mat import SCAN, answers_for
from vision.report.piles import Pile

HAND = "hand:"  # the place of the cards that somebody holds
LONG = 12  # of so many cards no whole set is offered for another: each doubtful one is asked about by itself
MOST_CHOICES = 12  # more readings than this are no help: then the table is asked for the whole thing
FRAME_UNCERTAINTY = 40 * MS
DOUBTED = 0.4  # how sure they are of what may be none of it: the table asks, even without another reading
SEVERAL = 0.5  # and one that can be read in several ways: the table weighs them


def as_asked(dice: Sequence[DieSeen], asked: Mapping[str, int]) -> dict[str, list[DieSeen]] | None:
    """*dice* by kind, as many as *asked* of each; None if there are too few or too many.

    Where nothing is said of how many, it is all that lie there.
    """
    kinds = tuple(asked) or dict.fromkeys(die.type for die in dice)
    sorted_dice = {kind: [die for die in dice if die.type == kind] for kind in kinds}
    enough = all(len(sorted_dice[kind]) == count for kind, count in asked.items())
    return sorted_dice if enough else None


def dice_fact(ask: Ask, dice: Mapping[str, Sequence[DieSeen]], t: int) -> Fact:
    flat = [(kind, die) for kind, group in dice.items() for die in group]
    options = [(die.value,) if die.value else die.choices for _, die in flat]
    kinds = [kind for kind, _ in flat]
    unread = tuple(die.value or UNREAD for _, die in flat)
    readings = [_dice_value(kinds, values) for values in _some(options) or [unread]]
    sure = min((die.confidence for _, die in flat), default=1.0)
    return replace(told(Kind.DICE, ask, readings, t, round(sure, 4), within=0), seat="")


def _dice_value(kinds: Sequence[str], values: Sequence[str]) -> JSON:
    value: dict[str, list[JSON]] = {}
    for kind, face in zip(kinds, values, strict=True):
        value.setdefault(kind, []).append(int(face) if face.isdigit() else face)
    return value


def card_fact(ask: Ask, pile: Pile, t: int) -> Fact:
    long = len(pile.came) >= LONG or ask.cards[0] == 0  # of what is left it is known which card lies where
    likely = [[name for name in names if name != UNKNOWN] or [UNKNOWN] for names in pile.came]
    readings = [] if long else [[name for name in names if name] for names in _some(likely)]
    surely = [names[0] if len(names) == 1 else UNKNOWN for names in pile.came]  # the others are left open
    suspected = _suspected(surely, likely) if ask.cards[0] and not (readings or pile.doubtful) else ()
    values = [{"place": ask.place, "cards": names} for names in readings or [surely, *suspected]]
    sure = 1.0 if long and not pile.doubtful else _sure(pile, len(readings))
    return told(Kind.CARD, ask, values, pile.at, sure, within=pile.at - pile.not_before)


def told(kind: Kind, ask: Ask, readings: Sequence[JSON], t: int, sure: float, *, within: int) -> Fact:
    """What the eyes answer to *ask*: the likeliest of *readings*, with the others to choose from."""
    seat, choices = ask.seats[0] if len(ask.seats) == 1 else "", tuple(readings[1:])
    fact = Fact(kind, readings[0], t, Source.CAMERA, seat=seat, ask=ask.id, sure=sure, choices=choices)
    return replace(fact, uncertainty=max(FRAME_UNCERTAINTY, within))


def somebodys_hand(facts: Sequence[Fact]) -> Iterator[Fact]:
    """The same cards as the hand of each who has to show one: the table says whose they are.

    One question at a time: with a card in doubt somebody tells them by touch. Are they too many or too few,
    the referee says so to whoever owns up to them.
    """
    first, *others = facts
    if not first.choices and UNKNOWN not in first.value["cards"]:
        values = tuple(fact.value for fact in others)
        yield replace(first, seat="", ask="", sure=DOUBTED, choices=values)


def _sure(pile: Pile, readings: int) -> float:
    """How sure the eyes are of a set that can be read in so many ways."""
    perhaps = any(names[-1] == UNKNOWN for names in pile.came)  # is it not that, nobody knows what it is
    if pile.doubtful or (perhaps and readings == 1):
        return DOUBTED
    return SEVERAL if readings != 1 else 1.0


def _suspected(surely: Sequence[str], likely: Sequence[Sequence[str]]) -> Iterator[list[str]]:
    """What is sure, with one other card each as it may be; for a game that would miss it otherwise."""
    for place, names in enumerate(likely):
        for name in names if surely[place] == UNKNOWN != names[0] else ():
            yield [*surely[:place], name, *surely[place + 1 :]]


def _some(options: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    """All combinations of *options*, likeliest first; none if there are too many to choose from."""
    count = 1
    for choices in options:
        count *= len(choices)
    return list(product(*options)) if 0 < count <= MOST_CHOICES else []


# --- which ask cards answer ---


def card_ask(asks: Sequence[Ask], place: str, out: str) -> Ask | None:
    """The ask that cards in *place* answer; where several people could mean the place, none of them.

    *out* is the place whose cards lie out there already.
    """
    fitting = fitting_asks(asks, place)
    if len(fitting) > 1 and place == SCAN:  # what lies out already, of which it is asked what is left
        fitting = [ask for ask in fitting if ask.place == out and ask.cards[0] == 0]
    return fitting[0] if len(fitting) == 1 else None


def hands_asked(asks: Sequence[Ask], place: str) -> list[Ask]:
    """The hands that are to be shown for all to see, where cards may be any of them: then it is asked."""
    fitting = fitting_asks(asks, place)
    hands = all(ask.place.startswith(HAND) and not (ask.secret or ask.optional) for ask in fitting)
    return fitting if place == SCAN and hands else []


def fitting_asks(asks: Sequence[Ask], place: str) -> list[Ask]:
    """The asks that cards in *place* can answer."""
    return [ask for ask in asks if ask.kind is Kind.CARD and answers_for(ask.place, place)]


def is_of_many(ask: Ask) -> bool:
    """Whether cards may lie in a row for it; a whole hand is shown like that only where it has to be."""
    in_a_row = ask.cards[1] > 1 and not is_pile(ask.place)
    return in_a_row and (not ask.optional or bool(ask.lies))
