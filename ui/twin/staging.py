"""How a happening comes about at the simulated table: before the camera, at a button, or by touch."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random

from companion.asks import Ask, sets_aside
from companion.calls.edges import Edge
from companion.facts import MS, Kind, Source
from companion.family import Happening
from companion.layout import is_pile, tray
from companion.pyramid.cells import Cell
from ui.twin.drawn_pyramid import after
from ui.twin.drawn_table import DrawnTable, Shown, is_left_of
from vision.drawn.printed_decks import DECKS
from vision.kit.values import DIE_VALUES
from vision.mat import PYRAMID, SCAN, pile_of, zone_of
from vision.report.report import Report

HELD = 120 * MS  # how long a finger stays on a button
LONGEST_BOUNCE = 6 * MS
ABSPECKEN = "abspecken"  # the deck of asks that name none


def movement(
    stage: DrawnTable,
    happening: Happening,
    asks: Sequence[Ask],
    random: Random,
    standing: Mapping[Cell, str] | None = None,
) -> Iterator[Shown] | None:
    """*happening* before the camera; None where no camera can tell it."""
    if happening.kind is Kind.DICE:
        return stage.roll(happening.value) if happening.value.keys() <= DIE_VALUES.keys() else None
    if happening.kind is Kind.CHOICE:
        return _slid_out(stage, happening, asks)
    if happening.kind is Kind.PYRAMID:
        now = stage.pyramid or standing or {}  # what nobody has built yet is built as it truly is
        dice = after(happening.value, now, random) if stage.mat.has(PYRAMID) else None
        return None if dice is None or dice == stage.pyramid else stage.rebuild(dice)
    if happening.kind is not Kind.CARD or not _can_be_seen(stage, happening, asks):
        return None
    stage.deck = _deck(happening, asks)
    place, cards = pile_of(happening.value["place"]), [str(c) for c in happening.value["cards"]]
    if is_pile(place):
        return stage.lay(place, cards)
    zone = zone_of(place, stage.mat)
    if _is_of_what_is_left(happening, asks) and is_left_of(stage.cards_at(zone), cards):
        return stage.leave(zone, cards)
    return stage.spread(zone, cards) if len(cards) <= stage.room_for(zone) else None


def _slid_out(stage: DrawnTable, happening: Happening, asks: Sequence[Ask]) -> Iterator[Shown] | None:
    """Dice leave the tray; none, where it is empty then: that shows nothing, for they may be rolled next."""
    ask = next((ask for ask in asks if ask.id == happening.ask and sets_aside(ask)), None)
    lying = tray(stage.dice)
    if ask is None or lying != tray({"pips": ask.lies}):
        return None
    left = Counter(ask.lies) - Counter(map(str, happening.value))
    counts = happening.value in [choice.value for choice in ask.choices]
    return stage.turn_dice(tray({"pips": left.elements()})) if left and counts else None


def _deck(happening: Happening, asks: Sequence[Ask]) -> str:
    """The deck that *happening* is about."""
    return next((ask.deck for ask in asks if ask.id == happening.ask and ask.deck), ABSPECKEN)


def _can_be_seen(stage: DrawnTable, happening: Happening, asks: Sequence[Ask]) -> bool:
    """Whether the kit prints these cards, and the eyes can tell whose they are."""
    lies_out = stage.cards_at(SCAN) and _is_of_what_is_left(happening, asks)
    if not (happening.value["cards"] or lies_out):
        return False  # nobody sees that none are laid
    printed = DECKS.get(_deck(happening, asks))
    if printed is None or not printed.copies().keys() >= {str(card) for card in happening.value["cards"]}:
        return False
    report = Report()
    report.expect(asks)
    place = happening.value["place"]
    if lies_out:
        report.lies_out(place)
    return report.sees(place, stage.seen_mat)


def _is_of_what_is_left(happening: Happening, asks: Sequence[Ask]) -> bool:
    """Whether *happening* answers what still lies there, and not what somebody lays."""
    return any(ask.cards[0] == 0 for ask in asks if ask.id == happening.ask)


class Fingers:
    """The fingers at all buttons of one table, with contacts that bounce."""

    def __init__(self, random: Random, held: int = HELD) -> None:
        self._random, self._held, self._edges = random, held, 0

    def press(self, line: str, t: int) -> Iterator[Edge]:
        """A button goes down at *t*, bounces, is held, and is let go."""
        yield self.edge(line, t, down=True)
        bounced = t
        for down in (False, True) * self._random.randrange(4):
            bounced += self._random.randrange(LONGEST_BOUNCE // 8, LONGEST_BOUNCE // 4)
            yield self.edge(line, bounced, down=down)
        yield self.edge(line, bounced + self._held, down=False)

    def edge(self, line: str, t: int, *, down: bool) -> Edge:
        """One edge, counted on."""
        self._edges += 1
        return Edge(line, t, down, seq=self._edges, source=Source.BUTTON)
