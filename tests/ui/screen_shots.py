"""Where pictures of the screens are kept: COMPANION_SHOTS, or a folder that is thrown away."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

THUMB = 420  # pixels: the longer side of a picture on a contact sheet
LABEL = 22


def folder(factory: pytest.TempPathFactory) -> Path:
    named = os.environ.get("COMPANION_SHOTS")
    place = Path(named) if named else factory.mktemp("shots")
    place.mkdir(parents=True, exist_ok=True)
    return place


def kept(picture: Any, name: str) -> None:
    """Keep one picture under its name, if somebody wants to have the pictures: a PNG takes its time."""
    named = os.environ.get("COMPANION_SHOTS")
    if named:
        file = Path(named) / f"{name.replace(' ', '_')}.png"
        cv2.imwrite(str(file), picture, [cv2.IMWRITE_PNG_COMPRESSION, 1])


def contact_sheet(pictures: Mapping[str, Any], file: Path, columns: int = 7) -> None:
    """All *pictures* small on one sheet, each under its name."""
    tiles = [_tile(name, picture) for name, picture in pictures.items()]
    tall, wide = (max(tile.shape[side] for tile in tiles) for side in (0, 1))
    sheet = np.full((-(-len(tiles) // columns) * tall, columns * wide, 3), 60, np.uint8)
    for number, tile in enumerate(tiles):
        row, column = divmod(number, columns)
        top, left = row * tall, column * wide
        sheet[top : top + tile.shape[0], left : left + tile.shape[1]] = tile
    cv2.imwrite(str(file), sheet)


def _tile(name: str, picture: Any) -> Any:
    share = THUMB / max(picture.shape[:2])
    small = cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    tile = np.full((small.shape[0] + LABEL + 4, small.shape[1] + 6, 3), 60, np.uint8)
    tile[LABEL : LABEL + small.shape[0], 3 : 3 + small.shape[1]] = small
    cv2.putText(tile, name, (4, 15), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (230, 230, 230), 1, cv2.LINE_AA)
    return tile
