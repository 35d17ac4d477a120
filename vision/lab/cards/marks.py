"""The marks on a card: letters and digits from any font that is there, suits and signs drawn by code."""

from functools import lru_cache
from importlib.util import find_spec
from os import environ
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from vision.pictures import Mask

Rng = np.random.Generator
_TALL = 96  # pixels of a mark as it is kept
_SYMBOLS = ("DejaVuSans", "FreeSerif", "FreeSans", "Symbola", "NotoSansSymbols2", "LinLibertine_R")
_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_UNFIT = ("Hairline", "Expanded", "Symbols", "D050000", "MathTeX", "_K.")
_LEFT_OUT = ("URWGothic-Book", "DejaVuSans-ExtraLight")  # what is learnt of thin print is tried on these
_TOO_SLIM = ("Thin", "ExtraLight", "UltraLight")  # for other print than thin indices
_SLIM, _BOLD = ("Light", "Thin", "Book"), ("Bold", "Black", "Heavy", "Demi")
_UNFIT_TOO = ("Ecolier", "Z003", "Isabella", "LinLibertine_I", "LinLibertine_DR")
_NO_LETTER = "\u0378"
_NEEDED = "0123456789AJQK"
_INKED = 100  # from 0 to 255: of a mark
_SHORT = 0.3  # how often the arrows of a card that turns the round are short and thick
_ROUND, _BOWED = 0.4, 0.1  # how often their tails are round; how often they run along a circle
_BY_HAND = ("breip", "dkg", "femke", "Humor", "Rufscript", "Breip")


def font_files() -> list[str]:
    """The system's fonts, or those of COMPANION_FONTS; where there are none, those of our packages."""
    return _below(Path(environ.get("COMPANION_FONTS", "/usr/share/fonts"))) or came_along()


def came_along() -> list[str]:
    """The fonts of OpenCV, Kivy and reportlab, the same on every machine."""
    found = [find_spec(name) for name in ("cv2", "kivy", "reportlab")]
    return [f for spec in found if spec and spec.origin for f in _below(Path(spec.origin).parent)]


def plain_font() -> str:
    """One that is the same on every machine."""
    return next(file for file in came_along() if file.endswith("DejaVuSans-Bold.ttf"))


def _below(place: Path) -> list[str]:
    found = (p for p in place.rglob("*") if p.suffix.lower() in (".ttf", ".otf") and p.stem != "hb-test")
    return sorted(str(p) for p in found)


@lru_cache(maxsize=1)
def fonts() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The paths of the printed fonts and of those that look written by hand."""
    fit = [p for p in _fit() if not any(word in p for word in _TOO_SLIM)]
    by_hand = tuple(p for p in fit if any(word in Path(p).name for word in _BY_HAND))
    return tuple(p for p in fit if p not in by_hand), by_hand


@lru_cache(maxsize=1)
def slim_fonts() -> tuple[str, ...]:
    """Those with thin lines; all printed ones where there are none."""
    return tuple(p for p in _fit() if any(word in Path(p).name for word in _SLIM)) or fonts()[0]


@lru_cache(maxsize=1)
def bold_fonts() -> tuple[str, ...]:
    """Printed ones with thick lines; all of them where there are none."""
    return tuple(p for p in fonts()[0] if any(word in Path(p).name for word in _BOLD)) or fonts()[0]


@lru_cache(maxsize=1)
def _fit() -> tuple[str, ...]:
    without = _UNFIT + _UNFIT_TOO + _LEFT_OUT
    fit = [p for p in font_files() if not any(word in p for word in without)]
    return tuple(p for p in fit if is_in(p, _NEEDED))


@lru_cache(maxsize=6000)
def text_mask(text: str, font: str) -> Mask | None:
    """*text* cut out closely, `_TALL` pixels high; None if the font does not have it."""
    face = ImageFont.truetype(font, _TALL)
    picture = Image.new("L", (_TALL * (len(text) + 2), _TALL * 3), 0)
    ImageDraw.Draw(picture).text((_TALL, _TALL // 2), text, 255, font=face)
    box = picture.getbbox()
    if box is None:
        return None
    mask = np.asarray(picture.crop(box), np.uint8)
    wide = max(1, round(mask.shape[1] * _TALL / mask.shape[0]))
    return np.asarray(cv2.resize(mask, (wide, _TALL), interpolation=cv2.INTER_AREA), np.uint8)


def closed_up(font: str, apart: int) -> Mask | None:
    """A ten whose two digits stand so far apart, in pixels; where that is less than nothing they touch."""
    one, nought = text_mask("1", font), text_mask("0", font)
    if one is None or nought is None:
        return None
    begin = max(0, one.shape[1] + apart)
    out = np.zeros((_TALL, max(one.shape[1], begin + nought.shape[1])), np.uint8)
    out[:, : one.shape[1]] = one
    out[:, begin : begin + nought.shape[1]] |= nought
    return out


def thinned(mask: Mask, less: int) -> Mask:
    """The mark with lines thinner by so many of its pixels, unless some would be gone."""
    thin = np.asarray(cv2.erode(mask, np.ones((less + 1, less + 1), np.uint8)), np.uint8) if less else mask
    return thin if _pieces(thin) == _pieces(mask) else mask


def holds_open(mask: Mask, thick: Mask) -> bool:
    """Has a thicker form of a mark still as many openings, so that a 3 is no 8?"""
    return _pieces(255 - np.pad(mask, 1)) == _pieces(255 - np.pad(thick, 1))


def _pieces(mask: Mask) -> int:
    return int(cv2.connectedComponents(np.asarray(mask > _INKED, np.uint8))[0])


def is_in(font: str, text: str) -> bool:
    """Has the font all letters of *text*? What it has not it draws as it draws a letter that there is not."""
    return all(_drawn(letter, font) not in (b"", _drawn(_NO_LETTER, font)) for letter in text)


def _drawn(letter: str, font: str) -> bytes:
    mask = text_mask(letter, font)
    return b"" if mask is None else mask.tobytes()


def any_suit_shape(rng: Rng) -> dict[str, Mask]:
    """The four suits in one style, drawn by code or taken from a font."""
    if rng.random() < 0.35:
        shapes = _suits_of_font(rng)
        if shapes is not None:
            return shapes
    return {"H": _heart(rng), "D": _diamond(rng), "S": _spade(rng), "C": _club(rng)}


def _suits_of_font(rng: Rng) -> dict[str, Mask] | None:
    known = [p for p in fonts()[0] if Path(p).stem in _SYMBOLS]
    if not known:
        return None
    font = known[rng.integers(len(known))]
    masks = {suit: text_mask(sign, font) for suit, sign in _SIGNS.items()}
    wide = [m.shape[1] / m.shape[0] for m in masks.values() if m is not None]
    if len(wide) < 4 or min(wide) < 0.5 or max(wide) > 1.5:
        return None
    return {suit: mask for suit, mask in masks.items() if mask is not None}


def _curve(points: NDArray[np.float64]) -> Mask:
    """A closed outline with coordinates from -1 to 1, filled and cut out closely."""
    low, high = points.min(axis=0), points.max(axis=0)
    scale = _TALL / (high[1] - low[1])
    at = (points - low) * scale
    mask = np.zeros((_TALL, max(2, round(float(at[:, 0].max())) + 1)), np.uint8)
    cv2.fillPoly(mask, [np.round(at * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return mask


def _heart_points(rng: Rng) -> NDArray[np.float64]:
    t = np.linspace(0, 2 * np.pi, 80)
    fat = rng.uniform(0.85, 1.15)
    x = 16 * np.sin(t) ** 3 * fat
    y = -(rng.uniform(12.5, 14) * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t))
    return np.stack([x, y], axis=1) / 17


def _heart(rng: Rng) -> Mask:
    return _curve(_heart_points(rng))


def _diamond(rng: Rng) -> Mask:
    t = np.linspace(0, 2 * np.pi, 80, endpoint=False)
    bend = rng.uniform(0.82, 1.1)  # below one the sides are hollow
    x = np.sign(np.cos(t)) * np.abs(np.cos(t)) ** (2 / bend)
    y = np.sign(np.sin(t)) * np.abs(np.sin(t)) ** (2 / bend)
    return _curve(np.stack([x * rng.uniform(0.62, 0.95), y], axis=1))


def _stem(mask: Mask, rng: Rng) -> Mask:
    """A foot under a spade or club."""
    high, wide = mask.shape
    foot = round(high * rng.uniform(0.1, 0.3))
    out = np.zeros((high + foot, wide), np.uint8)
    out[:high] = mask
    top, half, waist = high * 0.72, wide * rng.uniform(0.14, 0.28), wide * 0.04
    t = np.linspace(0, 1, 12)
    side = waist + (half - waist) * t ** rng.uniform(1.2, 3.5)
    y = top + (high + foot - 1 - top) * t
    left, right = np.stack([wide / 2 - side, y], 1), np.stack([wide / 2 + side, y], 1)[::-1]
    cv2.fillPoly(out, [np.round(np.vstack([left, right]) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return np.asarray(cv2.resize(out, (max(2, round(wide * _TALL / (high + foot))), _TALL)), np.uint8)


def _spade(rng: Rng) -> Mask:
    points = _heart_points(rng) * [1, -1]
    return _stem(_curve(points), rng)


def _club(rng: Rng) -> Mask:
    mask = np.zeros((_TALL, _TALL), np.uint8)
    r, low = _TALL * rng.uniform(0.225, 0.27), _TALL * rng.uniform(0.62, 0.7)
    apart = _TALL * rng.uniform(0.235, 0.265)
    for x, y in ((0.5 * _TALL, r), (0.5 * _TALL - apart, low), (0.5 * _TALL + apart, low)):
        cv2.circle(mask, (round(x * 16), round(y * 16)), round(r * 16), 255, -1, cv2.LINE_AA, 4)
    cv2.circle(mask, (_TALL // 2, round(_TALL * 0.5)), round(_TALL * 0.1), 255, -1, cv2.LINE_AA)
    cut = mask[:, mask.any(axis=0)]
    return _stem(cut[: round(low + r)], rng)


def sign(name: str, rng: Rng) -> Mask:
    """The sign of an action card: skip, reverse or wild."""
    mask = np.zeros((_TALL, _TALL), np.uint8)
    middle, thick = (_TALL // 2, _TALL // 2), round(_TALL * rng.uniform(0.09, 0.16))
    if name == "skip":
        r = _TALL // 2 - thick // 2 - 1
        cv2.circle(mask, middle, r, 255, thick, cv2.LINE_AA)
        d = round(r * 0.7)
        lean = 1 if rng.random() < 0.8 else -1
        cv2.line(
            mask, (middle[0] - d, middle[1] + lean * d), (middle[0] + d, middle[1] - lean * d), 255, thick
        )
    elif name == "reverse":
        arrow = _arrow(rng)
        mask |= arrow | np.ascontiguousarray(arrow[::-1, ::-1])
        if rng.random() < 0.4:
            matrix = cv2.getRotationMatrix2D(middle, float(rng.uniform(-45, 45)), 0.9)
            mask = np.asarray(cv2.warpAffine(mask, matrix, (_TALL, _TALL)), np.uint8)
    else:
        cv2.circle(mask, middle, _TALL // 2 - 2, 255, -1, cv2.LINE_AA)
    return mask


def _arrow(rng: Rng) -> Mask:
    """The upper of two arrows that point against each other along the rising diagonal."""
    dice = rng.random()
    if dice < _ROUND:
        return _round_arrow(rng)
    if dice < _ROUND + _BOWED:
        return _bowed_arrow(rng)
    return _thick_arrow(rng) if dice < _ROUND + _BOWED + _SHORT else _slim_arrow(rng)


def _round_arrow(rng: Rng) -> Mask:
    """A broad one along the middle line, whose tail is round on its outer side and pointed on the inner."""
    near, neck = rng.uniform(-0.02, 0.04), rng.uniform(0.14, 0.34)
    half = (0.56 - neck) * rng.uniform(0.6, 1.05)  # of the head's width
    wide, back = half * rng.uniform(0.7, 1.15), rng.uniform(0.0, 0.26)
    wing = half - wide / 2
    t = np.linspace(0, np.pi / 2, 9)
    long = (back + neck) * rng.uniform(0.4, 1.0)  # of the round part
    tail = np.stack([-back + long * (1 - np.cos(t)), near + wide * np.sin(t)], 1)
    head = [(neck, near + wide), (neck, near + wide + wing), (0.56, near + wide / 2), (neck, near - wing)]
    along, across = np.array([*tail, *head, (neck, near)]).T
    return _filled(0.5 + (along - across) * 0.7, 0.5 - (along + across) * 0.7)


def _bowed_arrow(rng: Rng) -> Mask:
    """A band along a circle, with a head."""
    out, band = rng.uniform(0.38, 0.44), rng.uniform(0.08, 0.15)
    begin, end = np.radians(rng.uniform(170, 200)), np.radians(rng.uniform(280, 310))
    t = np.linspace(begin, end, 16)
    ring = [(r * np.cos(a), r * np.sin(a)) for r, turn in ((out, t), (out - band, t[::-1])) for a in turn]
    wing, tip = band * rng.uniform(0.4, 0.8), end + rng.uniform(0.5, 0.8)
    far, close = out + wing, out - band - wing
    head = [(far, end), (out - band / 2, tip), (close, end)]
    points = [*ring[:16], *((r * np.cos(a), r * np.sin(a)) for r, a in head), *ring[16:]]
    x, y = np.array(points).T
    return _filled(0.5 + x, 0.5 + y)


def _filled(x: NDArray[np.float64], y: NDArray[np.float64]) -> Mask:
    """The outline with those shares of a sign's sides, filled."""
    mask = np.zeros((_TALL, _TALL), np.uint8)
    at = np.clip(np.stack([x, y], 1), 0.01, 0.99) * _TALL
    cv2.fillPoly(mask, [np.round(at).astype(np.int32)], 255, cv2.LINE_AA)
    return mask


def _thick_arrow(rng: Rng) -> Mask:
    """A short one with a broad head: both nearly touch."""
    head, reach = rng.uniform(0.18, 0.28), rng.uniform(0.16, 0.28)
    waist, back = head * rng.uniform(0.34, 0.5), rng.uniform(0.02, 0.14)
    bend = rng.uniform(0, 0.1)
    side = [(-back, bend), (-back, bend + waist), (reach, waist), (reach, head), (0.58, 0.0)]
    other = [(reach, -head), (reach, -waist), (-back, bend - waist)]
    along, across = np.array([*side, *other]).T  # the way it points
    across -= rng.uniform(0.0, 0.12)
    return _filled(0.5 + (along + across) * 0.7, 0.5 + (across - along) * 0.7)


def _slim_arrow(rng: Rng) -> Mask:
    mask = np.zeros((_TALL, _TALL), np.uint8)
    straight = rng.random() < 0.5  # such arrows are often short, and lie close to each other
    n, bend = _TALL, 0.0 if straight else rng.uniform(0.0, 0.18)
    start, nearer = (rng.uniform(0.1, 0.6), rng.uniform(0.0, 0.08)) if straight else (0.0, 0.0)
    t = np.linspace(start, 1, 12)
    x, y = 0.18 + nearer + 0.45 * t, 0.62 + nearer - 0.45 * t
    x, y = x - bend * np.sin(np.pi * t) * 0.7, y - bend * np.sin(np.pi * t) * 0.7
    line = np.round(np.stack([x, y], 1) * n).astype(np.int32)
    cv2.polylines(mask, [line], False, 255, round(n * rng.uniform(0.12, 0.2)), cv2.LINE_AA)
    head = np.round((np.array([[0.86, 0.0], [0.5, 0.08], [0.78, 0.36]]) + nearer) * n).astype(np.int32)
    cv2.fillPoly(mask, [head], 255, cv2.LINE_AA)
    return mask
