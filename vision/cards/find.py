"""Every card of a picture: by its corners, by its outline, and its sides fitted to the edges seen."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.cards.corners import CornerMark, find_corners
from vision.cards.fitted import fitted
from vision.cards.outlines import Outline, outlines
from vision.cards.quads import area_of, farthest, height_of, in_common, shared, turned_round, width_of
from vision.cards.settings import SETTINGS
from vision.cards.sheets import sheets
from vision.cards.sizes import corner_of
from vision.pictures import Picture, Quad

_S = SETTINGS.find


def find_outlines(picture: Picture, marks: Sequence[CornerMark] | None = None) -> list[Outline]:
    """The cards of *picture* that are seen well enough to be found on their own, in pixels of the picture."""
    marks = find_corners(picture) if marks is None else marks
    found = [outline for outline in outlines(marks) if mostly_inside(outline.quad, picture)]
    spots = np.array([corner_of(mark) for mark in marks]).reshape(-1, 2)
    found = [fitted(picture, outline) if outline.whole else outline for outline in found]
    for sheet in sorted(sheets(picture), key=area_of, reverse=True):
        if _is_like_a_card(sheet) or _is_marked(sheet, spots):
            found = _with_sheet(picture, found, sheet)
    found.sort(key=lambda outline: -sum(outline.seen))
    return [
        outline if outline.whole and not is_sheet(outline) else fitted(picture, outline)
        for outline in found[: _S.most]
    ]


def is_sheet(outline: Outline) -> bool:
    """Is there only an outline, and no corner that looks like that of a card?"""
    return outline.seen == (_S.only_sheet,) * 4


def is_odd_sheet(outline: Outline) -> bool:
    """Is there only an outline, unlike that of a card? Then it counts as a card only if it can be read."""
    return is_sheet(outline) and not _is_like_a_card(outline.quad)


def _is_like_a_card(quad: Quad) -> bool:
    return _S.tall[0] < height_of(quad) / width_of(quad) < _S.tall[1]


def _is_marked(sheet: Quad, spots: NDArray[np.float64]) -> bool:
    """Is the corner of a card seen in one of the sheet's corners?"""
    away = np.hypot(*(sheet[:, None] - spots[None]).transpose(2, 0, 1))
    return bool((away < _S.agree * width_of(sheet)).any())


def mostly_inside(quad: Quad, picture: Picture) -> bool:
    """Does half of a card lie within the picture?"""
    high, wide = picture.shape[:2]
    frame = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    return in_common(quad, frame) > 0.5 * area_of(quad)


def _with_sheet(picture: Picture, found: list[Outline], sheet: Quad) -> list[Outline]:
    """The cards, with a sheet's sharper corners where it is one of them, or with the sheet as one more.

    A sheet within a card of which three corners are seen is printed on it. About others both stay: what they
    say decides between them.
    """
    out = list(found)
    for n, card in enumerate(out):
        turned = min((sheet, turned_round(sheet)), key=lambda quad: farthest(card.quad, quad))
        least = _S.smaller[card.whole] * area_of(card.quad)
        if farthest(card.quad, turned) < _S.agree * card.width and area_of(sheet) > least:
            seen = tuple(max(s, _S.only_sheet) for s in card.seen)
            better = Outline(np.asarray(turned, np.float32), (seen[0], seen[1], seen[2], seen[3]))
            out[n] = fitted(picture, better)
            return out
        certain = sum(s > _S.only_sheet for s in card.seen) >= 3
        if certain and shared(card.quad, sheet) > 0.6 and area_of(sheet) < 1.3 * area_of(card.quad):
            return out
    out.append(Outline(sheet, (_S.only_sheet,) * 4))
    return out
