"""What keeps the eyes from telling what is waited for, once it has lasted: said in words, with what to do.

A card that lies face down, a die too few, an arm at rest over the table, no light. None of it is ruled on; as
soon as it is put right the eyes go on by themselves.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from companion.asks import MS, Ask, Kind, Say
from companion.layout import is_pile
from companion.sightings import IN_TRAY, STILL, UNSTEADY, Seen, Sighting
from vision.dice.unread import GLARE, PLACE, TOO_DARK
from vision.mat import SCAN, pile_of
from vision.scene.events import Cocked, Event, Laid, Miscounted, Nudged, Rolled

BLIND_NAMED = ("black", "overexposed", "covered")  # what somebody at the table can put right
MOMENT, WHILE, LONG = 1200 * MS, 4000 * MS, 30_000 * MS  # for so long something has to be so


class Hindered:
    """Since when each of these things has been so. Times are those of the pictures."""

    def __init__(self) -> None:
        self._asks: tuple[Ask, ...] = ()
        self._dice: Say | None = None  # what is amiss with those that came to rest last
        # cards that lay face down in each place before any were asked for there
        self._turned = Counter[str]()
        self._looked = False  # whether the last look that read anything looked at cards
        self._hidden: set[str] = set()  # places with something upon the cards that lie there
        self._found: tuple[Say, ...] = ()  # the most serious first
        self._since: dict[str, int] = {}  # by the keys of what was found
        self._now = 0

    def expect(self, asks: Sequence[Ask]) -> None:
        """What the referee waits for from now on."""
        self._asks = tuple(asks)
        self._dice = self._dice if self._waits_for(Kind.DICE) else None

    def see(self, sighting: Sighting, events: Sequence[Event]) -> None:
        self._now = sighting.t
        if sighting.state in (Seen.HAND, Seen.MOVING):
            self._dice = None  # perhaps somebody puts it right
        for event in events:
            if isinstance(event, Cocked | Miscounted | Rolled | Nudged):
                self._dice = _of_dice(event)
            elif isinstance(event, Laid):
                (self._hidden.add if event.hidden else self._hidden.discard)(event.place)
        self._found = tuple(self._is_so(sighting))
        self._since = {says.key: self._since.get(says.key, sighting.t) for says in self._found}

    @property
    def trouble(self) -> Say | None:
        """What has been so for long enough to be reported; None if nothing has."""
        lasting = (says for says in self._found if self._now - self._since[says.key] >= PATIENCE[says.key])
        return next(lasting, None) if self._asks else None

    def _is_so(self, sighting: Sighting) -> Iterator[Say]:
        """All that keeps the eyes from reading what is asked for, as one look shows it."""
        for_dice_or_cards = any(ask.kind in (Kind.DICE, Kind.CARD) for ask in self._asks)
        match sighting.state:
            case Seen.BLOCKED:
                yield Say(f"amiss.{sighting.why if sighting.why in BLIND_NAMED else 'pictures'}")
            case Seen.HAND if sighting.why == STILL:
                yield Say("amiss.reaches_in")
            case Seen.HAND if sighting.why == IN_TRAY and self._waits_for(Kind.DICE):
                yield Say("amiss.in_tray")
            case Seen.MOVING if sighting.why == UNSTEADY:
                yield Say("amiss.unsteady")
            case Seen.HAND | Seen.MOVING:
                if for_dice_or_cards:  # a pyramid takes as long as it takes
                    yield Say("amiss.busy")
            case _:
                if self._waits_for(Kind.DICE):
                    yield from self._of_hidden(sighting)
                    if self._dice is not None:
                        yield self._dice
                if SCAN in self._hidden and any(ask.lies and not is_pile(ask.place) for ask in self._asks):
                    yield Say("amiss.row_hidden")
                if not self._hidden.isdisjoint(
                    pile_of(ask.place) for ask in self._asks if is_pile(ask.place)
                ):
                    yield Say("amiss.pile_hidden")
                if self._lies_face_down(sighting):
                    yield Say("amiss.face_down")

    def _of_hidden(self, sighting: Sighting) -> Iterator[Say]:
        """Too few dice are seen, and light or darkness may hide some; glare in an empty tray hides none."""
        too_few = self._dice is not None and self._dice.key == "amiss.dice_count"
        for one in sighting.passed_over:
            if one.what == PLACE and (too_few or (one.why == TOO_DARK and not sighting.dice)):
                yield Say(_HIDES[one.why])

    def _lies_face_down(self, sighting: Sighting) -> bool:
        """Whether a card was laid face down where one is waited for; draw piles lay there before."""
        asked = {pile_of(ask.place) for ask in self._asks if ask.kind is Kind.CARD}
        asked = {place if is_pile(place) else SCAN for place in asked}
        turned = Counter(card.place for card in sighting.cards if card.face_down)
        before = self._turned if self._looked else turned
        self._looked = "cards" in sighting.ms
        self._turned = turned - Counter({place: turned[place] - before[place] for place in asked})
        return any(turned[place] > before[place] for place in asked)

    def _waits_for(self, kind: Kind) -> bool:
        return any(ask.kind is kind and (ask.spoken or not ask.optional) for ask in self._asks)


_HIDES = {GLARE: "amiss.glare", TOO_DARK: "amiss.too_dark"}
PATIENCE: Mapping[str, int] = {
    "amiss.glare": WHILE,
    "amiss.too_dark": WHILE,
    "amiss.leans": MOMENT,
    "amiss.dice_count": WHILE,
    "amiss.row_hidden": MOMENT,
    "amiss.pile_hidden": WHILE,
    "amiss.face_down": WHILE,
    "amiss.unsteady": 0,
    "amiss.reaches_in": WHILE,
    "amiss.in_tray": WHILE,
    "amiss.black": WHILE,
    "amiss.overexposed": WHILE,
    "amiss.covered": WHILE,
    "amiss.pictures": WHILE,
    "amiss.busy": LONG,
}


def _of_dice(event: Event) -> Say | None:
    """What is amiss with dice that have come to rest."""
    match event:
        case Cocked():
            return Say("amiss.leans")
        case Miscounted(_, dice, wanted):
            kinds = [Say(f"die.{kind}", {"n": count}) for kind, count in wanted.items() if count]
            return Say("amiss.dice_count", {"n": len(dice), "wanted": kinds})
        case _:
            return None
