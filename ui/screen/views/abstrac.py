"""Abstrac: the row from which cards are taken, the melds as they grow, and what the coach says of it."""

from collections.abc import Callable
from typing import Any

from kivy.uix.widget import Widget
from msgspec import convert

from companion.asks import Ask, Say
from companion.facts import JSON, Kind
from companion.game import AnyGame
from companion.view import View
from ui.screen import theme
from ui.screen.language import Speaker
from ui.screen.pages.table.felt import Felt, Spread, felt_region
from ui.screen.pages.table.people import Person, figures_line
from ui.screen.parts.card_row import CardRow, RowShown
from ui.screen.parts.cards import CardFan
from ui.screen.parts.layout import Column, Panel, Row, Scroll, Stack, space
from ui.screen.parts.pads import CardPad
from ui.screen.parts.text import Text
from ui.screen.theme import Sizes

DECK = "french"
CARDS = tuple(rank + suit for suit in "CDHS" for rank in "9TJQKA")  # the pack of this game
PANEL = 34.0  # mm: what a seat's panel needs in portrait


# --- the melds of a seat, below its name ---


def panel(sizes: Sizes, say: Speaker, game: AnyGame, person: Person, view: View, low: bool) -> Widget:
    """What the cards would be worth now, the melds with their points, and the cards that lie single."""
    seat = person.panel.seat
    stats = figures_line(say, game, person.panel.stats)
    cards = next((pile.cards for pile in view.piles if pile.place == f"mat:{seat}"), ())
    detail: dict[str, Any] = view.detail if isinstance(view.detail, dict) else {}
    melds = detail.get("melds", {}).get(seat, ())
    column = Column(sizes, gap=0.6)
    if stats:
        told = Text(stats, sizes, "small", theme.MUTED, theme.SURFACE, size_hint_y=None, height=sizes.mm(7.5))
        column.add_widget(told)
    if melds:
        column.add_widget(Row(sizes, *(_meld(sizes, meld) for meld in melds), gap=1.0))
    melded = {card for meld in melds for card in meld["cards"]}
    single = tuple(card for card in cards if card not in melded)
    if single:
        column.add_widget(CardFan(DECK, single, size_hint_y=0.8 if melds else 1))
    elif not melds:
        column.add_widget(space())
    return column


def _meld(sizes: Sizes, meld: dict[str, Any]) -> Widget:
    points = Text(
        f"+{meld['points']}",
        sizes,
        "small",
        theme.GOOD,
        theme.SURFACE,
        align="center",
        bold=True,
        size_hint_x=None,
        width=sizes.mm(7),
    )
    return Row(sizes, CardFan(DECK, tuple(meld["cards"])), points, gap=0.2)


# --- the felt ---


def felt(spread: Spread) -> Widget:
    sizes, say, game, lying = spread.sizes, spread.say, spread.game, spread.felt
    told = spread.told
    row = next((pile.cards for pile in (lying.view.piles if lying.view else ()) if pile.place == "row"), ())
    if row:
        thing: Widget = _row(sizes, say, lying, told, row)
    elif "says" in told:
        thing = _looking_back(sizes, say, game, told)
    else:
        return felt_region(spread)
    return Panel(sizes, thing, ground=theme.FELT, edge=theme.FELT_EDGE, pad=1.0)


def _row(sizes: Sizes, say: Speaker, lying: Felt, told: dict[str, Any], row: tuple[str, ...]) -> Widget:
    possible = [int(c.value) for o in lying.offered if o.ask.id.startswith("take:") for c in o.ask.choices]
    completes = told.get("completes", {})
    marks = {
        card: tuple(face for face in lying.faces if card in completes.get(face.name, {})) for card in row
    }
    shown = RowShown(
        DECK,
        row,
        len(told.get("lifted", ())),
        {n: str(n) for n in possible},
        tuple(told.get("best", ())),
        {card: faces for card, faces in marks.items() if faces},
    )
    drawn, words = CardRow(shown), _legend(say, told, bool(shown.marks) and not lying.brief)
    if not words:
        return drawn
    legend = Text(
        words,
        sizes,
        "small",
        theme.MUTED,
        theme.FELT,
        align="center",
        size_hint_y=None,
        height=sizes.mm(6.5 if sizes.portrait or "takes" in told else 4.5),
    )
    return Column(sizes, drawn, legend, gap=0.2)


def _legend(say: Speaker, told: dict[str, Any], marked: bool) -> str:
    """What each take is worth, once both want to see it; else what the signs mean."""
    if "takes" in told:
        values = " · ".join(f"{n}: {value:+d}" for n, value in sorted(told["takes"].items()))
        return say("abstrac.hint", values=values, best=", ".join(map(str, told.get("best", ()))))
    return say("abstrac.marks") if marked else ""


def _looking_back(sizes: Sizes, say: Speaker, game: AnyGame, told: dict[str, Any]) -> Widget:
    """What the coach says about the deal that is over."""
    lines = [say.game(game, convert(says, Say)) for says in told["says"]]
    texts = [Text(line, sizes, "body", ground=theme.FELT, grow=True) for line in lines]
    return Scroll(sizes, Stack(sizes, *texts, gap=0.8))


# --- the pad ---


def pad(desk: Any, ask: Ask, told: Callable[[JSON], None], view: View) -> Widget | None:
    """The 24 cards of the pack; each of them is there once."""
    return CardPad(desk.sizes, desk.say, ask, told, CARDS, once=True) if ask.kind is Kind.CARD else None
