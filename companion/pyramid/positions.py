"""What every position of a pyramid game must have; errors are in words."""

from collections.abc import Iterable, Sequence

import msgspec

from companion.pyramid.agree import STOCK, trouble
from companion.pyramid.cells import Cell, exists
from companion.pyramid.notation import Pyramid
from companion.words import languages, words_of


def expect(holds: bool, what: str) -> None:
    """Raises `msgspec.ValidationError` with *what* was expected, unless it *holds*."""
    if not holds:
        raise msgspec.ValidationError(f"expected {what}")


def check_end(phase: str, winners: Sequence[str], end_rule: str) -> None:
    """Whether a game that is over knows who has won, and by which rule."""
    known = bool(winners and end_rule)
    expect(phase != "over" or known, "the winners and the rule that ended a game that is over")


def check_cells(cells: Iterable[Cell]) -> None:
    """Whether a pyramid has all these *cells*: a set with one that is far away would fill the memory."""
    strange = [cell for cell in cells if not exists(cell)]
    expect(not strange, f"places of the pyramid, got {strange[:1]}")


def check(pyramid: Pyramid, seats: Sequence[str], players: tuple[int, int], named: Iterable[str]) -> None:
    """Whether so many *players* can sit at this pyramid, and whether everybody who is *named* sits there."""
    fewest, most = players
    wanted = f"{fewest} to {most} seats" if fewest < most else f"{most} seats"
    expect(fewest <= len(seats) <= most and len(set(seats)) == len(seats), f"{wanted}, got {list(seats)}")
    strangers = {name for name in named if name and name not in seats}
    expect(not strangers, f"one of the seats {list(seats)}, got {', '.join(sorted(strangers))}")
    endless = dict.fromkeys(STOCK, len(pyramid))  # a position may be made of whatever dice are at hand
    why = trouble(pyramid, endless)
    if why:
        raise msgspec.ValidationError(words_of("companion.pyramid").say(why.says, languages()[0]))
