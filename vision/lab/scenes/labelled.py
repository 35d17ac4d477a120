"""Labelled pictures on disk: a folder of drawn frames and their labels.json, as readers are scored and
taught with."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import cv2

from vision.drawn.picture import draw
from vision.drawn.scene import TableScene
from vision.lab.scenes.truth import truth


def write_labelled(folder: Path, scenes: Iterable[TableScene], start: str = "drawn") -> Iterator[Path]:
    """Write every scene as a picture, then labels.json; yields each picture's path as it is written."""
    folder.mkdir(parents=True, exist_ok=True)
    rows: list[dict[str, Any]] = []
    for number, scene in enumerate(scenes):
        path = folder / f"{start}_{number:05d}.png"
        if not cv2.imwrite(str(path), draw(scene)):
            raise OSError(f"could not write the picture {path}")
        rows.append(truth(scene, path.name))
        yield path
    (folder / "labels.json").write_text(json.dumps(rows, indent=1), encoding="utf-8")
