"""Everybody at the table: who, how many points, whose turn, what lies before them."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from kivy.uix.widget import Widget
from msgspec import Struct

from companion.layout import Pile, SeatPanel, Stat
from ui.screen import theme
from ui.screen.looks import Face
from ui.screen.pages.table.desk import Desk
from ui.screen.parts.cards import CardFan
from ui.screen.parts.layout import Column, Grid, Row, Text
from ui.screen.parts.touch import Badge, Icon, Touchable

MANY = 5  # from more people on, panels are flat
FLAT = 8  # from more people on, three stand beside each other
SHOWN = 5  # cards of a pile
THREE = 76.0  # mm needed for three panels beside each other
ARROW = 2.4  # mm: beside whoever has to do something


class Person(Struct, frozen=True):
    """What one panel shows."""

    face: Face
    panel: SeatPanel
    pile: Pile | None = None
    waited_for: bool = False  # something is asked of them now


def people(
    panels: tuple[SeatPanel, ...],
    faces: tuple[Face, ...],
    piles: tuple[Pile, ...],
    asked: Collection[str] = (),
) -> tuple[Person, ...]:
    """The seats in the order of the view, each with the pile that lies before it; *asked*: who has to act."""
    known: Mapping[str, Face] = {face.name: face for face in faces}
    own = {pile.place.partition(":")[2]: pile for pile in reversed(piles) if ":" in pile.place}
    return tuple(
        Person(
            known.get(panel.seat, Face(panel.seat, "white", "circle", panel.seat[:1])),
            panel,
            own.get(panel.seat),
            panel.seat in asked if asked else panel.turn,
        )
        for panel in panels
    )


def figures_line(desk: Desk, stats: Iterable[Stat]) -> str:
    """The figures of a panel beside each other; a line ends between two of them, never within one."""
    figures = (f"{desk.words(stat.label)} {desk.say.figure(stat.value)}" for stat in stats)
    return " · ".join(figure.replace(" ", "\u00a0") for figure in figures)


OwnPanel = Callable[..., Widget]  # person, low: what a game shows below a name; low: there is one line for it


def people_region(
    desk: Desk, persons: tuple[Person, ...], why: Callable[[str], None], own: OwnPanel | None = None
) -> Widget:
    """Landscape: a column. Portrait: two or three panels beside each other. A tap asks *why* the points."""
    sizes = desk.sizes
    if own is None:
        fans = any(person.pile is not None and person.pile.cards for person in persons)
        shown = [_panel(desk, person, len(persons), fans) for person in persons]
    else:
        shown = [_own_panel(sizes, person, len(persons), own) for person in persons]
    panels = [_touchable(desk, person, thing, why) for person, thing in zip(persons, shown, strict=True)]
    if not sizes.portrait and len(persons) <= MANY:
        return Column(sizes, *panels, gap=1.2)
    columns = 2 if len(persons) <= FLAT else 3
    if sizes.portrait:
        columns = columns_of(sizes, len(persons), own is not None)
    return Grid(sizes, *panels, cols=columns, gap=1.2)


def _touchable(desk: Desk, person: Person, thing: Widget, why: Callable[[str], None]) -> Touchable:
    edge, seat = theme.ACCENT if person.panel.turn else "", person.panel.seat
    name = desk.say("table.points_of", seat=seat)
    return Touchable(desk.sizes, lambda: why(seat), thing, look="panel", pad=0.9, edge=edge, text=name)


def columns_of(sizes: theme.Sizes, many: int, own: bool) -> int:
    """How many panels stand beside each other in portrait; *own*: with what a game shows in them."""
    three = many == 3 and not own and sizes.width >= sizes.mm(THREE)
    return 3 if three or many > 6 else 2


def is_low(sizes: theme.Sizes, many: int) -> bool:
    """Whether the panels are so low that there is one line below the name."""
    return 4 < many <= 6 or many > 9 if sizes.portrait else many == MANY or many > FLAT


def people_height(sizes: theme.Sizes, persons: tuple[Person, ...], own: float | None = None) -> float:
    """The height of the region in portrait. *own*: what a game's own panels need; 0: the usual."""
    rows = -(-len(persons) // columns_of(sizes, len(persons), own is not None))
    many = any(len(person.panel.stats) > 3 for person in persons)
    if own is not None:
        many = not is_low(sizes, len(persons))
    usual = 20.0 if many else 12.8 if sizes.whole else 11.5 if len(persons) > FLAT + 1 else 13.5
    return sizes.mm(rows * (own or usual) + (rows - 1) * 1.2)


def _own_panel(sizes: theme.Sizes, person: Person, many: int, own: OwnPanel) -> Widget:
    """The name and the points as everywhere, and below them what the game's own view shows."""
    panel, flat = person.panel, sizes.portrait or many > MANY
    low = is_low(sizes, many)
    badge = Badge(person.face, panel.turn, **sizes.wide(8 if not (flat or low) else 7 if many <= FLAT else 5))
    name = Text(panel.seat, sizes, "body", bold=True)
    weight = 0.5 if many <= FLAT else 0.3
    score = Text(str(panel.score), sizes, "body", align="right", bold=True, size_hint_x=weight)
    tall = sizes.mm(6.0 if flat or low or many >= MANY - 1 else 8)
    head = Row(sizes, badge, name, score, gap=0.8, size_hint_y=None, height=tall)
    head.add_widget(_arrow(sizes, person))
    return Column(sizes, head, own(person=person, low=low), gap=0.4)


def _panel(desk: Desk, person: Person, many: int, fans: bool) -> Widget:
    """*fans*: cards lie before somebody, and all panels keep a place for them."""
    sizes, panel = desk.sizes, person.panel
    stats = desk.say("table.out") if panel.out else figures_line(desk, panel.stats)
    narrow = sizes.portrait or many > MANY
    three = sizes.portrait and columns_of(sizes, many, own=False) == 3
    share = 0.3 if three else 0.5  # three abreast leave little room for the figures beside the points
    large: theme.TextSize = "body" if narrow else "large"
    score = Text(str(panel.score), sizes, large, align="right", bold=True, size_hint_x=share)
    name = Text(panel.seat, sizes, "body", bold=True)
    below = Text(stats, sizes, "small", theme.MUTED, valign="top")
    if three:
        head = Row(sizes, Badge(person.face, panel.turn, **sizes.wide(6)), name, gap=0.8)
        head.add_widget(_arrow(sizes, person))
        return Column(sizes, head, Row(sizes, below, score, gap=0.4), gap=0.2)
    words: Widget = Row(sizes, name, score, gap=0.4)
    if stats:
        words = Column(sizes, words, below, gap=0)
    badge = Badge(person.face, panel.turn, **sizes.wide(5.5 if sizes.whole else 8 if narrow else 10))
    row = Row(sizes, badge, words, gap=0.8)
    if fans and not narrow:
        place: dict[str, Any] = {"size_hint_x": None, "width": sizes.mm(11)}
        pile = person.pile
        row.add_widget(CardFan(pile.deck, pile.cards[-SHOWN:], **place) if pile else Widget(**place))
    row.add_widget(_arrow(sizes, person))
    return row


def _arrow(sizes: theme.Sizes, person: Person) -> Widget:
    """Whoever has to do something; its place is kept, so that all points stand below each other."""
    if person.waited_for:
        return Icon(sizes, "turn", theme.ACCENT, side=ARROW)
    return Widget(**sizes.wide(ARROW))
