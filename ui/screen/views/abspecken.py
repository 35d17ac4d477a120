"""ABspecken: the roll, the card that is barred, whom the Piggy Die concerns, and on wish what fits."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from companion.asks import JSON, Ask
from companion.layout import Die, View
from ui.screen import theme
from ui.screen.looks import COLOUR_MARKS, Face
from ui.screen.pages.table.felt import Spread, calls_list, dice_tray, felt_region
from ui.screen.parts.blocks import banded
from ui.screen.parts.cards import CardFace, CardFan
from ui.screen.parts.layout import Column, Grid, Panel, Row, Scroll, Stack, Text, beside, on_felt
from ui.screen.parts.pads import CardPad
from ui.screen.parts.touch import Badge, IconButton, TextButton, Touchable

DECK = "abspecken"
SHEET = (140.0, 84.0)  # mm
TILE = 15.0  # mm: the height of one way to make a sum

FLAT = 34.0  # mm: a felt with less has no line for words below the dice
FLAT_CALLED = 50.0  # the same in portrait, where calls stand below them as well
MANY_CALLS = 3  # so many are listed in one column


def felt(spread: Spread) -> Widget:
    """Without a roll there is nothing of its own to show."""
    sizes, lying = spread.sizes, spread.felt
    if not lying.dice:
        return felt_region(spread)
    tray = dice_tray(spread, worded=False)
    crowded = len(lying.calls) > MANY_CALLS and not sizes.portrait  # the die itself is struck out
    words = [] if crowded else _below(spread)
    wish = _wish_button(spread)
    if _is_flat(spread):
        place: Widget = Row(sizes, tray, *reversed(words), gap=1.0)
        wish.size_hint_y = 1
        place.add_widget(wish)
    else:
        tall = 13.0 if sizes.portrait else theme.TOUCH
        line = Row(sizes, *words, wish, gap=1.2, **sizes.high(tall))
        place = Column(sizes, tray, line, gap=1.0)
    if lying.calls:
        place = beside(sizes, place, calls_list(spread), gap=1.0)
    return on_felt(sizes, place, pad=1.4)


def _is_flat(spread: Spread) -> bool:
    """Whether all lies beside each other, so that the dice are as high as there is room."""
    lying = spread.felt
    if spread.sizes.portrait:
        return bool(lying.calls) and lying.room < FLAT_CALLED
    return lying.brief or bool(lying.calls) or lying.room < FLAT


def _below(spread: Spread) -> list[Widget]:
    """What is barred, unmistakably; and whom the Piggy Die concerns."""
    sizes, lying = spread.sizes, spread.felt
    barred = next((die for die in lying.dice if die.barred), None)
    words: list[Widget] = [] if barred is None else [_barred(spread, barred)]
    piggy = next((die for die in lying.dice if die.kind == "piggy" and die.note), None)
    if piggy is not None and piggy.note is not None:
        roller = spread.faces.get(piggy.note.args.get("seat", ""))
        words.append(_concerns(sizes, "" if _is_flat(spread) else spread.words(piggy.note), roller))
    return words


def _barred(spread: Spread, die: Die) -> Widget:
    """A band in the barred colour, with its card struck out and the words: never colour alone."""
    sizes, say, lying = spread.sizes, spread.say, spread.felt
    colour, card = _barred_card(die)
    ground = theme.THING_COLOURS.get(colour, theme.IVORY)
    if lying.calls and _is_flat(spread):  # the dice need the room; the card itself is struck out
        return Panel(sizes, CardFace(DECK, card, barred=True), ground=ground, pad=0.8, **sizes.wide(11))
    brief = _is_flat(spread)
    text = spread.words(die.note) if die.note and not brief else say("abspecken.barred", card=card)
    face = CardFace(DECK, card, barred=True, **sizes.wide(7.5))
    band = banded(sizes, face, text, ground)
    if brief:
        band.size_hint_x = 0.68
    return band


def _barred_card(die: Die) -> tuple[str, str]:
    """The colour and the card that a colour or a number die bars."""
    if die.kind == "number":
        return next((c for c, (number, _) in COLOUR_MARKS.items() if number == die.value), ""), die.value
    return die.value, COLOUR_MARKS.get(die.value, (die.value, ""))[0]


def _concerns(sizes: theme.Sizes, words: str, roller: Face | None) -> Widget:
    badge = [] if roller is None else [Badge(roller, **sizes.wide(7))]
    if not words:
        return Row(sizes, *badge, **sizes.wide(7))
    return Row(sizes, *badge, Text(words, sizes, "small"), gap=0.6, size_hint_x=0.7)


# --- what fits, on wish ---


def _wish_button(spread: Spread) -> TextButton | IconButton:
    sizes, say = spread.sizes, spread.say

    def show() -> None:
        spread.lay_over(spread.sheet(say("abspecken.fits"), _fitting(spread)), *SHEET)

    if spread.felt.brief or _is_flat(spread):
        return IconButton(sizes, "sum", say("abspecken.fits"), show, look="plain")
    return TextButton(sizes, say("abspecken.fits"), show, icon="sum", size_hint=(None, 1), width=sizes.mm(32))


def _fitting(spread: Spread) -> Widget:
    """For everybody who has the same sums: the sums, and every set of cards that makes one of them."""
    sizes, say, faces = spread.sizes, spread.say, spread.faces
    lines: list[Widget] = []
    for group in spread.details.get("fits", ()):
        sums = say("abspecken.sums", sums=" · ".join(map(str, group["sums"])))
        badges = [Badge(faces[seat], **sizes.wide(8)) for seat in group["seats"] if seat in faces]
        head = Text(sums, sizes, "large", bold=True)
        lines.append(Row(sizes, *badges, head, gap=0.8, **sizes.high(10)))
        lines.append(_sets(sizes, group["sets"]))
    return Scroll(sizes, Stack(sizes, *lines))


def _sets(sizes: theme.Sizes, sets: Sequence[str]) -> Widget:
    columns = 4 if sizes.portrait else 8
    rows = -(-len(sets) // columns)
    high = sizes.high(rows * TILE + max(0, rows - 1) * 1.4)
    return Grid(sizes, *(CardFan(DECK, tuple(cards)) for cards in sets), cols=columns, gap=1.4, **high)


# --- the pad ---


SET, BESIDE_SETS = 11.0, 62.0  # mm: a set that is laid with one tap, and what stands beside them


class FittingPad(CardPad):
    """Before anything is put together, what fits stands above, each laid with one tap."""

    def __init__(self, desk: Any, ask: Ask, entered: Callable[[JSON], None], sets: Sequence[str]) -> None:
        self._sets = sets
        super().__init__(desk.sizes, desk.say, ask, entered)

    def _nothing_laid(self, low: int, high: int) -> Widget:
        """As many of the sets as there is room for, the smallest first."""
        row = Row(self.sizes, gap=0.8)
        room = int((self.sizes.width / self.sizes.unit - BESIDE_SETS) / SET)
        for cards in sorted(self._sets, key=len)[:room]:
            fan = CardFan(DECK, tuple(cards))
            lays, name = partial(self._lay_set, tuple(cards)), " ".join([self._say("table.lay_own"), *cards])
            row.add_widget(Touchable(self.sizes, lays, fan, pad=0.4, text=name))
        return row if room > 1 else super()._nothing_laid(low, high)

    def _lay_set(self, cards: tuple[str, ...]) -> None:
        self._laid = cards
        self._send()


def pad(desk: Any, ask: Ask, entered: Callable[[JSON], None], view: View) -> Widget | None:
    """What fits the roll is discarded with one tap, whoever may hold it."""
    groups = [group for group in view.details.get("fits", ()) if ask.seats[0] in group["seats"]]
    if not groups or not ask.place.startswith("discard:"):
        return None
    return FittingPad(desk, ask, entered, groups[0]["sets"])
