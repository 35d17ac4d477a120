"""Paper score sheets: a column for each person, the rows that the game needs."""

import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources
from pathlib import Path

from companion.games import find_game
from ui.prints.order import Order
from ui.prints.page import INK, MARGIN, PAPERS, both, one_page, said
from vision.drawn.shapes import Prose, Stroke

FIRST, ROW, TOP = 44.0, 9.5, 22.0  # width of the first column, height of a row, where the table begins
OTHER_GAME = ("round:15", "sum")


def write(order: Order, file: Path) -> int:
    """Writes the sheet of a game for that many people."""
    game, (width, _), languages = find_game(order.of), PAPERS["a4"], order.languages
    rows = [both("sheet.name", languages), *_rows(game.about.name, languages)]
    with one_page(file, languages, "sheet.title", MARGIN + 4, game=game.about.title) as pages:
        pages.draw([Prose(width - 70, MARGIN + 4, f"{said('sheet.dealer', languages[0])}:", 3.0, INK)])
        pages.draw(_table(rows, order.seats, width - 2 * MARGIN))
    return 1


@cache
def _layouts() -> dict[str, list[str]]:
    return tomllib.loads((resources.files(__package__) / "sheets.toml").read_text("utf-8"))


def _rows(game: str, languages: Sequence[str]) -> Iterator[str]:
    for line in _layouts().get(game, OTHER_GAME):
        key, _, count = line.partition(":")
        if count:
            yield from (both(f"sheet.{key}", languages, n=n) for n in range(1, int(count) + 1))
        else:
            yield both(f"sheet.{key}", languages)


def _table(rows: Sequence[str], people: int, width: float) -> Iterator[Prose | Stroke]:
    right, bottom = MARGIN + width, TOP + ROW * len(rows)
    for number, text in enumerate(rows):
        y = TOP + number * ROW
        yield Stroke(((MARGIN, y), (right, y)), 0.5 if number < 2 else 0.2, INK)
        high = min(2.8, FIRST / (0.6 * len(text)))
        yield Prose(MARGIN + 1.5, y + ROW * 0.65, text, high, INK, bold=number == 0)
    yield Stroke(((MARGIN, bottom), (right, bottom)), 0.5, INK)
    for column in range(people + 2):
        x = MARGIN if column == 0 else MARGIN + FIRST + (column - 1) * (width - FIRST) / people
        yield Stroke(((x, TOP), (x, bottom)), 0.2, INK)
