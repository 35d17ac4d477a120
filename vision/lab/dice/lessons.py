"""What the finder is shown: tables with the places of dice. What both networks call things."""

import cv2
import numpy as np
from msgspec import Struct

from vision.dice.verdicts import NAMES
from vision.lab.dice.marks import Floats, Rng
from vision.lab.dice.scenes import SIDE, Laid, Table
from vision.pictures import Picture

FIND_SIDE = 256
MOST_DICE = 32


class Seek(Struct, frozen=True, eq=False):
    """For the finder: a picture and where the top faces are, rows of (x, y, edge), filled up with noughts."""

    picture: Picture
    places: Floats


def name_of(die: Laid) -> int:
    """The number of what the die shows; an empty face shows nothing."""
    if die.kind == "blank":
        return 0
    return NAMES.index("piggy" if die.kind == "piggy" else f"{die.kind} {die.value}")


def seek_in(rng: Rng, table: Table) -> Seek:
    """The table made smaller, or a part of it as it is."""
    whole = table.picture.shape[0]
    if rng.random() < 0.6:
        scale, corner = FIND_SIDE / whole, np.zeros(2, np.int64)
        picture = cv2.resize(table.picture, (FIND_SIDE, FIND_SIDE), interpolation=cv2.INTER_AREA)
    else:
        scale, corner = 1.0, rng.integers(0, whole - FIND_SIDE + 1, 2)
        picture = table.picture[corner[1] : corner[1] + FIND_SIDE, corner[0] : corner[0] + FIND_SIDE]
    places = np.zeros((MOST_DICE, 3), np.float32)
    n = 0
    for die in table.dice:
        x, y = (die.middle - corner + 0.5) * scale - 0.5
        if 0 <= x < FIND_SIDE and 0 <= y < FIND_SIDE:
            places[n] = x, y, die.edge * scale
            n += 1
    return Seek(np.ascontiguousarray(picture), places)


def four_turns(quad: Floats) -> tuple[float, float]:
    """How a square face is turned: the same for each of its quarter turns."""
    across = quad[1] - quad[0] + quad[2] - quad[3]
    turn = 4 * float(np.arctan2(across[1], across[0]))
    return float(np.cos(turn)), float(np.sin(turn))


def share_inside(quad: Floats) -> float:
    """Which share of the face lies in the picture."""
    part = np.clip(quad, 0, SIDE - 1)
    whole = cv2.contourArea(quad)
    return float(cv2.contourArea(np.asarray(part, np.float32)) / max(1e-6, whole))
