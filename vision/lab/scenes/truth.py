"""What a drawn picture shows, in the form of labels.json: the answer that the eyes should give."""

from typing import Any

import numpy as np

from vision.drawn.cards import card_corners
from vision.drawn.dice import NORMALS, UP, face_order, face_quad, orientation, silhouette
from vision.drawn.scene import CardOnTable, DieOnTable, TableScene
from vision.kit.camera import Floats, project
from vision.kit.values import COLOUR_OF_NUMBER
from vision.lab.scenes.pyramid_truth import pyramid_truth


def truth(scene: TableScene, file: str = "") -> dict[str, Any]:
    """The label row of *scene*; pixels of the drawn picture."""
    camera = scene.camera
    row = {
        "file": file,
        "kind": "dice" if scene.dice or not scene.cards else "cards",
        "split": "drawn",
        "view": "overhead",
        "size": [camera.width, camera.height],
        "dice": [_die(scene, die) for die in scene.dice],
        "cards": [_card(scene, number) for number in range(len(scene.cards))],
    }
    return row if scene.pyramid is None else row | pyramid_truth(scene, scene.pyramid)


def _die(scene: TableScene, die: DieOnTable) -> dict[str, Any]:
    outline = silhouette(scene.camera, die)
    top = int(np.argmax(NORMALS @ orientation(die).T @ UP))  # the face that looks up most
    quad = project(scene.camera, face_quad(die, top))
    look = die.look
    return {
        "type": look.type,
        "value": None if die.cocked else _value(look.type, die.value),
        "colour": look.name,
        "pip_colour": None if look.type == "colour" else list(reversed(look.mark)),
        "box": _box(outline),
        "centre_top": _rounded(quad.mean(axis=0)),
        "quad_top": [_rounded(corner) for corner in quad],
        "cocked": die.cocked,
        "edge_mm": look.edge,
        "highest_face": _value(look.type, face_order(die)[top]),
    }


def _value(die_type: str, value: str) -> str | int:
    return int(value) if die_type in ("pips", "number") else value


def _card(scene: TableScene, number: int) -> dict[str, Any]:
    card = scene.cards[number]
    corners = project(scene.camera, card_corners(card))
    visible = _share_visible(scene, number)
    return {
        "deck": card.deck,
        "name": _printed_name(card),
        "corners": [_rounded(corner) for corner in corners],
        "place": card.place or scene.mat.place_of(card.x, card.y),
        "face_down": card.face_down,
        "overlapped": visible < 0.995,
        "visible": round(visible, 3),
        "rotation_deg": round(card.angle % 360, 1),
    }


def _printed_name(card: CardOnTable) -> str:
    """A number card is called by its colour as well, as `companion read` tells it."""
    coloured = card.deck == "abspecken" and card.name in COLOUR_OF_NUMBER
    return f"{card.name}_{COLOUR_OF_NUMBER[card.name]}" if coloured else card.name


def _share_visible(scene: TableScene, number: int) -> float:
    """How much of a card no later card covers, by a grid of points on it."""
    corners = card_corners(scene.cards[number])[:, :2]
    u, v = (a.ravel() for a in np.meshgrid(np.linspace(0.01, 0.99, 15), np.linspace(0.01, 0.99, 23)))
    points = corners[0] + u[:, None] * (corners[1] - corners[0]) + v[:, None] * (corners[3] - corners[0])
    seen = np.ones(len(points), bool)
    for card in scene.cards[number + 1 :]:
        seen &= ~_inside(card, points)
    return float(seen.mean())


def _inside(card: CardOnTable, points: Floats) -> np.ndarray:
    start, right, _, down = card_corners(card)[:, :2]
    u = (points - start) @ (right - start) / ((right - start) @ (right - start))
    v = (points - start) @ (down - start) / ((down - start) @ (down - start))
    return np.asarray((u > 0) & (u < 1) & (v > 0) & (v < 1))


def _box(outline: Floats) -> list[float]:
    low, high = outline.min(axis=0), outline.max(axis=0)
    return _rounded([*low, *(high - low)])


def _rounded(values: Any) -> list[float]:
    return [round(float(v), 1) for v in values]
