"""A card from straight above, always of the same size, and the parts of it that are read."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.quads import UNIT, width_of
from vision.cards.settings import SETTINGS
from vision.kit.values import COLOUR_OF_NUMBER
from vision.network import channels_first
from vision.pictures import Picture, Quad, least_of, most_of

_S = SETTINGS.flat

WIDE, HIGH = 130, 178  # pixels of a flattened card
INDEX = (44, 64)  # pixels across and down the part of a corner that is read
BODY = (72, 104)  # pixels across and down a whole card in the form that is judged
_WIDEST = WIDE * _S.finer * _S.too_fine  # pixels: a wider card is halved before it is flattened


def flat_card(picture: Picture, corners: Quad) -> Picture:
    """The card between *corners* (clockwise, the first two on a short side) as `WIDE` by `HIGH` pixels."""
    return _flat(picture, corners, (0, 0), (WIDE, HIGH))


def rough_card(picture: Picture, corners: Quad) -> Picture:
    """The same in a third of the time, and good enough to be compared as a whole."""
    return from_above(*cut(picture, corners, _WIDEST), (WIDE, HIGH))


def index_at(picture: Picture, corners: Quad, n: int) -> Picture:
    """Upper corner *n* (0 or 1) of the card between *corners*, as `index_of` its flattened card is."""
    return _flat(picture, corners, ((WIDE - INDEX[0]) * n, 0), INDEX)


def _flat(picture: Picture, corners: Quad, begin: tuple[int, int], size: tuple[int, int]) -> Picture:
    """The part of a flattened card of that *size* that begins there."""
    finer = _S.finer if width_of(corners) > WIDE else 1
    seen, quad = cut(picture, corners, _WIDEST)
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
    while width_of(quad) > widest and min(part.shape[:2]) > _S.least_side:
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


def is_printed_to_the_edge(card: Picture) -> bool:
    """Has the rim of a flat *card* another tint than its palest parts? Outermost it may show the table."""
    return _is_tinted(card, _BORDER)


def _on_four_sides(card: Picture, there: slice | tuple[slice, slice]) -> Picture:
    """The pixels *there* from each edge of the card."""
    return np.concatenate([np.rot90(card, turn)[there].reshape(-1, 3) for turn in range(4)])


def _is_tinted(card: Picture, there: slice) -> bool:
    """Has the card another tint *there* from its edges than in its palest parts?"""
    pale = least_of(card)
    paper = card[pale >= np.percentile(pale, _S.brightest)].mean(axis=0)
    tint = np.median(_on_four_sides(card, there), axis=0) / np.maximum(paper, 1)
    return bool(tint.min() < _S.tinted * tint.max())


def is_mostly_paper(card: Picture) -> bool:
    """Is most of the flattened *card* as pale as its palest parts, and what is within its frame, too?"""
    pale = least_of(card)
    return bool(np.median(pale) > _S.pale * np.percentile(pale, _S.brightest)) and not _is_tinted(
        card, _MARGIN
    )


def is_blank(card: Picture) -> bool:
    """Does nothing stand out on the flattened *card*, like a part of a cloth or a sheet of its size?"""
    inner = cv2.blur(card, (3, 3))[HIGH // 8 : -HIGH // 8, WIDE // 8 : -WIDE // 8].reshape(-1, 3)
    return bool(np.ptp(np.percentile(inner, (2, 98), axis=0), axis=0).max() < _S.plain)


def is_printed_over(card: Picture, marked: bool = True) -> bool:
    """Is the flattened *card* printed all over, or finely within a rim? Lines do if a corner is *marked*."""
    share, rim = standing_out(card), _rim_apart(card)
    lined = marked and share > _S.lined and rim > _S.plainly_rimmed
    return share > _S.densely or (share > _S.printed and rim > _S.rimmed) or lined


def standing_out(card: Picture) -> float:
    """The share of the card that differs in brightness or colour from its neighbourhood."""
    across, down = _S.edge
    inner = cv2.blur(card, (2, 2))[down:-down, across:-across]
    ground = cv2.medianBlur(inner, _S.around).astype(np.float32)
    away = most_of(np.abs(inner - ground))
    return float((away > _S.stands_out * (most_of(ground) + _S.dark)).mean())


def _rim_apart(card: Picture) -> float:
    """How far the rim is from the mean inside, beyond what it varies, as a share of its brightness."""
    across, down = _S.edge
    inner = card[down:-down, across:-across].reshape(-1, 3).mean(axis=0)
    sides = _on_four_sides(card, (slice(*_S.rim), slice(down, -down)))
    rim = np.median(sides, axis=0)
    apart = np.abs(rim - inner).max() - np.median(np.abs(sides - rim).max(axis=1))
    return float(apart / (rim.max() + _S.dark))


# --- the ink of a number card ---

Inks = NDArray[np.float64]
_LOGS = np.log(np.arange(256) + _S.black)
# Hues of inks, and how much they differ from print to print and in other light, in degrees:
# 0 is redder than the paper, 90 bluer, 180 less red, 270 less blue.
_IN_PRINT = {
    "green": (216, 11), "pink": (25, 11), "orange": (303, 11),
    "blue": (131, 16), "yellow": (277, 11), "purple": (55, 11),
}  # fmt: skip
_HUES, _WIDTHS = np.radians([_IN_PRINT[colour] for colour in COLOUR_OF_NUMBER.values()]).T


def ink_of(card: Picture, corners: tuple[int, ...]) -> Inks | None:
    """The probability of each number by the ink in those *corners* of a flattened card; None if pale."""
    hues = [hue for n in corners if (hue := _hue(index_of(card, n))) is not None]
    if not hues:
        return None
    away = np.angle(np.exp(1j * (np.array(hues)[:, None] - _HUES[None])))
    fit = np.exp(-((away / _WIDTHS) ** 2) / 2).mean(axis=0) + _S.doubt
    return np.asarray(fit / fit.sum()) if fit.max() > _S.clear else None


def _hue(crop: Picture) -> float | None:
    """The hue of the ink in a corner, relative to the paper around it; None if there is too little ink."""
    soft = np.asarray(cv2.blur(crop, (2, 2)), np.uint8)
    bright = least_of(soft)
    paper = np.median(soft[bright >= np.quantile(bright, _S.paper)], axis=0)
    blue, green, red = (
        _LOGS[channel] - np.log(p + _S.black) for channel, p in zip(cv2.split(soft), paper, strict=True)
    )
    # red and blue beside green, as they differ from the paper's
    x, y = red - green, blue - green
    ink = np.hypot(x, y) > _S.inked
    if int(ink.sum()) < _S.enough or (blue + green + red)[ink].mean() > 0:
        return None  # what is brighter than paper is no ink
    x, y = x[ink].mean(), y[ink].mean()
    return float(np.arctan2(y, x)) if np.hypot(x, y) > _S.strong else None
