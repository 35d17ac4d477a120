"""Do drawn dice look like photographed ones? What differs, and how well the two can be told apart:

    python -m vision.lab.scenes.likeness FOLDER ... [--count 150]

Each folder holds photographs and labels.json. They are told apart by nine statistics of a die and what is
around it, on halves of the pictures that nothing was fitted on; 50 % is a drawing that cannot be told from a
photograph.
"""

import argparse
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.dice.tilted import Weights
from vision.dice.windows import Halvings, Place, window
from vision.drawn.picture import draw
from vision.lab.dice.standing import Lessons, fitted
from vision.lab.scenes.__main__ import a_tray
from vision.lab.scenes.truth import truth
from vision.pictures import Picture

Row = dict[str, Any]

NAMES = (
    "noise", "noise of colours", "sharpness", "contrast of the face", "contrast of the ground", "saturation",
    "brightness", "shadow beside it", "burnt or black",
)  # fmt: skip
_SIDE, _SPAN, _DIE = 64, 2.2, 0.42  # pixels, edges of the die, and the share of the window that it fills
_OTHER = 90.0  # what `fitted` takes for the other kind


def statistics(seen: Picture) -> list[float]:
    """Figures of a die in the middle of a window, one for each of NAMES."""
    grey = cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY).astype(np.float32)
    rough = grey - cv2.medianBlur(seen, 3).astype(np.float32).mean(axis=2)
    red = seen[..., 2].astype(np.float32) - seen[..., 1]
    steep = np.hypot(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1))
    near, far = round(_SIDE * (0.5 - _DIE / 2)), round(_SIDE * (0.5 + _DIE / 2))
    face, ground = grey[near:far, near:far], np.ones(grey.shape, bool)
    ground[near - 6 : far + 6, near - 6 : far + 6] = False
    around = grey[ground]
    hsv = cv2.cvtColor(seen, cv2.COLOR_BGR2HSV)[ground]
    return [
        float(np.median(np.abs(rough[ground]))),
        float((red - cv2.blur(red, (3, 3)))[ground].std()),
        float(np.percentile(steep, 97) / (np.ptp(grey) + 8)),
        float(np.percentile(face, 95) - np.percentile(face, 5)),
        float(around.std()),
        float(np.median(hsv[:, 1])),
        float(np.median(around)),
        float(np.median(around) - np.percentile(around, 5)),
        float(((seen > 250) | (seen < 5)).mean()),
    ]


def of_pictures(pictures: Iterable[tuple[Picture, Iterable[Row]]]) -> list[np.ndarray]:
    """The statistics of all dice of each picture."""
    found = []
    for picture, dice in pictures:
        halvings = Halvings(picture)
        rows = []
        for x, y, wide, high in (die["box"] for die in dice if die.get("box")):
            edge = 0.8 * max(wide, high)
            rows.append(
                statistics(window(halvings, Place(x + wide / 2, y + high / 2, edge), side=_SIDE, span=_SPAN))
            )
        if rows:
            found.append(np.array(rows, np.float32))
    return found


def photographs(folders: Iterable[Path], count: int) -> Iterator[tuple[Picture, list[Row]]]:
    """So many pictures of each folder, evenly spread."""
    for folder in folders:
        rows = [row for row in json.loads((folder / "labels.json").read_text()) if row.get("dice")]
        for row in rows[:: max(1, len(rows) // count)]:
            picture = cv2.imread(str(folder / row["file"]))
            if picture is not None:
                yield np.asarray(picture, np.uint8), row["dice"]


def drawn(count: int, seed: int = 0) -> Iterator[tuple[Picture, list[Row]]]:
    """So many drawn trays."""
    for number in range(count):
        scene = a_tray(seed + number)
        yield draw(scene), truth(scene, "")["dice"]


def told_apart(one: list[np.ndarray], other: list[np.ndarray]) -> float:
    """How often the two are told apart rightly, both counted alike, where each half judges the other half."""
    right = []
    for half in (0, 1):
        parts = [np.concatenate(kind[half::2]) for kind in (one, other)]
        rest = [np.concatenate(kind[1 - half :: 2]) for kind in (one, other)]
        least = min(map(len, parts))  # as many of both
        rows = np.concatenate([part[np.linspace(0, len(part) - 1, least).astype(int)] for part in parts])
        kept = fitted(Lessons(rows, np.repeat([0.0, _OTHER], least).astype(np.float32)))
        weights = Weights(
            *(np.array(kept[name], np.float32) for name in ("means", "steps", "counts", "offset"))
        )
        right += [(weights.likely(rest[0]) < 0.5).mean(), (weights.likely(rest[1]) >= 0.5).mean()]
    return float(np.mean(right))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--count", type=int, default=150, help="drawn trays, and at most so many photographs")
    asked = parser.parse_args()
    each = max(1, asked.count // len(asked.folders))
    real, ours = of_pictures(photographs(asked.folders, each)), of_pictures(drawn(asked.count))
    print(f"{'':<26}{'photographs':>22}{'drawn':>22}   quarter, half, three quarters")
    for name, a, b in zip(NAMES, np.concatenate(real).T, np.concatenate(ours).T, strict=True):
        shown = ["".join(f"{v:7.2f}" for v in np.percentile(side, (25, 50, 75))) for side in (a, b)]
        print(f"{name:<26}{shown[0]:>22}{shown[1]:>22}")
    print(f"told apart: {told_apart(real, ours):.1%} ({len(real)} photographs, {len(ours)} drawn trays)")


if __name__ == "__main__":
    main()
