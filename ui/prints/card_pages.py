"""Decks of cards, nine on a page of A4, with lines to cut along."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.index_letters import indices
from ui.prints.order import Order
from ui.prints.page import MARGIN, PAPERS, Pages, both, headline, ruler
from vision.drawn.printed_decks import CARD, DECKS
from vision.drawn.prints.card import back
from vision.drawn.shapes import Drawing

FRENCH = "french"
COLUMNS, ROWS = 3, 3
TOP = 13.0


def write(order: Order, file: Path) -> int:
    """Writes a deck and says on how many pages."""
    deck, languages = order.of, order.languages
    letters = indices().index(order.index) if order.index and deck == FRENCH else 0
    cards = list(_faces(deck, order.single, letters))
    with Pages(file, deck) as pages:
        for first in range(0, len(cards), COLUMNS * ROWS):
            some = cards[first : first + COLUMNS * ROWS]
            _page(pages, some, both("cards.title", languages, deck=deck, count=len(cards)), languages)
            if order.backs:  # as many, so that the sheet can be turned over and printed again
                _page(pages, [back()] * len(some), both("cards.back", languages, deck=deck), languages)
    sheets = -(-len(cards) // (COLUMNS * ROWS))
    return sheets * 2 if order.backs else sheets


def _faces(deck: str, single: bool, letters: int) -> Iterator[Drawing]:
    for name, count in DECKS[deck].copies().items():
        variants = DECKS[deck].variants(name)
        for copy in range(variants if single else count):
            yield DECKS[deck].card(name, letters or copy % variants)


def _page(pages: Pages, cards: Sequence[Drawing], title: str, languages: Sequence[str]) -> None:
    width, height = PAPERS["a4"]
    left = (width - COLUMNS * CARD[0]) / 2
    pages.begin(width, height)
    headline(pages, title)
    for number, card in enumerate(cards):
        row, column = divmod(number, COLUMNS)
        pages.draw(card, left + column * CARD[0], TOP + row * CARD[1])
    for column in range(COLUMNS + 1):
        x = left + column * CARD[0]
        pages.dashes(((x, TOP - 2), (x, TOP + ROWS * CARD[1] + 2)), 0.1)
    for row in range(ROWS + 1):
        y = TOP + row * CARD[1]
        pages.dashes(((left - 4, y), (left + COLUMNS * CARD[0] + 4, y)), 0.1)
    ruler(pages, width, height + MARGIN - 4, languages)
