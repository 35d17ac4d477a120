"""A card from straight above, always of the same size, and the parts of it that are read."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.quads import UNIT, width_of
from vision.kit.values import COLOUR_OF_NUMBER
from vision.network import channels_first
from vision.pictures import Picture, Quad

WIDE, HIGH = 130, 178  # pixels of a flattened card
INDEX = (44, 64)  # pixels across and down the part of a corner that is read
BODY = (72, 104)  # pixels across and down a whole card in the form that is judged
_FINER = 2  # how many times as large a near card is flattened, before it is reduced
_FEWEST = 8  # pixels: pictures with a side no longer than this are not halved
_TOO_FINE = 2.2  # in multiples of the finer flattened card: a wider card is halved before


def flat_card(picture: Picture, corners: Quad, rough: bool = False) -> Picture:
    """The card between *corners* (clockwise, the first two on a short side) as `WIDE` by `HIGH` pixels.

    *rough*: in a third of the time, and good enough to be compared as a whole.
    """
    return _flat(picture, corners, (0, 0), (WIDE, HIGH), rough)


def index_at(picture: Picture, corners: Quad, n: int) -> Picture:
    """Upper corner *n* (0 or 1) of the card between *corners*, as `index_of` its flattened card is."""
    return _flat(picture, corners, ((WIDE - INDEX[0]) * n, 0), INDEX)


def _flat(
    picture: Picture, corners: Quad, begin: tuple[int, int], size: tuple[int, int], rough: bool = False
) -> Picture:
    """The part of a flattened card of that *size* that begins there."""
    finer = _FINER if width_of(corners) > WIDE and not rough else 1
    seen, quad = cut(picture, corners, WIDE * _FINER * _TOO_FINE)
    whole, start = (WIDE * finer, HIGH * finer), (begin[0] * finer, begin[1] * finer)
    flat = from_above(seen, quad, whole, start, (size[0] * finer, size[1] * finer))
    return np.asarray(cv2.resize(flat, size, interpolation=cv2.INTER_AREA), np.uint8)


def small(card: Picture) -> Picture:
    """A larger flattened card as it is read."""
    return np.asarray(cv2.resize(card, (WIDE, HIGH), interpolation=cv2.INTER_AREA), np.uint8)


def cut(picture: Picture, corners: Quad, widest: float) -> tuple[Picture, Quad]:
    """The part of the picture about a card, halved until it is no wider than that; its corners there."""
    high, wide = picture.shape[:2]
    low = np.clip(np.floor(corners.min(axis=0)).astype(int) - 4, 0, [wide - 2, high - 2])
    far = np.clip(np.ceil(corners.max(axis=0)).astype(int) + 5, low + 2, [wide, high])
    part, quad = picture[low[1] : far[1], low[0] : far[0]], (corners - low).astype(np.float32)
    while width_of(quad) > widest and min(part.shape[:2]) > _FEWEST:
        part, quad = np.asarray(cv2.pyrDown(part), np.uint8), np.divide(quad, 2, dtype=np.float32)
    return part, quad


def from_above(
    picture: Picture,
    corners: Quad,
    whole: tuple[float, float],
    begin: tuple[float, float] = (0, 0),
    size: tuple[int, int] | None = None,
) -> Picture:
    """The card from straight above with as many pixels as *whole*, or the part of that *size* at *begin*."""
    target = (UNIT * np.array(whole) - begin - 0.5).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(np.asarray(corners, np.float32), target)
    seen = size or (round(whole[0]), round(whole[1]))
    return np.asarray(cv2.warpPerspective(picture, matrix, seen, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def index_of(card: Picture, n: int) -> Picture:
    """Corner *n* of a flattened card (upper left, upper right, lower right, lower left), seen upright."""
    upright = card if n in (0, 1) else card[::-1, ::-1]
    across, down = INDEX
    return upright[:down, :across] if n in (0, 2) else upright[:down, WIDE - across :]


def body_of(card: Picture) -> Picture:
    """A whole flattened card, reduced to the size that is judged."""
    return np.asarray(cv2.resize(card, BODY, interpolation=cv2.INTER_AREA), np.uint8)


def as_blob(crops: list[Picture]) -> NDArray[np.float32]:
    """Crops of one size as the networks take them, shape (n, 3, rows, columns)."""
    blob = channels_first(np.stack(crops))
    blob /= np.float32(255)
    blob -= np.float32(0.5)
    return blob


# --- backs: printed all over, and no paper ---

_BORDER, _MARGIN = slice(4, 8), slice(10, 22)  # pixels from the edge of a flattened card
_PALE, _BRIGHTEST = 0.8, 97  # share of a high percentile of the card's brightness that paper has at least
_TINTED = 0.65  # a rim's darkest channel over its lightest: coloured at most 0.5, pale 0.72

_EDGE = 9, 12  # pixels at a card's edge, across and down, that are ignored
_AROUND = 21  # pixels: side of the neighbourhood in which the background of a spot is measured
_STANDS_OUT, _DARK = 0.06, 24.0  # how print differs: share of the background's brightness, and grey levels
_PRINTED = 0.4  # least share of print on a rimmed back: backs have 0.42 to 0.94, written paper 0.36
# least difference of print and rim: measured backs have 0.29 to 0.57, paper has none
_RIMMED = 0.12
_DENSELY = 0.75  # least share of print on a back without a rim: squared paper has 0.65
_PLAIN = 16.0  # grey levels: on a blank sheet less lies between the palest and darkest parts
_RIM = 2, 4  # pixels from the edge of a flattened card: where its rim begins and ends
Floats = NDArray[np.float32]


def is_printed_to_the_edge(card: Picture) -> bool:
    """Has the rim of a flat *card* another tint than its palest parts? Outermost it may show the table."""
    return _is_tinted(card, _BORDER)


def _is_tinted(card: Picture, there: slice) -> bool:
    """Has the card another tint *there* from its edges than in its palest parts?"""
    pale = card.min(axis=2)
    paper = card[pale >= np.percentile(pale, _BRIGHTEST)].mean(axis=0)
    sides = (np.rot90(card, turn)[there].reshape(-1, 3) for turn in range(4))
    tint = np.median(np.concatenate(list(sides)), axis=0) / np.maximum(paper, 1)
    return bool(tint.min() < _TINTED * tint.max())


def is_mostly_paper(card: Picture) -> bool:
    """Is most of the flattened *card* as pale as its palest parts, and what is within its frame, too?"""
    pale = card.min(axis=2)
    return bool(np.median(pale) > _PALE * np.percentile(pale, _BRIGHTEST)) and not _is_tinted(card, _MARGIN)


def is_blank(card: Picture) -> bool:
    """Does nothing stand out on the flattened *card*, like a part of a cloth or a sheet of its size?"""
    inner = cv2.blur(card, (3, 3))[HIGH // 8 : -HIGH // 8, WIDE // 8 : -WIDE // 8].reshape(-1, 3)
    return bool(np.ptp(np.percentile(inner, (2, 98), axis=0), axis=0).max() < _PLAIN)


def is_printed_over(card: Picture) -> bool:
    """Has the flattened *card* fine print within a rim, like a back, or is it covered with print?"""
    share = _standing_out(card)
    return share > _DENSELY or (share > _PRINTED and _rim_apart(card) > _RIMMED)


def _standing_out(card: Picture) -> float:
    """The share of the card that differs in brightness or colour from its neighbourhood."""
    across, down = _EDGE
    inner = cv2.blur(card, (2, 2))[down:-down, across:-across]
    ground = cv2.medianBlur(inner, _AROUND).astype(np.float32)
    away = np.abs(inner - ground).max(axis=2)
    return float((away > _STANDS_OUT * (ground.max(axis=2) + _DARK)).mean())


def _rim_apart(card: Picture) -> float:
    """The distance of the rim's colour from the mean inside, as a share of its brightness."""
    across, down = _EDGE
    inner = card[down:-down, across:-across].reshape(-1, 3).mean(axis=0)
    sides = (np.rot90(card, turn)[slice(*_RIM), down:-down].reshape(-1, 3) for turn in range(4))
    rim: Floats = np.median(np.concatenate(list(sides)), axis=0).astype(np.float32)
    return float(np.abs(rim - inner).max() / (rim.max() + _DARK))


# --- the ink of a number card ---

Inks = NDArray[np.float64]
_PAPER = 0.8  # share of a corner's pixels that are darker than its paper
_BLACK = 12.0  # grey levels added to each channel: hues of darker pixels cannot be told apart
_LOGS = np.log(np.arange(256) + _BLACK)
_INKED = 0.35  # least distance of ink from paper's colour, as a logarithm of channels' ratios
_ENOUGH = 30  # least number of pixels of ink in a corner for it to have a hue
_STRONG = 0.45  # distance of its mean from paper, in that unit, above which the hue is reliable
# Hues of inks, and how much they differ from print to print and in other light, in degrees:
# 0 is redder than the paper, 90 bluer, 180 less red, 270 less blue.
_IN_PRINT = {
    "green": (216, 11), "pink": (25, 11), "orange": (303, 11),
    "blue": (131, 16), "yellow": (277, 11), "purple": (55, 11),
}  # fmt: skip
_HUES, _WIDTHS = np.radians([_IN_PRINT[colour] for colour in COLOUR_OF_NUMBER.values()]).T
_CLEAR = 0.3  # likelihood: where no number fits a hue better than this, the ink says nothing
_DOUBT = 0.03  # likelihood that is added to every number, so that no ink rules one out


def ink_of(card: Picture, corners: tuple[int, ...]) -> Inks | None:
    """The probability of each number by the ink in those *corners* of a flattened card; None if pale."""
    hues = [hue for n in corners if (hue := _hue(index_of(card, n))) is not None]
    if not hues:
        return None
    away = np.angle(np.exp(1j * (np.array(hues)[:, None] - _HUES[None])))
    fit = np.exp(-((away / _WIDTHS) ** 2) / 2).mean(axis=0) + _DOUBT
    return np.asarray(fit / fit.sum()) if fit.max() > _CLEAR else None


def _hue(crop: Picture) -> float | None:
    """The hue of the ink in a corner, relative to the paper around it; None if there is too little ink."""
    soft = np.asarray(cv2.blur(crop, (2, 2)), np.uint8)
    channels = cv2.split(soft)
    bright = cv2.min(cv2.min(channels[0], channels[1]), channels[2])
    paper = np.median(soft[bright >= np.quantile(bright, _PAPER)], axis=0)
    blue, green, red = (
        _LOGS[channel] - np.log(p + _BLACK) for channel, p in zip(channels, paper, strict=True)
    )
    # red and blue beside green, as they differ from the paper's
    x, y = red - green, blue - green
    ink = np.hypot(x, y) > _INKED
    if int(ink.sum()) < _ENOUGH:
        return None
    x, y = x[ink].mean(), y[ink].mean()
    return float(np.arctan2(y, x)) if np.hypot(x, y) > _STRONG else None
