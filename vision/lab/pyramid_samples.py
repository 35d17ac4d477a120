"""Drawn pyramids as the eyes see them, beside the truth: what the reading of pyramids is learnt from.

python -m vision.lab.pyramid_samples 1000 3000 -o DATA.npz
"""

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.drawn.picture import draw
from vision.drawn.pyramid import occupied_by, on_table
from vision.drawn.scene import PYRAMID_COLOURS, TableScene
from vision.kit.camera import eye, project
from vision.lab.scenes.any_pyramid import any_pyramid_scene
from vision.pictures import Picture
from vision.pyramid.lattice import CELLS, MIDDLE, OUTER_CORNERS, Floats, face_corners, numbers, seen_faces
from vision.pyramid.read_faces import cut_out

WIDE, HIGH = 256, 144  # the small picture in which the form is looked for
_SAME, _OTHER = 0.27, 0.42  # of a face's edge: nearer is this face, farther another one
_HIDDEN = 0.35  # share of a face that must be seen
_PER_SCENE = 170
_LOST = -1


class FaceSamples(Struct, frozen=True, eq=False):
    """Patches and what they show. `right` is 1 for a face that lies as the patch does, 0 for others."""

    patches: NDArray[np.uint8]
    right: NDArray[np.int8]
    off: NDArray[np.float32]  # how far the face's middle lies from the patch's, in edges of the face
    value: NDArray[np.int8]  # 0 to 5, or -1
    colour: NDArray[np.int8]  # as PYRAMID_COLOURS, or -1


class FormSample(Struct, frozen=True, eq=False):
    """A small picture and where the three outer corners and the middle of the base are in it."""

    picture: Picture
    points: Floats  # shape (4, 2)


def samples(seeds: range) -> Iterator[tuple[FormSample, FaceSamples]]:
    """One picture per seed."""
    for seed in seeds:
        scene = any_pyramid_scene(seed)
        picture, quads = as_stored(seed, draw(scene)), quads_of(scene)
        seen = visibility(scene, quads, picture.shape)
        faces = face_samples(np.random.default_rng(seed + 10**6), scene, picture, quads, seen)
        yield _form_sample(scene, picture), faces


def as_stored(seed: int, picture: Picture) -> Picture:
    """As a camera or a phone keeps it."""
    if seed % 3 == 0:
        return picture
    _, kept = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 70 + seed % 28])
    return np.asarray(cv2.imdecode(kept, cv2.IMREAD_COLOR), np.uint8)


def _form_sample(scene: TableScene, picture: Picture) -> FormSample:
    assert scene.pyramid is not None
    points = project(scene.camera, on_table(scene.pyramid, np.vstack([OUTER_CORNERS, MIDDLE])))
    small = cv2.resize(picture, (WIDE, HIGH), interpolation=cv2.INTER_AREA)
    return FormSample(np.asarray(small, np.uint8), (points + 0.5) * (WIDE / picture.shape[1]) - 0.5)


def quads_of(scene: TableScene) -> Floats:
    """Where the faces of all cells lie in the picture, shape (165, 3, 4, 2)."""
    assert scene.pyramid is not None
    corners = face_corners().reshape(-1, 3)
    return project(scene.camera, on_table(scene.pyramid, corners)).reshape(len(CELLS), 3, 4, 2)


def face_samples(
    rng: np.random.Generator, scene: TableScene, picture: Picture, quads: Floats, seen: Floats
) -> FaceSamples:
    """Patches of a *picture* whose faces lie at *quads*, and of which the shares *seen* can be seen."""
    assert scene.pyramid is not None
    guess = _astray(rng, quads)
    right, off, nearest = _nearest(quads, guess, seen)
    chosen = _choose(rng, right)
    dice = {numbers()[die.cell]: die for die in scene.pyramid.dice}
    value, colour = np.full(len(chosen), _LOST, np.int8), np.full(len(chosen), _LOST, np.int8)
    for n, (number, axis) in enumerate(chosen):
        if right[number, axis] == 1:
            die = dice[int(nearest[number, axis])]
            value[n], colour[n] = die.faces[axis] - 1, PYRAMID_COLOURS.index(die.colour)
    at = tuple(chosen.T)
    return FaceSamples(cut_out(picture, guess[at]), right[at], off[at].astype(np.float32), value, colour)


def visibility(scene: TableScene, quads: Floats, shape: tuple[int, ...]) -> Floats:
    """Which share of every face can be seen, shape (165, 3)."""
    assert scene.pyramid is not None
    occupied = occupied_by(scene.pyramid)
    names = np.full(shape[:2], -1, np.int32)
    faces = np.argwhere(seen_faces(occupied))
    middle = on_table(scene.pyramid, np.asarray(CELLS + 0.5, np.float64))
    order = np.argsort(-np.linalg.norm(middle[faces[:, 0]] - eye(scene.camera), axis=1))
    for number, axis in faces[order]:
        outline = np.round(quads[number, axis] * 16).astype(np.int32)
        cv2.fillConvexPoly(names, outline, int(number * 3 + axis), cv2.LINE_8, 4)
    counts = np.bincount(names[names >= 0], minlength=len(CELLS) * 3)
    out = np.zeros((len(CELLS), 3))
    for number, axis in faces:
        area = max(1.0, float(cv2.contourArea(quads[number, axis].astype(np.float32))))
        out[number, axis] = counts[number * 3 + axis] / area
    return out


def _astray(rng: np.random.Generator, quads: Floats) -> Floats:
    """The faces where a first guess would look for them."""
    edge = float(np.linalg.norm(quads[:, :, 1] - quads[:, :, 0], axis=-1).mean())
    middle = quads.reshape(-1, 2).mean(axis=0)
    small = rng.random() < 0.4
    twist = np.eye(2) + rng.normal(0, 0.004 if small else 0.016, (2, 2))
    shift = rng.normal(0, 0.03 if small else 0.16, 2) * edge
    return np.asarray((quads - middle) @ twist + middle + shift)


def _nearest(
    quads: Floats, guess: Floats, seen: Floats
) -> tuple[NDArray[np.int8], Floats, NDArray[np.int64]]:
    """For every guessed face: is it one (1), none (0) or doubtful (-1), how far off, and of which die."""
    right = np.zeros((len(CELLS), 3), np.int8)
    off, of = np.zeros((len(CELLS), 3, 2)), np.full((len(CELLS), 3), _LOST)
    for axis in range(3):
        true = np.flatnonzero(seen[:, axis] > 0.02)
        if not len(true):
            continue
        middles = guess[:, axis].mean(axis=1)
        away = quads[true, axis].mean(axis=1)[None] - middles[:, None]
        across = np.stack(
            [guess[:, axis, 1] - guess[:, axis, 0], guess[:, axis, 3] - guess[:, axis, 0]], axis=2
        )
        local = np.einsum("nij,nmj->nmi", np.linalg.inv(across), away)
        far = np.abs(local).max(axis=2)
        best = far.argmin(axis=1)
        rows = np.arange(len(CELLS))
        nearest, share = far[rows, best], seen[true[best], axis]
        right[:, axis] = np.where(nearest < _SAME, 1, np.where(nearest > _OTHER, 0, _LOST))
        right[(nearest < _OTHER) & (share < _HIDDEN), axis] = _LOST
        off[:, axis], of[:, axis] = local[rows, best], true[best]
    return right, off, of


def _choose(rng: np.random.Generator, right: NDArray[np.int8]) -> NDArray[np.int64]:
    """About as many faces as other things."""
    yes, no = np.argwhere(right == 1), np.argwhere(right == 0)
    rng.shuffle(yes)
    rng.shuffle(no)
    return np.vstack([yes[: _PER_SCENE // 2], no[: _PER_SCENE // 2]])


def arrays_of(faces: Iterable[FaceSamples]) -> dict[str, Any]:
    """All samples as they are kept in a file."""
    names = (("X", "patches"), *((n, n) for n in ("right", "off", "value", "colour")))
    many = list(faces)
    return {name: np.concatenate([getattr(face, field) for face in many]) for name, field in names}


def main() -> None:
    parser = argparse.ArgumentParser(description="Keep samples of drawn pyramids for teaching.")
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("-o", "--out", type=Path, required=True)
    args = parser.parse_args()
    both = list(samples(range(args.first, args.last)))
    arrays = arrays_of([face for _, face in both])
    arrays |= {
        "F": np.array([form.picture for form, _ in both]),
        "P": np.array([form.points for form, _ in both]),
    }
    np.savez(args.out, **arrays)


if __name__ == "__main__":
    main()
