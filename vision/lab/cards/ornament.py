"""What fills a card besides its marks: courts, figures, frames, scenes and backs, all of our own making."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Mask, Picture

Rng = np.random.Generator
Ink = NDArray[np.float64]


def any_colour(rng: Rng) -> list[int]:
    hue = np.array([[[rng.integers(180), rng.integers(60, 256), rng.integers(60, 256)]]], np.uint8)
    return [int(v) for v in cv2.cvtColor(hue, cv2.COLOR_HSV2BGR)[0, 0]]


def _size(canvas: Picture) -> tuple[int, int]:
    return canvas.shape[1], canvas.shape[0]


def shape(canvas: Picture, rng: Rng, low: float = 0.03, high: float = 0.25) -> None:
    """One shape of any kind and colour, anywhere."""
    w, h = _size(canvas)
    at = (int(rng.integers(w)), int(rng.integers(h)))
    r = max(2, round(rng.uniform(low, high) * w))
    colour = any_colour(rng)
    thick = -1 if rng.random() < 0.65 else int(rng.integers(1, 7))
    match rng.integers(4):
        case 0:
            cv2.circle(canvas, at, r, colour, thick, cv2.LINE_AA)
        case 1:
            cv2.ellipse(
                canvas,
                at,
                (r, max(2, round(r * rng.uniform(0.2, 1)))),
                float(rng.uniform(0, 180)),
                0,
                360,
                colour,
                thick,
                cv2.LINE_AA,
            )
        case 2:
            cv2.line(
                canvas,
                at,
                (at[0] + int(rng.integers(-r, r + 1)) * 2, at[1] + int(rng.integers(-r, r + 1)) * 2),
                colour,
                int(rng.integers(1, 8)),
                cv2.LINE_AA,
            )
        case _:
            n = int(rng.integers(3, 9))
            angle = np.sort(rng.uniform(0, 2 * np.pi, n))
            radius = r * rng.uniform(0.4, 1.0, n)
            points = np.stack([at[0] + radius * np.cos(angle), at[1] + radius * np.sin(angle)], 1)
            cv2.fillPoly(canvas, [points.astype(np.int32)], colour, cv2.LINE_AA)


def court(canvas: Picture, rng: Rng, suit: Mask, colour: Ink, notched: bool = False) -> None:
    """A figure, on its head below the middle, perhaps in a frame, with its suit beside its head.

    *notched*: the frame is as large as the card, and leaves out its corners for the index.
    """
    w, h = _size(canvas)
    x, y = round(w * rng.uniform(0.12, 0.24)), round(h * rng.uniform(0.06, 0.14))
    if notched:
        x, y = round(w * rng.uniform(0.04, 0.09)), round(h * rng.uniform(0.03, 0.06))
    half = canvas[y : h // 2, x : w - x].copy()
    if rng.random() < 0.4:
        half[:] = np.array(any_colour(rng)) * 0.25 + 255 * 0.75
    figure(half, rng, int(rng.integers(18, 46)))
    both = np.vstack([half, half[::-1, ::-1]])
    canvas[y : y + len(both), x : w - x] = both
    if rng.random() < 0.75:
        cv2.rectangle(
            canvas,
            (x, y),
            (w - x - 1, y + len(both) - 1),
            colour.tolist(),
            int(rng.integers(1, 4)),
            cv2.LINE_AA,
        )
    if rng.random() < 0.8:
        tall = rng.uniform(0.08, 0.15) * h
        wide = tall * suit.shape[1] / suit.shape[0]
        for turned in (False, True):
            view = canvas[::-1, ::-1] if turned else canvas
            small = (
                cv2.resize(suit, (max(1, round(wide)), max(1, round(tall))), interpolation=cv2.INTER_AREA)[
                    :, :, None
                ]
                / 255
            )
            at = (x + 5, y + 6) if not notched else (round(0.19 * w), round(0.06 * h))
            patch = view[at[1] : at[1] + small.shape[0], at[0] : at[0] + small.shape[1]]
            patch[:] = (patch * (1 - small) + colour * small).astype(np.uint8)


def notches(canvas: Picture, rng: Rng, colour: Ink) -> None:
    """Leaves the corners white for the index, with or without a line around them."""
    w, h = _size(canvas)
    a, b = round(w * rng.uniform(0.15, 0.19)), round(h * rng.uniform(0.15, 0.22))
    lined = rng.random() < 0.6
    for left, top in ((0, 0), (w - a, 0), (0, h - b), (w - a, h - b)):
        cv2.rectangle(canvas, (left, top), (left + a, top + b), canvas[1, w // 2].tolist(), -1)
        if lined:
            x, y = left + (a if left == 0 else 0), top + (b if top == 0 else 0)
            cv2.line(
                canvas,
                (x, top + (b // 4 if top == 0 else 0)),
                (x, top + (b if top == 0 else b * 3 // 4)),
                colour.tolist(),
                1,
            )
            cv2.line(
                canvas,
                (left + (a // 4 if left == 0 else 0), y),
                (left + (a if left == 0 else a * 3 // 4), y),
                colour.tolist(),
                1,
            )


def figure(canvas: Picture, rng: Rng, strokes: int = 30) -> None:
    """Something like a person: a head on a body of coloured patches and stripes."""
    w, h = _size(canvas)
    inks = [any_colour(rng) for _ in range(5)] + [[20, 20, 20], [40, 40, 190], [30, 200, 235]]
    body = np.array([[0.1, 1], [0.2, 0.6], [0.45, 0.42], [0.6, 0.42], [0.8, 0.6], [0.9, 1]]) * [w, h]
    cv2.fillPoly(canvas, [body.astype(np.int32)], inks[0], cv2.LINE_AA)
    for _ in range(strokes):
        points = (
            np.array([rng.uniform(0.1, 0.9), rng.uniform(0.3, 1)])
            + rng.normal(0, 0.1, (int(rng.integers(3, 6)), 2))
        ) * [w, h]
        points[:, 0] = np.clip(points[:, 0], 0.03 * w, 0.97 * w)
        ink = inks[rng.integers(len(inks))]
        if rng.random() < 0.5:
            cv2.fillPoly(canvas, [points.astype(np.int32)], ink, cv2.LINE_AA)
        else:
            cv2.polylines(canvas, [points.astype(np.int32)], False, ink, int(rng.integers(1, 5)), cv2.LINE_AA)
    head = (round(w * rng.uniform(0.42, 0.58)), round(h * 0.3))
    r = round(min(w, h) * rng.uniform(0.14, 0.2))
    cv2.circle(canvas, head, r, inks[1], -1, cv2.LINE_AA)
    cv2.ellipse(canvas, head, (round(r * 0.7), round(r * 0.9)), 0, 0, 360, (190, 215, 245), -1, cv2.LINE_AA)
    for side in (-1, 1):
        cv2.circle(
            canvas,
            (head[0] + side * r // 3, head[1] - r // 5),
            max(1, r // 10),
            (30, 30, 30),
            -1,
            cv2.LINE_AA,
        )
    crown = (
        np.array([[-1, -0.6], [-1.1, -1.5], [-0.4, -1.0], [0, -1.7], [0.4, -1.0], [1.1, -1.5], [1, -0.6]]) * r
        + head
    )
    cv2.fillPoly(canvas, [crown.astype(np.int32)], inks[-1], cv2.LINE_AA)


def lettering(canvas: Picture, rng: Rng) -> None:
    """A few lines of small print and rings, as on the ace of spades of many makers."""
    w, h = _size(canvas)
    for n in range(int(rng.integers(1, 5))):
        at = (round(w * rng.uniform(0.25, 0.35)), round(h * 0.72) + 14 * n)
        cv2.putText(
            canvas,
            "".join(rng.choice(list("AEIMNRSTUCDGO "), 12)),
            at,
            cv2.FONT_HERSHEY_SIMPLEX,
            0.4,
            (40, 40, 40),
            1,
            cv2.LINE_AA,
        )


def by_hand(mask: Mask, rng: Rng) -> Mask:
    """*mask* as if written anew: slanted, wavy, with a thicker or thinner pen."""
    w = mask.shape[1]
    wide = cv2.copyMakeBorder(mask, 12, 12, w // 2, w // 2, cv2.BORDER_CONSTANT)
    rows, columns = wide.shape
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    sway = rng.normal(0, 3, 4)
    x2 = (
        x
        + (y - rows / 2) * np.float32(rng.uniform(-0.35, 0.35))
        + np.float32(sway[0]) * np.sin(y / 17 + sway[1])
    )
    y2 = y + np.float32(sway[2]) * np.sin(x / 15 + sway[3])
    bent = cv2.remap(wide, x2.astype(np.float32), y2.astype(np.float32), cv2.INTER_LINEAR)
    pen = int(rng.integers(0, 4))
    if pen:
        bent = cv2.dilate(bent, np.ones((pen * 2 + 1, pen * 2 + 1), np.uint8))
    ys, xs = np.nonzero(bent > 40)
    if len(ys) == 0:
        return mask
    return np.ascontiguousarray(bent[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1])


def frame(canvas: Picture, inset: float, thick: float, colour: Ink) -> None:
    """A frame with round corners, *inset* pixels from the edge."""
    w, h = _size(canvas)
    mask = np.zeros((h, w), np.uint8)
    for d, value in ((inset, 255), (inset + thick, 0)):
        _round_box(mask, round(d), max(3, round(14 - d / 3)), value)
    part = (mask / 255)[:, :, None]
    canvas[:] = (canvas * (1 - part) + colour * part).astype(np.uint8)


def box(canvas: Picture, inset: int, colour: Ink) -> None:
    """The whole card but its edge in one colour."""
    mask = np.zeros(canvas.shape[:2], np.uint8)
    _round_box(mask, inset, 12, 255)
    canvas[mask > 0] = colour.astype(np.uint8)


def _round_box(mask: Mask, inset: int, radius: int, value: int) -> None:
    h, w = mask.shape
    cv2.rectangle(mask, (inset + radius, inset), (w - 1 - inset - radius, h - 1 - inset), value, -1)
    cv2.rectangle(mask, (inset, inset + radius), (w - 1 - inset, h - 1 - inset - radius), value, -1)
    for x in (inset + radius, w - 1 - inset - radius):
        for y in (inset + radius, h - 1 - inset - radius):
            cv2.circle(mask, (x, y), radius, value, -1)


def four_colours(
    canvas: Picture,
    rng: Rng,
    middle: tuple[int, int],
    axes: tuple[int, int],
    inks: Sequence[Ink],
    lean: float | None,
) -> None:
    """The four colours as quarters of an ellipse that leans so far, or as four small cards."""
    if lean is not None:
        rim = axes[0] + 6, axes[1] + 6
        cv2.ellipse(canvas, middle, rim, lean, 0, 360, (245, 245, 245), -1, cv2.LINE_AA)
        start = int(rng.integers(4))
        quartered(canvas, middle, axes, [*inks[start:], *inks[:start]], lean)
        return
    leaning, near = rng.uniform(0, 0.6) * (rng.random() < 0.6), rng.uniform(0.4, 1.0)
    half, rising = (axes[0] * 0.35, axes[1] * 0.4), rng.random() < 0.6
    if rising:
        half, leaning = (half[0] * rng.uniform(0.6, 0.9), half[1] * rng.uniform(0.5, 0.75)), leaning / 2
    spots, shaded = _rising(rng) if rising else _SQUARE * near, rng.random() < 0.6
    line = (245, 245, 245) if rng.random() < 0.5 else (25, 25, 25)
    away = rng.uniform(-6, 6, 2)
    for n in rng.permutation(4):
        x, y = middle + spots[n] * axes
        if shaded:
            for share in (0.5, 1.0):
                place = x + away[0] * share, y + away[1] * share
                _small_card(canvas, place, half, leaning, np.full(3, 22.0), (22, 22, 22))
        _small_card(canvas, (x, y), half, leaning, inks[n], line)


_SQUARE = np.array([(-0.45, -0.4), (0.45, -0.4), (-0.45, 0.4), (0.45, 0.4)])


def _rising(rng: Rng) -> NDArray[np.float64]:
    """The places of four cards along a rising line, every second one a little above it."""
    far, aside = rng.uniform(0.45, 0.8), rng.uniform(0.0, 0.22)
    along = np.linspace(-far, far, 4)
    up = aside * np.array([1, -1, 1, -1]) * rng.choice([-1, 1])
    return np.stack([along + up / 2, -along * rng.uniform(0.5, 0.9) + up], 1)


def quartered(
    canvas: Picture, middle: tuple[int, int], axes: tuple[int, int], inks: Sequence[Ink], lean: float
) -> None:
    """An ellipse of which each quarter has one of the *inks*."""
    for n, ink in enumerate(inks):
        cv2.ellipse(canvas, middle, axes, lean, 90 * n, 90 * (n + 1), ink.tolist(), -1, cv2.LINE_AA)


def _small_card(
    canvas: Picture,
    middle: tuple[float, float],
    half: tuple[float, float],
    lean: float,
    ink: Ink,
    rim: tuple[int, int, int],
) -> None:
    (x, y), (a, b) = middle, half
    aside = lean * b
    spots = [(x - a + aside, y - b), (x + a + aside, y - b), (x + a - aside, y + b), (x - a - aside, y + b)]
    outline = np.round(np.array(spots)).astype(np.int32)
    cv2.fillPoly(canvas, [outline], ink.tolist(), cv2.LINE_AA)
    cv2.polylines(canvas, [outline], True, rim, 3, cv2.LINE_AA)


def two_cards(canvas: Picture, rng: Rng, colour: Ink) -> None:
    """Two small cards, one over the other."""
    w, h = _size(canvas)
    lean, apart = rng.uniform(0, 0.65) * (rng.random() < 0.7), rng.uniform(0.6, 1.3)
    half = rng.uniform(0.09, 0.15) * w, rng.uniform(0.1, 0.16) * h
    for dx, dy in ((0.07, -0.06), (-0.07, 0.06)):
        middle = (0.5 + dx * apart) * w, (0.5 + dy * apart) * h
        if rng.random() < 0.5:
            _small_card(canvas, (middle[0] - 4, middle[1] + 3), half, lean, np.full(3, 20.0), (20, 20, 20))
        _small_card(
            canvas, middle, half, lean, colour, (20, 20, 20) if rng.random() < 0.6 else (245, 245, 245)
        )


def scene(canvas: Picture, rng: Rng) -> None:
    """A picture of coloured shapes within an edge."""
    w, h = _size(canvas)
    x, y = round(rng.uniform(0, 0.09) * w), round(rng.uniform(0, 0.07) * h)
    below = round(h * rng.choice([1.0, rng.uniform(0.65, 0.95)])) - y
    part = canvas[y:below, x : w - x]
    one, two = np.array(any_colour(rng)), np.array(any_colour(rng))
    t = np.linspace(0, 1, len(part))[:, None, None]
    part[:] = (one * (1 - t) + two * t).astype(np.uint8)
    inside = np.ascontiguousarray(part)
    for _ in range(int(rng.integers(4, 30))):
        shape(inside, rng, 0.02, 0.4)
    canvas[y:below, x : w - x] = inside


def back(canvas: Picture, rng: Rng) -> None:
    """The pattern of a back: lattice, dots or rings in one colour, within a white edge or without one."""
    w, h = _size(canvas)
    edge = round(w * (rng.uniform(0.03, 0.09) if rng.random() < 0.8 else 0))
    inside = np.ascontiguousarray(canvas[edge : h - edge, edge : w - edge])
    colour, light = any_colour(rng), any_colour(rng) if rng.random() < 0.3 else [235, 240, 240]
    inside[:] = colour
    step, thick = int(rng.integers(5, 26)), int(rng.integers(1, 4))
    kind = rng.integers(6)
    for n in range(-h, w + h, step):
        if kind == 0:
            cv2.line(inside, (n, 0), (n + h, h), light, thick, cv2.LINE_AA)
            cv2.line(inside, (n, 0), (n - h, h), light, thick, cv2.LINE_AA)
        elif kind == 1:
            for y in range(0, h, step):
                cv2.circle(inside, (n, y), max(1, step // 4), light, -1, cv2.LINE_AA)
        elif kind == 2 and n > 0:
            cv2.ellipse(inside, (w // 2, h // 2), (n, n), 0, 0, 360, light, thick, cv2.LINE_AA)
        elif kind > 3:
            cv2.line(
                inside, *(((0, n), (w, n)) if kind == 4 else ((n, 0), (n, h))), light, thick, cv2.LINE_AA
            )
        elif n > 0:
            cv2.rectangle(inside, (n // 2, n // 2), (w - n // 2, h - n // 2), light, thick)
    canvas[edge : h - edge, edge : w - edge] = inside
