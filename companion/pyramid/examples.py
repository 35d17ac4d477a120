"""Pyramids as a family builds them without looking, to try games out: same number, same pyramid."""

from collections.abc import Mapping
from functools import lru_cache

from companion.pyramid.agree import STOCK
from companion.pyramid.cells import FULL, Shape, cells_of
from companion.pyramid.dice import ORIENTATIONS
from companion.pyramid.notation import Pyramid, die, name_of


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
