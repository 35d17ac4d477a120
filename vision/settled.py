"""A clip as a row of settled states: what comes to rest is read, and what lies there is told once."""

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from companion.sightings import Seen
from vision.clips import Seen as Shown
from vision.clips import moving_pictures
from vision.scene.motion import Memory, camera_moved, hand_in_view, is_moving, remember, small

LOOK_MS = 200  # between two looks
_ENOUGH, _AT_MOST = 2, 6  # looks that agree, and after which a state is told that still looks doubtful
_SAME = 0.3  # of its size: so near to where it lay a thing lies still

Line = dict[str, Any]


def settled(path: Path, read: Callable[[Shown], Line]) -> Iterator[Line]:
    """What *read* says of each state of the clip once it has settled; of an empty table only if it is all.

    Raises NotAPictureError if the clip shows nothing.
    """
    memory, told, last = Memory(held=True), None, None
    looks: list[Line] = []
    for shown in moving_pictures(path, LOOK_MS):
        now = small(shown.picture)
        moving, hand = is_moving(memory, now), hand_in_view(memory, now)
        if camera_moved(memory, now) is not None:  # or all that can be told apart rolls side by side
            looks = looks[-1:]
        state = Seen.HAND if hand else Seen.MOVING if moving else Seen.WAITING
        memory = remember(memory, shown.picture, state)
        if moving:
            looks = []
        elif len(looks) < _AT_MOST:
            looks.append(read(shown))
            last = looks[-1]
            agree = not hand and len(looks) >= _ENOUGH and _values_of(looks[-2]) == _values_of(last)
            if agree or len(looks) == _AT_MOST:
                looks = [last] * _AT_MOST
                if _values_of(last) and (told is None or not _is_same(told, last)):
                    told = last
                    yield last
    if told is None and last is not None:
        yield last


def _values_of(line: Line) -> Counter[str]:
    """What is read, and how much is doubtful, wherever it lies."""
    dice = (f"{die['type']} {die['value']}" for die in line.get("dice", ()))
    cards = (card.get("name") or "face down" for card in line.get("cards", ()))
    cells = (f"{cell['ijk']}" for cell in line.get("pyramid", {}).get("cells", ()))
    return Counter([*dice, *cards, *cells, *("?" for _ in line.get("unsure", ()))])


def _is_same(one: Line, other: Line) -> bool:
    """Whether the same dice lie as they lay, wherever the camera went, or the same cards do."""
    if _values_of(one) != _values_of(other):
        return False
    before, now = (_middles(line.get("dice", ())) for line in (one, other))
    if len(before) < 2 or len(before) != len(now):
        return len(before) == len(now)
    apart = np.linalg.norm(before[:, None, :2] - now[None, :, :2], axis=2).min(axis=1)
    return bool((apart < _SAME * before[:, 2]).all())


def _middles(dice: Any) -> np.ndarray:
    """Where the dice lie beside each other, and how large they are."""
    boxes = np.array([die["box"] for die in dice], np.float64).reshape(-1, 4)
    middles = boxes[:, :2] + boxes[:, 2:] / 2
    return np.column_stack(
        [middles - middles.mean(axis=0) if len(boxes) else middles, boxes[:, 2:].max(axis=1)]
    )
