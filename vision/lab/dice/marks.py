"""Faces of dice in every style that people make: pips, colours, digits, signs and small drawings."""

import math
from typing import Any

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from vision.kit.marks import PIPS, mark_of, stroke_digit
from vision.kit.values import COLOURS, DIE_VALUES

Floats = NDArray[np.floating[Any]]
Rng = np.random.Generator
SIDE = 128
_HERSHEY = (0, 2, 3, 4, 6)
_BROAD = 45.0
PIP_SHAPES = ("square", "diamond", "star", "heart")
HOLLOW = "hollow"
_KIT = 0.35  # so many number and Piggy dice have the kit's own drawings


def outline_of(shape: str) -> Floats:
    """Corners of a pip that is not round, one unit around its middle."""
    turn = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    if shape == "heart":
        y = 13 * np.cos(turn) - 5 * np.cos(2 * turn) - 2 * np.cos(3 * turn) - np.cos(4 * turn)
        return np.asarray(np.stack([16 * np.sin(turn) ** 3, -y], axis=1) / 16, np.float32)
    corners, begin = {"square": (4, np.pi / 4), "diamond": (4, 0.0), "star": (10, 0.3)}[shape]
    turn = np.linspace(0, 2 * np.pi, corners, endpoint=False) + begin
    far = np.where(np.arange(corners) % 2, 0.45, 1.0) if shape == "star" else np.ones(corners)
    return np.asarray(np.stack([far * np.cos(turn), far * np.sin(turn)], axis=1), np.float32)


_OUTLINES = {name: outline_of(name) for name in PIP_SHAPES}


class Style(Struct, frozen=True, eq=False):
    """How one die is made; colours are (blue, green, red), 0 to 1."""

    kind: str  # pips, colour, piggy, number, d10 or blank
    body: Floats
    ink: Floats
    other_ink: Floats  # of the faces in `odd`
    odd: tuple[int, ...]  # values whose pips have another colour or size
    pip: float  # radius as a share of the edge
    spread: float
    six: float  # how far apart the rows of a six are, as a share of the spread
    ace: float  # how much larger the pip of a one is
    ring: float  # a lighter ring in every pip
    sunk: float  # how deep the pips are
    marble: float  # how strongly a second colour flows through the body
    swirl: Floats
    fine: int  # how many flows or speckles of it lie across a face
    round: float  # radius of the edges in half edges
    ball: float  # the cube is cut by a ball of this radius (in half edges)
    gloss: float
    shine: float
    lamps: int  # how many of them shine back from it
    glow: float  # how much light passes through, like in clear dice
    design: int
    near: float = 1.0  # how far apart the pips of a two or three are, as a share of the spread
    straight: tuple[int, ...] = ()  # twos and threes whose pips lie along an edge, not from corner to corner
    shape: str = "round"  # of a pip: round, hollow or one of PIP_SHAPES
    crest: bool = False  # a one is a large disc with a sign in it
    digit: float = 1.0  # how high digits are, as a share of what is usual
    clear: float = 0.0  # how much of its other sides is seen through it
    mirrored: float = 0.0  # radius of a lamp's image on its faces, in half edges
    glass: float = 0.0  # how deeply it tints light on its way of half an edge through it; 0: it is not clear


def any_colour(rng: Rng, light: bool) -> Floats:
    """A plausible body or ink, light or dark."""
    grey = rng.random() < 0.45
    hue, value = rng.uniform(0, 180), rng.uniform(0.6, 1.0) if light else rng.uniform(0.02, 0.3)
    full = rng.uniform(0, 0.2) if grey else rng.uniform(0.3, 1.0)
    pixel = np.array([[[hue * 2, full, value]]], np.float32)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0], np.float32)


def any_style(rng: Rng, kind: str) -> Style:
    """A die of *kind* as some maker might make it."""
    light = bool(rng.random() < 0.62)
    body = any_colour(rng, light)
    if light and rng.random() < 0.35:  # ivory and white are what most people have
        body = np.array([rng.uniform(0.7, 0.97), rng.uniform(0.86, 0.98), rng.uniform(0.9, 1.0)], np.float32)
    if rng.random() < 0.12:  # deep clear colours, with inks that are told from them by colour alone
        body = _vivid(rng, float(rng.uniform(0.25, 0.85)))
    unpainted = kind == "pips" and rng.random() < 0.04  # the pips are only pressed in
    ink = np.asarray(body * rng.uniform(0.7, 0.95), np.float32) if unpainted else _ink_on(rng, body)
    odd = tuple(int(v) for v in rng.permutation(6)[: rng.integers(1, 3)] + 1) if rng.random() < 0.2 else ()
    shine = _shine(rng)
    return Style(
        kind, body, ink, _ink_on(rng, body), odd,
        pip=float(rng.uniform(0.065, 0.125)), spread=float(rng.uniform(0.2, 0.29)),
        six=float(rng.uniform(0.75, 1.0)) if rng.random() < 0.4 else 1.0,
        ace=float(rng.uniform(1.2, 1.9)) if rng.random() < 0.2 else 1.0,
        ring=float(rng.uniform(0.2, 0.6)) if rng.random() < 0.12 else 0.0,
        sunk=float(rng.uniform(0, 1.2) + unpainted) if unpainted or rng.random() < 0.6 else 0.0,
        marble=float(rng.uniform(0.2, 1.0)) if rng.random() < 0.34 else 0.0, swirl=_swirl(rng, light),
        fine=int(rng.choice((4, 5, 6, 9, 24), p=(0.25, 0.3, 0.25, 0.1, 0.1))),
        round=float(rng.uniform(0.06, 0.42)),
        ball=float(rng.uniform(1.3, 1.5)) if rng.random() < 0.35 else 9.0,
        gloss=float(rng.uniform(0, 1.1 if shine > _BROAD else 0.5)) if rng.random() < 0.8 else 0.0,
        shine=shine, lamps=int(rng.integers(1, 4)),
        glow=float(rng.uniform(0.2, 0.7)) if rng.random() < 0.15 else 0.0,
        design=int(rng.integers(1 << 30)),
    )  # fmt: skip


def _shine(rng: Rng) -> float:
    """How sharply lamps are mirrored: broad glints, up to `_BROAD`, burn whole faces out."""
    return float(np.exp(rng.uniform(np.log(8), np.log(400))))


def _vivid(rng: Rng, value: float) -> Floats:
    pixel = np.array([[[rng.uniform(0, 360), rng.uniform(0.65, 1.0), value]]], np.float32)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0], np.float32)


def _swirl(rng: Rng, light: bool) -> Floats:
    """The second colour of a body: of the other lightness, black, or another clear colour."""
    if rng.random() < 0.3:
        return np.asarray(rng.uniform(0.01, 0.12, 3), np.float32)
    return _vivid(rng, float(rng.uniform(0.3, 1))) if rng.random() < 0.3 else any_colour(rng, not light)


def _ink_on(rng: Rng, body: Floats) -> Floats:
    """A colour that can be told from the body, seldom only just, and sometimes by its hue alone."""
    if rng.random() < 0.16:
        for _ in range(20):
            ink = _vivid(rng, float(rng.uniform(0.5, 1)))
            if float(np.abs(ink - body).max()) > 0.35:
                return ink
    if rng.random() < 0.08:  # gold and silver
        return np.array([rng.uniform(0.2, 0.5), rng.uniform(0.6, 0.8), rng.uniform(0.75, 0.95)], np.float32)
    least = 0.1 if rng.random() < 0.08 else 0.3
    for _ in range(20):
        ink = any_colour(rng, bool(rng.random() < 0.5))
        if rng.random() < 0.4:
            ink = np.full(3, 0.05 if body.mean() > 0.45 else 0.95, np.float32)
        if abs(float(ink @ [0.11, 0.59, 0.3]) - float(body @ [0.11, 0.59, 0.3])) > least:
            return ink
    return np.full(3, 0.03 if body.mean() > 0.5 else 0.97, np.float32)


def values_of(rng: Rng, kind: str) -> list[str]:
    """What the faces +z -z +x -x +y -y show, for one of the ways to roll it."""
    if kind == "d10":
        return [str(n) for n in rng.permutation(10)]
    if kind in ("pips", "number", "blank"):
        pairs = [(a, 7 - a) if rng.random() < 0.5 else (7 - a, a) for a in rng.permutation(3) + 1]
        return [str(v) for pair in pairs for v in pair]
    names = list(DIE_VALUES[kind])
    if kind == "piggy":
        names.append("grim")
    return [names[i] for i in rng.permutation(6)]


def face_maps(rng: Rng, style: Style, values: list[str]) -> tuple[Floats, Floats]:
    """Colours, shape (6, SIDE, SIDE, 3), and marks, (6, SIDE, SIDE), of the faces."""
    colours = np.empty((6, SIDE, SIDE, 3), np.float32)
    marks = np.empty((6, SIDE, SIDE), np.float32)
    design = np.random.default_rng(style.design)
    field = _field_style(design)
    for n, value in enumerate(values):
        mark = _mark(np.random.default_rng(style.design), style, value, field)
        mark = np.rot90(mark, int(rng.integers(4)))
        body = style.body + marbled(rng, style)
        ink = _ink_of(style, value)
        colours[n] = body * (1 - mark[:, :, None]) + ink * mark[:, :, None]
        if style.ring:
            inner = cv2.erode(mark, np.ones((7, 7), np.uint8))[:, :, None]
            rim = np.maximum(mark[:, :, None] - inner, 0) * style.ring
            colours[n] = colours[n] * (1 - rim) + style.body * rim
        marks[n] = mark
    return np.clip(colours, 0, 1), marks


def _ink_of(style: Style, value: str) -> Floats:
    if style.kind == "colour":
        base = np.array(COLOURS[value], np.float32) / 255
        wander = np.random.default_rng(style.design + sum(map(ord, value))).normal(0, 0.06, 3)
        return np.asarray(np.clip(base + wander, 0.01, 1), np.float32)
    if style.kind == "pips" and int(value) in style.odd:
        return style.other_ink
    return style.ink


def marbled(rng: Rng, style: Style) -> Floats:
    if not style.marble:
        return np.zeros((1, 1, 3), np.float32)
    rough = rng.standard_normal((style.fine, style.fine)).astype(np.float32)
    flow = cv2.resize(rough, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)
    share = np.clip(flow * 1.5, 0, 1)[:, :, None] * style.marble
    return np.asarray((style.swirl - style.body) * share, np.float32)


def _field_style(design: Rng) -> tuple[str, float]:
    return str(design.choice(["whole", "square", "square", "round"])), float(design.uniform(0.06, 0.2))


def _mark(design: Rng, style: Style, value: str, field: tuple[str, float]) -> Floats:
    ink = np.zeros((SIDE * 2, SIDE * 2), np.uint8)
    if style.kind == "pips":
        _pips(ink, style, value)
    elif style.kind == "colour":
        _field(ink, field)
    elif style.kind == "blank":
        pass
    elif design.random() < _KIT:
        ink[:] = cv2.resize(np.asarray(mark_of(style.kind, value)), (SIDE * 2, SIDE * 2))
    elif style.kind == "number":
        _number(ink, design, style, value)
    else:
        _sign(ink, design, value)
    small = cv2.resize(ink, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32) / 255


def _pips(ink: NDArray[np.uint8], style: Style, value: str) -> None:
    side = ink.shape[0]
    larger = value == "1" or (int(value) in style.odd and value in ("2", "3", "4"))
    radius = style.pip * (style.ace if larger else 1.0)
    spread = style.spread * (style.near if value in ("2", "3") else 1.0)
    spots = [(x, 0 if int(value) in style.straight else y) for x, y in PIPS[value]]
    if value != "1":  # no two pips of a face touch
        radius = min(radius, _nearest(spots) * spread * 0.46)
    narrow = style.six if value == "6" else 1.0
    for x, y in spots:
        _pip(ink, style, (side * (0.5 + spread * x * narrow), side * (0.5 + spread * y)), radius * side)
    if value == "1" and style.crest:
        _crest(ink, style)


def _nearest(spots: list[tuple[int, int]]) -> float:
    """How far apart the two nearest of them are."""
    return min(math.hypot(x - u, y - v) for n, (x, y) in enumerate(spots) for u, v in spots[:n])


def _pip(ink: NDArray[np.uint8], style: Style, centre: tuple[float, float], radius: float) -> None:
    fixed = (round(centre[0] * 16), round(centre[1] * 16))
    if style.shape in PIP_SHAPES:
        outline = np.array(centre) + radius * 1.2 * _OUTLINES[style.shape]
        cv2.fillPoly(ink, [np.rint(outline * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        return
    cv2.circle(ink, fixed, round(radius * 16), 255, -1, cv2.LINE_AA, 4)
    if style.shape == HOLLOW:
        cv2.circle(ink, fixed, round(radius * 16 * 0.55), 0, -1, cv2.LINE_AA, 4)


def _crest(ink: NDArray[np.uint8], style: Style) -> None:
    """A large disc with a sign in it, as makers put their own on the face of the one."""
    design = np.random.default_rng(style.design)
    side = ink.shape[0]
    sign = np.zeros_like(ink)
    write(sign, design, str(design.choice(list("AGKMQSTVWX&$*"))), 0.22)
    cv2.circle(ink, (side // 2, side // 2), round(side * design.uniform(0.18, 0.3)), 255, -1, cv2.LINE_AA)
    ink[sign > 0] = 0


def _field(ink: NDArray[np.uint8], field: tuple[str, float]) -> None:
    side = ink.shape[0]
    shape, rim = field
    inset = round(side * rim)
    if shape == "whole":
        ink[:] = 255
    elif shape == "square":
        cv2.rectangle(ink, (inset, inset), (side - inset, side - inset), 255, -1)
    else:
        cv2.circle(ink, (side // 2, side // 2), side // 2 - inset, 255, -1, cv2.LINE_AA)


def _number(ink: NDArray[np.uint8], design: Rng, style: Style, value: str) -> None:
    side = ink.shape[0]
    if design.random() < 0.3:
        wide, high = side * 0.34 * style.digit, side * 0.5 * style.digit
        box = (side * 0.5 - wide / 2, side * 0.47 - high / 2, wide, high)
        stroke_digit(ink, value, box, round(side * 0.09 * style.digit))
    else:
        write(ink, design, value, 0.62 * style.digit)
    if value == "6":
        cv2.line(
            ink, (round(side * 0.36), round(side * 0.9)), (round(side * 0.64), round(side * 0.9)), 255, 14
        )


def _sign(ink: NDArray[np.uint8], design: Rng, value: str) -> None:
    """A value of some Piggy Die: a written ±n, or an animal's head."""
    if value in ("smile", "grim"):
        _head(ink, design, value == "smile")
        return
    side = ink.shape[0]
    number = np.zeros_like(ink)
    write(number, design, value[-1], 0.5)
    across = round(side * 0.18)
    ink[:] = np.roll(number, across, axis=1)
    x, y, arm = round(side * 0.25), round(side * 0.45), round(side * 0.13)
    cv2.line(ink, (x - arm, y), (x + arm, y), 255, 13)
    cv2.line(ink, (x, y - arm), (x, y + arm), 255, 13)
    cv2.line(ink, (x - arm, y + round(arm * 1.5)), (x + arm, y + round(arm * 1.5)), 255, 13)


def write(ink: NDArray[np.uint8], design: Rng, text: str, high: float) -> None:
    """*text* in the middle, *high* as a share of the side."""
    side = ink.shape[0]
    font, thick = int(design.choice(_HERSHEY)), int(design.integers(8, 26))
    (width, height), _ = cv2.getTextSize(text, font, 1.0, 1)
    size = high * side / height
    where = (round((side - width * size) / 2), round((side + height * size) / 2))
    cv2.putText(ink, text, where, font, size, 255, thick, cv2.LINE_AA)


def _head(ink: NDArray[np.uint8], design: Rng, smiling: bool) -> None:
    side = ink.shape[0]
    thick, filled = int(design.integers(6, 14)), design.random() < 0.4
    inner = 0 if filled else 255

    def at(x: float, y: float) -> tuple[int, int]:
        return round(side * x), round(side * y)

    head = design.uniform(0.3, 0.38)
    for sign in (-1, 1):
        ear = np.array(
            [at(0.5 + sign * 0.38, 0.12), at(0.5 + sign * 0.1, 0.2), at(0.5 + sign * 0.36, 0.42)], np.int32
        )
        cv2.polylines(ink, [ear], True, 255, thick, cv2.LINE_AA)
    cv2.circle(ink, at(0.5, 0.54), round(side * head), 255, -1 if filled else thick, cv2.LINE_AA)
    cv2.ellipse(
        ink, at(0.5, 0.58), (round(side * 0.12), round(side * 0.09)), 0, 0, 360, inner, thick, cv2.LINE_AA
    )
    for sign in (-1, 1):
        cv2.circle(ink, at(0.5 + sign * 0.16, 0.42), round(side * 0.04), inner, -1, cv2.LINE_AA)
        cv2.circle(ink, at(0.5 + sign * 0.05, 0.58), round(side * 0.025), inner, -1, cv2.LINE_AA)
        if not smiling:
            cv2.line(ink, at(0.5 + sign * 0.25, 0.3), at(0.5 + sign * 0.08, 0.37), inner, thick, cv2.LINE_AA)
    arc = (20, 160, 0.66) if smiling else (200, 340, 0.82)
    size = (round(side * 0.17), round(side * 0.1))
    cv2.ellipse(ink, at(0.5, arc[2]), size, 0, arc[0], arc[1], inner, thick, cv2.LINE_AA)
