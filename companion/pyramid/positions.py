"""What every position of a pyramid game must have, and what such games judge and play alike."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from companion.game import Judge, Move, Step, check_seats, expect
from companion.pyramid.agree import STOCK, Agree, Seen, learnt, refuse_seen, trouble
from companion.pyramid.cells import FULL, Cell, Shape, cells_of, exists
from companion.pyramid.dice import ORIENTATIONS
from companion.pyramid.notation import Pyramid, die, name_of
from companion.rulings import Refusal, against, tell
from companion.words import languages, words_of


def check_end(phase: str, winners: Sequence[str], end_rule: str) -> None:
    """Whether a game that is over knows who has won, and by which rule."""
    known = bool(winners and end_rule)
    expect(phase != "over" or known, "the winners and the rule that ended a game that is over")


def check_cells(cells: Iterable[Cell]) -> None:
    """Whether a pyramid has all these *cells*: a set with one that is far away would fill the memory."""
    strange = [cell for cell in cells if not exists(cell)]
    expect(not strange, f"places of the pyramid, got {strange[:1]}")


def check(pyramid: Pyramid, seats: Sequence[str], players: tuple[int, int], named: Iterable[str]) -> None:
    """Whether *players* people can sit at this pyramid, and whether everybody who is *named* sits there."""
    check_seats(seats, players, named)
    endless = dict.fromkeys(STOCK, len(pyramid))  # a position may be made of whatever dice are at hand
    why = trouble(pyramid, endless)
    if why:
        raise msgspec.ValidationError(words_of("companion.pyramid").say(why.says, languages()[0]))


# --- pyramids as a family builds them without looking, to try games out ---


@lru_cache(maxsize=256)
def _mixed(number: int, occupied: Shape, stock: tuple[tuple[str, int], ...]) -> Pyramid:
    box = [colour for colour, count in stock for _ in range(count)]
    chance, lying = number * 2654435761 + 97, {}
    for cell in cells_of(occupied):
        chance = (chance * 6364136223846793005 + 1442695040888963407) % 2**64
        colour = box.pop((chance >> 33) % len(box)) if box else "?"
        lying[name_of(cell)] = die(colour, ORIENTATIONS[(chance >> 48) % len(ORIENTATIONS)])
    return lying


def mixed(number: int, occupied: Shape = FULL, stock: Mapping[str, int] = STOCK) -> Pyramid:
    """The pyramid with this *number*: dice from the *stock* in any colour and turned in any way."""
    dice = tuple((colour, count) for colour, count in stock.items() if colour != "t")
    return dict(_mixed(number, occupied, dice))


class Examples(NamedTuple):
    """What people build before a game begins: so *many* pyramids, besides the one that nobody looks at."""

    many: int
    occupied: Shape = FULL
    stock: Mapping[str, int] = STOCK

    def pyramids(self) -> list[Pyramid]:
        return [mixed(number, self.occupied, self.stock) for number in range(1, self.many + 1)]


# --- what the games with a pyramid judge and play alike: rows for their tables of `Rules` ---


def whoever_sits_here(over: str, stranger: str) -> Judge:
    """Judges every move: none comes after the end, by the rule *over*, and nobody else moves than a seat."""

    def refuse(state: Any, move: Move) -> Refusal | None:
        if state.phase == "over":
            return against(over, "refused.over")
        if move.seat and move.seat not in state.seats:
            return against(stranger, "refused.no_such_seat", name=move.seat)
        return None

    return refuse


def once_built(rule: str, stock: Mapping[str, int]) -> Judge:
    """Judges another pyramid that the table agrees on: there must have been one before."""

    def refuse(state: Any, move: Agree) -> Refusal | None:
        if state.phase == "build":
            return against(rule, "refused.not_built")
        return trouble(move.pyramid, stock)

    return refuse


def lies_as_agreed(rule: str) -> Callable[[Any, Agree], Step[Any]]:
    """Plays another pyramid that the table has agreed on."""
    agreed = (tell(rule, "note.agreed"),)
    return lambda state, move: Step(replace(state, pyramid=move.pyramid), agreed)


def refuse_reading(state: Any, move: Seen) -> Refusal | None:
    return refuse_seen(state.pyramid, move.pyramid)


def play_reading(state: Any, move: Seen) -> Step[Any]:
    return Step(replace(state, pyramid=learnt(state.pyramid, move.pyramid)))
