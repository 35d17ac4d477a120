"""What lies under and beside cards: tables, cloths, hands, coins; and how a camera spoils a picture."""

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lab.cards.ornament import any_colour, shape
from vision.pictures import Picture

Rng = np.random.Generator
_SKIN = ((150, 180, 225), (120, 150, 205), (95, 125, 180), (60, 85, 130), (45, 60, 95))


def _noise(rng: Rng, high: int, wide: int, across: float, along: float) -> NDArray[np.float32]:
    """Soft noise from -1 to 1 with grains of that many pixels across and along."""
    size = (max(2, round(wide / across)), max(2, round(high / along)))
    small = rng.standard_normal((size[1], size[0])).astype(np.float32)
    return np.asarray(cv2.resize(small, (wide, high), interpolation=cv2.INTER_LINEAR), np.float32)


def ground(rng: Rng, wide: int, high: int, photos: Sequence[Picture] = ()) -> Picture:
    """A table top or cloth, *wide* by *high* pixels."""
    dice = rng.random()
    if photos and dice < 0.2:
        return _of_photo(rng, photos[int(rng.integers(len(photos)))], wide, high)
    base = np.array(any_colour(rng), np.float32)
    if rng.random() < 0.4:
        base = np.float32(rng.uniform(5, 250)) + rng.normal(0, 6, 3).astype(np.float32)
    picture = np.broadcast_to(base, (high, wide, 3)).astype(np.float32)
    if dice < 0.42:
        picture = _wood(rng, wide, high)
    elif dice < 0.55:
        picture = _checks(rng, wide, high, base)
    elif dice < 0.62:
        picture = _clutter(rng, wide, high, base)
    if rng.random() < 0.75:
        for _ in range(int(rng.integers(1, 4))):
            grain = rng.uniform(1, 40)
            picture = (
                picture
                + (_noise(rng, high, wide, grain, grain * rng.uniform(0.5, 3)) * rng.uniform(1, 14))[
                    :, :, None
                ]
            )
    return np.ascontiguousarray(np.clip(picture, 0, 255).astype(np.uint8))


def _of_photo(rng: Rng, photo: Picture, wide: int, high: int) -> Picture:
    part = rng.uniform(0.3, 1.0)
    h, w = round(photo.shape[0] * part), round(photo.shape[1] * part)
    y, x = rng.integers(0, photo.shape[0] - h + 1), rng.integers(0, photo.shape[1] - w + 1)
    cut = np.rot90(photo[y : y + h, x : x + w], int(rng.integers(4)))
    out = cv2.resize(np.ascontiguousarray(cut), (wide, high), interpolation=cv2.INTER_AREA)
    if rng.random() < 0.5:
        out = np.clip(out * rng.uniform(0.6, 1.3, 3), 0, 255)
    return np.asarray(out, np.uint8)


def _wood(rng: Rng, wide: int, high: int) -> NDArray[np.float32]:
    base = np.array([rng.uniform(40, 160), rng.uniform(70, 185), rng.uniform(100, 215)], np.float32)
    lines = _noise(rng, high, wide, rng.uniform(60, 300), rng.uniform(1.5, 6)) * rng.uniform(4, 22)
    broad = _noise(rng, high, wide, rng.uniform(80, 300), rng.uniform(10, 40)) * rng.uniform(3, 18)
    picture = base + (lines + broad)[:, :, None]
    if rng.random() < 0.3:
        for y in range(int(rng.integers(0, 60)), high, int(rng.integers(50, 160))):
            picture[y : y + 2] *= 0.6
    return np.asarray(
        picture if rng.random() < 0.6 else cv2.resize(np.ascontiguousarray(np.rot90(picture)), (wide, high)),
        np.float32,
    )


def _checks(rng: Rng, wide: int, high: int, base: NDArray[np.float32]) -> NDArray[np.float32]:
    step, angle = rng.uniform(8, 60), rng.uniform(0, np.pi)
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
    u, v = x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
    light = np.full(3, 235, np.float32) if rng.random() < 0.6 else np.array(any_colour(rng), np.float32)
    one, other = (u // step) % 2, (v // step) % 2
    share = (one + other) / 2 if rng.random() < 0.7 else one
    return np.asarray(light * (1 - share[:, :, None]) + base * share[:, :, None], np.float32)


def _clutter(rng: Rng, wide: int, high: int, base: NDArray[np.float32]) -> NDArray[np.float32]:
    """A printed cloth, a map, a game board: shapes and lines all over."""
    picture = np.broadcast_to(base, (high, wide, 3)).astype(np.uint8).copy()
    for _ in range(int(rng.integers(10, 120))):
        shape(picture, rng, 0.005, rng.choice([0.03, 0.12]))
    return picture.astype(np.float32)


def things(picture: Picture, rng: Rng) -> None:
    """Things that lie about: coins, cups, pens, sheets of paper, note books."""
    high, wide = picture.shape[:2]
    for _ in range(int(rng.integers(0, 4))):
        at = (int(rng.integers(wide)), int(rng.integers(high)))
        colour = any_colour(rng)
        match rng.integers(4):
            case 0:
                r = int(rng.integers(5, 60))
                cv2.circle(picture, at, r, colour, -1, cv2.LINE_AA)
                cv2.circle(
                    picture, at, round(r * 0.75), [v * 0.7 for v in colour], max(1, r // 9), cv2.LINE_AA
                )
            case 1:
                away = rng.normal(0, 120, 2)
                cv2.line(
                    picture,
                    at,
                    (round(at[0] + away[0]), round(at[1] + away[1])),
                    colour,
                    int(rng.integers(3, 12)),
                    cv2.LINE_AA,
                )
            case 2:
                sheet = (at, tuple(rng.uniform(60, 400, 2)), float(rng.uniform(0, 180)))
                grey = float(rng.uniform(150, 255))
                corners = cv2.boxPoints((sheet[0], (float(sheet[1][0]), float(sheet[1][1])), sheet[2]))
                cv2.fillPoly(picture, [corners.astype(np.int32)], (grey, grey, grey), cv2.LINE_AA)
            case _:
                shape(picture, rng, 0.01, 0.1)


def hand(rng: Rng, picture: Picture, towards: tuple[float, float], wide: float) -> NDArray[np.uint8]:
    """A hand from the border of the picture to *towards*, fingers *wide* pixels; gives what it covers."""
    high, across = picture.shape[:2]
    angle = rng.uniform(0, 2 * np.pi)
    far = np.array(towards) + 1.5 * max(high, across) * np.array([np.cos(angle), np.sin(angle)])
    mask = np.zeros((high, across), np.uint8)
    side = np.array([-np.sin(angle), np.cos(angle)])
    palm = np.array(towards) + 3.2 * wide * np.array([np.cos(angle), np.sin(angle)])
    for n in range(int(rng.integers(1, 5))):
        tip = np.array(towards) + side * wide * 1.1 * (n - 1.5) + rng.normal(0, wide / 4, 2)
        cv2.line(
            mask,
            tuple(tip.astype(int).tolist()),
            tuple((palm + side * wide * 0.7 * (n - 1.5)).astype(int).tolist()),
            255,
            max(2, round(wide)),
            cv2.LINE_AA,
        )
    cv2.line(
        mask,
        tuple(palm.astype(int).tolist()),
        tuple(far.astype(int).tolist()),
        255,
        max(3, round(3.6 * wide)),
        cv2.LINE_AA,
    )
    colour = np.array(_SKIN[rng.integers(len(_SKIN))]) * rng.uniform(0.8, 1.1)
    shade = cv2.GaussianBlur(mask, (0, 0), max(1.0, wide / 4)).astype(np.float32)[:, :, None] / 255
    part = mask[:, :, None] / 255
    picture[:] = np.clip(picture * (1 - part) + colour * (0.6 + 0.4 * shade) * part, 0, 255).astype(np.uint8)
    return mask


def lit(rng: Rng, picture: Picture) -> Picture:
    """The picture in some light: a slope of brightness, a lamp's reflection, a shadow, a tint."""
    high, wide = picture.shape[:2]
    y, x = np.mgrid[0:high:8, 0:wide:8].astype(np.float32) / max(high, wide)
    angle = rng.uniform(0, 2 * np.pi)
    light = 1 + rng.uniform(0, 0.5) * ((x - 0.5) * np.cos(angle) + (y - 0.4) * np.sin(angle))
    if rng.random() < 0.3:
        edge = (x - rng.uniform(0, 1)) * np.cos(angle + 1) + (y - rng.uniform(0, 0.8)) * np.sin(angle + 1)
        light = light * (1 - rng.uniform(0.1, 0.6) / (1 + np.exp(-edge * rng.uniform(5, 150))))
    glare = np.zeros_like(light)
    if rng.random() < 0.3:
        r = rng.uniform(0.03, 0.4)
        glare = np.exp(-((x - rng.uniform(0, 1)) ** 2 + (y - rng.uniform(0, 0.8)) ** 2) / r**2) * np.float32(
            rng.uniform(20, 150)
        )
    gain = rng.uniform(0.35, 1.25) if rng.random() < 0.5 else rng.uniform(0.75, 1.1)
    tint = rng.uniform(0.8, 1.15, 3) if rng.random() < 0.6 else np.ones(3)
    if rng.random() < 0.07:
        tint = tint * [rng.uniform(0.25, 0.7), 1, 1]
    light = cv2.resize(light.astype(np.float32), (wide, high))[:, :, None]
    glare = cv2.resize(glare.astype(np.float32), (wide, high))[:, :, None]
    out = picture * light * (tint * gain).astype(np.float32) + glare
    return np.asarray(np.clip(out, 0, 255), np.uint8)


def as_camera(rng: Rng, picture: Picture, soft: float = 1.0) -> Picture:
    """The picture as a camera gives it: soft, noisy, sharpened, packed."""
    taken: Any = picture
    if rng.random() < 0.6:
        taken = cv2.GaussianBlur(taken, (0, 0), float(rng.uniform(0.3, 1.1) * soft))
    if rng.random() < 0.12:
        n = int(rng.integers(2, 5))
        kernel = np.zeros((n * 2 + 1, n * 2 + 1), np.float32)
        angle = rng.uniform(0, np.pi)
        d = np.array([np.cos(angle), np.sin(angle)]) * n * soft * 0.7
        cv2.line(
            kernel,
            tuple(np.round(n - d).astype(int).tolist()),
            tuple(np.round(n + d).astype(int).tolist()),
            1.0,
        )
        taken = cv2.filter2D(taken, -1, kernel / kernel.sum())
    if rng.random() < 0.25:
        taken = cv2.addWeighted(taken, 1.6, cv2.GaussianBlur(taken, (0, 0), 1.2), -0.6, 0)
    if rng.random() < 0.6:
        noise = np.empty(taken.shape, np.int16)
        cv2.randn(noise, np.zeros(3), np.full(3, rng.uniform(1, 9)))  # a number alone: the first colour only
        taken = cv2.add(taken.astype(np.int16), noise, dtype=cv2.CV_8U)
    if rng.random() < 0.5:
        taken = cv2.imdecode(
            cv2.imencode(".jpg", taken, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 95))])[1], 1
        )
    return np.asarray(taken, np.uint8)
