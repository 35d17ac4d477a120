"""Lessons in which faces are small, soft, dim or narrow: what the reading of pyramids is taught further with.

python -m vision.lab.pyramid_soft 710000 710230 -o DATA.npz
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from msgspec.structs import replace

from vision.drawn.picture import draw
from vision.drawn.scene import TableScene
from vision.kit.camera import Camera
from vision.lab.pyramid_samples import (
    FaceSamples,
    arrays_of,
    as_stored,
    face_samples,
    quads_of,
    visibility,
)
from vision.lab.scenes.any_pyramid import any_pyramid_scene
from vision.pictures import Picture
from vision.pyramid.lattice import Floats

ORDINARY, FARTHER, SOFT = range(3)  # how hard a lesson is
_SOFTER = 3  # softened pictures made of each drawn one
_SMALLEST, _LARGEST = 9.0, 26.0  # pixels of an edge in them


def lessons(seeds: range) -> Iterator[tuple[int, FaceSamples]]:
    """How hard, and the patches: of every third picture as it was always drawn, and of all softened."""
    for seed in seeds:
        rng = np.random.default_rng(seed + 3 * 10**6)
        scene, hard = any_pyramid_scene(seed), ORDINARY
        if seed % 3:
            scene, hard = _farther(rng, scene), FARTHER
        picture, quads = as_stored(seed, draw(scene)), quads_of(scene)
        seen = visibility(scene, quads, picture.shape)
        soft = [softened(rng, picture, quads) for _ in range(_SOFTER)]
        yield hard, face_samples(rng, scene, picture, quads, seen)
        for small, at in soft:
            yield SOFT, face_samples(rng, scene, small, at, seen)


def _farther(rng: np.random.Generator, scene: TableScene) -> TableScene:
    """Seen from farther off and more aslant, with dice of other print."""
    assert scene.pyramid is not None
    distance, per_mm = rng.uniform(300, 800), rng.uniform(1.3, 3.0)
    camera = Camera(
        x=300, y=167, distance=distance, tilt=min(24, abs(rng.normal(0, 9))), azimuth=rng.uniform(0, 360),
        roll=rng.uniform(-10, 10), view=float(np.degrees(2 * np.arctan(640 / per_mm / distance))),
    )  # fmt: skip
    look = replace(
        scene.pyramid.look, round=rng.uniform(0.03, 0.22), pip=rng.uniform(0.06, 0.118),
        spread=rng.uniform(0.2, 0.29), gloss=rng.uniform(0, 1.5),
    )  # fmt: skip
    return replace(scene, camera=camera, pyramid=replace(scene.pyramid, look=look))


def softened(rng: np.random.Generator, picture: Picture, quads: Floats) -> tuple[Picture, Floats]:
    """A small, soft picture of the same, and where its faces lie in it."""
    edge = float(np.linalg.norm(quads[:, :, 1] - quads[:, :, 0], axis=-1).mean())
    out = picture.astype(np.float64)
    if rng.random() < 0.5:
        out = _pearly(rng, out, edge)
    factor = min(1.0, float(np.exp(rng.uniform(np.log(_SMALLEST), np.log(_LARGEST)))) / edge)
    high, wide = picture.shape[:2]
    size = (round(wide * factor), round(high * factor))
    small = np.asarray(cv2.resize(out, size, interpolation=cv2.INTER_AREA), np.float64)
    at = (quads + 0.5) * [size[0] / wide, size[1] / high] - 0.5
    return _taken(rng, _blurred(rng, small, edge * factor)), at


def _pearly(rng: np.random.Generator, picture: Floats, edge: float) -> Floats:
    """With clouds of light and dark, as in dice of pearl."""
    high, wide = picture.shape[:2]
    step = max(2.0, edge * rng.uniform(0.12, 0.5))
    clouds = rng.normal(0, 1, (int(high / step) + 2, int(wide / step) + 2)).astype(np.float32)
    grown = cv2.resize(clouds, (wide, high), interpolation=cv2.INTER_CUBIC)
    return np.asarray(picture * np.exp(rng.uniform(0.03, 0.13) * grown)[..., None])


def _blurred(rng: np.random.Generator, picture: Floats, edge: float) -> Floats:
    """Out of focus, or moved while it was taken."""
    out: Floats = picture
    if rng.random() < 0.75:
        out = np.asarray(cv2.GaussianBlur(out, (0, 0), max(0.3, edge * rng.uniform(0.01, 0.075))))
    if rng.random() < 0.25:
        reach = int(max(3, round(edge * rng.uniform(0.06, 0.22)))) // 2
        angle, way = rng.uniform(0, np.pi), np.linspace(-reach, reach, 8 * reach + 4)
        moved = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
        rows, columns = (np.rint(reach + way * along).astype(int) for along in (np.sin(angle), np.cos(angle)))
        moved[rows, columns] = 1
        out = np.asarray(cv2.filter2D(out, -1, moved / moved.sum()))
    return out


def _taken(rng: np.random.Generator, picture: Floats) -> Picture:
    """In other light, with noise, sharpened now and then, and mostly kept as a JPEG."""
    light = np.exp(rng.uniform(-1.2, 0.2)) if rng.random() < 0.5 else 1.0
    veil = rng.uniform(0, 35) if rng.random() < 0.3 else 0.0
    out = picture * (light * np.exp(rng.normal(0, 0.12, 3))) + veil
    out = np.clip(out + rng.normal(0, 1, out.shape) * rng.uniform(0.3, 6), 0, 255)
    if rng.random() < 0.2:
        out = np.clip(out + rng.uniform(0.5, 1.2) * (out - cv2.GaussianBlur(out, (0, 0), 1.5)), 0, 255)
    taken = out.astype(np.uint8)
    if rng.random() < 0.75:
        _, kept = cv2.imencode(".jpg", taken, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(40, 96))])
        taken = np.asarray(cv2.imdecode(kept, cv2.IMREAD_COLOR), np.uint8)
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Keep samples of small and soft drawn pyramids for teaching."
    )
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("-o", "--out", type=Path, required=True)
    args = parser.parse_args()
    all_of_it = list(lessons(range(args.first, args.last)))
    hard = np.concatenate([np.full(len(faces.right), how, np.int8) for how, faces in all_of_it])
    np.savez(args.out, hard=hard, **arrays_of(faces for _, faces in all_of_it))


if __name__ == "__main__":
    main()
