"""What dice may lie on: cloth, wood, paper, stone, prints of every pattern and colour."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lab.dice.marks import Floats, Rng, any_colour
from vision.pictures import Picture

SIDE = 640


def any_ground(rng: Rng) -> Picture:
    """A square piece of some table, `SIDE` pixels."""
    kind = _KINDS[int(rng.integers(len(_KINDS)))]
    out = kind(rng)
    if rng.random() < 0.3:
        out = _joined(rng, out, _KINDS[int(rng.integers(len(_KINDS)))](rng))
    return np.asarray(np.clip(out, 0, 1) * 255, np.uint8)


def noise(rng: Rng, cell: float, stretch: float = 1.0, side: int = SIDE) -> Floats:
    """Soft noise of unit strength whose blobs are *cell* pixels high and longer by *stretch*."""
    small = (max(2, round(side / cell)), max(2, round(side / (cell * stretch))))
    rough = rng.standard_normal(small, np.float32)
    return np.asarray(cv2.resize(rough, (side, side), interpolation=cv2.INTER_CUBIC), np.float32)


def _base(rng: Rng) -> Floats:
    colour = any_colour(rng, bool(rng.random() < 0.6)) * float(rng.uniform(0.5, 1.0))
    if rng.random() < 0.3:  # the tables that people have most: brown, green, white
        colour = np.array(
            [(0.25, 0.42, 0.62), (0.2, 0.4, 0.08), (0.85, 0.88, 0.9), (0.12, 0.12, 0.14)][rng.integers(4)]
        )
        colour = colour * rng.uniform(0.6, 1.1) + rng.normal(0, 0.04, 3)
    return np.asarray(np.clip(colour, 0.01, 1), np.float32)


def _lit(rng: Rng, share: Floats) -> Floats:
    """The base colour, lighter and darker by *share*."""
    return np.asarray(_base(rng) * (1 + share[:, :, None]), np.float32)


def _rough(rng: Rng) -> Floats:
    share = sum(float(rng.uniform(0, 0.09)) * noise(rng, cell) for cell in (1, 2.5, 6, 18, 60, 220))
    return _lit(rng, np.asarray(share, np.float32))


def _wood(rng: Rng) -> Floats:
    grain = 0.08 * noise(rng, rng.uniform(1.5, 5), 60) + 0.07 * noise(rng, rng.uniform(8, 30), 30)
    rings = np.sin(
        noise(rng, 160, 3) * rng.uniform(3, 9) + np.linspace(0, rng.uniform(10, 80), SIDE)[:, None]
    )
    out = _lit(rng, np.asarray(grain + rng.uniform(0, 0.12) * rings, np.float32))
    if rng.random() < 0.4:
        for y in range(int(rng.integers(40, 160)), SIDE, int(rng.integers(90, 260))):
            cv2.line(
                out,
                (0, y),
                (SIDE, y),
                tuple(float(v) for v in out.mean(axis=(0, 1)) * 0.5),
                int(rng.integers(1, 5)),
            )
    return _turned(rng, out)


def _weave(rng: Rng) -> Floats:
    step = rng.uniform(2.2, 14)
    y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32) + 1.5 * noise(rng, 30)[None]
    threads = np.sin(x * 2 * np.pi / step) * np.sin(y * 2 * np.pi / (step * rng.uniform(0.7, 1.4)))
    return _turned(
        rng, _lit(rng, np.asarray(rng.uniform(0.05, 0.3) * threads + 0.05 * noise(rng, 2), np.float32))
    )


def _carpet(rng: Rng) -> Floats:
    cell = rng.uniform(3, 14)
    loops = np.abs(noise(rng, cell)) - np.abs(noise(rng, cell * 1.3, 1.6))
    return _turned(
        rng, _lit(rng, np.asarray(rng.uniform(0.1, 0.28) * loops + 0.05 * noise(rng, 1.2), np.float32))
    )


def _check(rng: Rng) -> Floats:
    step, other = rng.uniform(12, 70), _base(rng)
    y, x = np.mgrid[0:SIDE, 0:SIDE]
    share = ((x // step % 2) + (y // step % 2))[:, :, None] / 2
    if rng.random() < 0.3:
        share = share % 1 * 2
    out = _base(rng) * (1 - share) + other * share
    return _turned(rng, np.asarray(out * (1 + 0.05 * noise(rng, 1.5)[:, :, None]), np.float32))


def _stripes(rng: Rng) -> Floats:
    y = np.arange(SIDE, dtype=np.float32)[:, None] + np.zeros((1, SIDE), np.float32)
    wave = np.sin(y * 2 * np.pi / rng.uniform(6, 90)) > rng.uniform(-0.6, 0.6)
    out = np.where(wave[:, :, None], _base(rng), _base(rng))
    return _turned(rng, np.asarray(out * (1 + 0.05 * noise(rng, 2)[:, :, None]), np.float32))


def _dots(rng: Rng) -> Floats:
    """Printed dots, the worst ground for a reader of pips."""
    out = _rough(rng)
    ink = tuple(float(v) for v in any_colour(rng, bool(rng.random() < 0.5)))
    step, radius = rng.uniform(8, 60), rng.uniform(0.1, 0.35)
    for n, y in enumerate(np.arange(0, SIDE, step)):
        for x in np.arange((n % 2) * step / 2, SIDE, step):
            if rng.random() < 0.95:
                cv2.circle(
                    out, (round(x * 16), round(y * 16)), round(step * radius * 16), ink, -1, cv2.LINE_AA, 4
                )
    return _turned(rng, out)


def _paper(rng: Rng) -> Floats:
    out = np.asarray(
        rng.uniform(0.6, 1.0)
        * (1 + 0.012 * noise(rng, 2) + 0.03 * noise(rng, 200))[:, :, None]
        * np.ones(3, np.float32),
        np.float32,
    )
    ink = tuple(float(v) for v in any_colour(rng, False))
    if rng.random() < 0.6:
        for y in range(int(rng.integers(10, 40)), SIDE, int(rng.integers(14, 50))):
            words = "".join(rng.choice(list("abcdefgh ijklmno prstu vw 0123456789.:;o"), 60))
            cv2.putText(
                out,
                words,
                (int(rng.integers(0, 40)), y),
                int(rng.choice([0, 1, 3, 6])),
                float(rng.uniform(0.3, 1.2)),
                ink,
                1,
                cv2.LINE_AA,
            )
    for _ in range(int(rng.integers(0, 9))):
        points = (rng.uniform(0, SIDE, 2) + np.cumsum(rng.normal(0, 30, (14, 2)), axis=0)).astype(np.int32)
        cv2.polylines(out, [points], bool(rng.random() < 0.5), ink, int(rng.integers(1, 4)), cv2.LINE_AA)
    return _turned(rng, out)


def _tiles(rng: Rng) -> Floats:
    """Squares in rows: tiles, keyboards, boards to play on."""
    out, ink = _rough(rng), _base(rng)
    step, gap = rng.uniform(18, 110), rng.uniform(0.03, 0.2)
    for y in np.arange(0, SIDE, step):
        for x in np.arange(0, SIDE, step):
            a, b = (round(x), round(y)), (round(x + step * (1 - gap)), round(y + step * (1 - gap)))
            shade = tuple(float(v) for v in ink * rng.uniform(0.85, 1.15))
            cv2.rectangle(out, a, b, shade, -1)
            if rng.random() < 0.3:
                text = str(rng.choice(list("ABCDEFGHIJ0123456789*")))
                cv2.putText(
                    out,
                    text,
                    (round(x + step * 0.2), round(y + step * 0.7)),
                    0,
                    step / 50,
                    (0.9,) * 3,
                    1,
                    cv2.LINE_AA,
                )
    return _turned(rng, out)


def _stone(rng: Rng) -> Floats:
    veins = np.exp(-np.abs(noise(rng, rng.uniform(40, 120)) + 0.4 * noise(rng, 12)) * rng.uniform(4, 14))
    return _lit(
        rng,
        np.asarray(rng.uniform(-0.4, 0.4) * veins + 0.06 * noise(rng, 3) + 0.05 * noise(rng, 30), np.float32),
    )


def _plain(rng: Rng) -> Floats:
    return _lit(rng, np.asarray(0.02 * noise(rng, 150) + rng.uniform(0, 0.02) * noise(rng, 1.5), np.float32))


def _joined(rng: Rng, one: Floats, other: Floats) -> Floats:
    """Two surfaces that meet at an edge, sometimes with a frame between, as at a tray's wall."""
    corners = np.array(
        [
            [rng.uniform(0, SIDE), -SIDE],
            [3 * SIDE, -SIDE],
            [3 * SIDE, 2 * SIDE],
            [rng.uniform(0, SIDE), 2 * SIDE],
        ]
    )
    mask = np.zeros((SIDE, SIDE), np.float32)
    cv2.fillPoly(mask, [corners.astype(np.int32)], 1.0)
    mask = _turned(rng, mask)
    rim = cv2.dilate(mask, np.ones((5, 5))) - cv2.erode(mask, np.ones((int(rng.integers(1, 30)),) * 2))
    out = one * (1 - mask[:, :, None]) + other * mask[:, :, None]
    if rng.random() < 0.5:
        out = np.where(rim[:, :, None] > 0, _base(rng) * 0.7, out)
    return np.asarray(out, np.float32)


def _turned(rng: Rng, picture: Floats) -> Floats:
    turn = cv2.getRotationMatrix2D(
        (SIDE / 2, SIDE / 2), float(rng.uniform(0, 360)), float(rng.uniform(1.0, 1.5))
    )
    return np.asarray(cv2.warpAffine(picture, turn, (SIDE, SIDE), borderMode=cv2.BORDER_REFLECT), np.float32)


_KINDS: tuple[Callable[[Rng], NDArray[np.float32]], ...] = (
    _rough, _rough, _rough, _plain, _plain, _wood, _wood, _weave, _carpet, _carpet, _check, _stripes, _dots,
    _paper, _paper, _tiles, _stone,
)  # fmt: skip
