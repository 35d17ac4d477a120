"""Dice as few makers make them, which the judge is taught last: from East Asia, with rare pips or digits."""

import numpy as np
from msgspec.structs import replace

from vision.lab.dice.marks import HOLLOW, PIP_SHAPES, Rng, Style, any_style

_EASTERN, _LARGE_ACE = 0.3, 0.15
_USUAL, _OFTEN_CLEAR, _PLAIN, _OFTEN_GLASS = 0.6, 0.62, 0.7, 0.75  # of those that are to be clear or shine
_CLEAR, _MIRRORING, _TRUE_GLASS = 0.25, 0.35, 0.6
_GLASS_INKS = 0.55, 0.15, 0.1, 0.2  # so many have white pips, black, gold and any
_GLASS = -2.1, 0.5  # logarithm of how deep the tint is


def rare_style(rng: Rng, kind: str) -> Style:
    """A die of *kind* of which the judge has seen few."""
    style = _glassy(rng, any_style(rng, kind))
    if kind == "d10":
        return replace(style, digit=float(rng.uniform(0.8, 1.4)))
    if kind == "number":
        return replace(style, digit=float(rng.uniform(0.4, 1.05)))
    if kind != "pips":
        return style
    if rng.random() < _EASTERN:
        return _eastern(rng, style)
    straight = tuple(value for value in (2, 3) if rng.random() < 0.25)
    return replace(
        style,
        near=float(rng.uniform(0.5, 1.0)),
        straight=straight,
        spread=float(rng.uniform(0.15, 0.29)),
        ace=float(rng.uniform(1.5, 2.6)) if rng.random() < _LARGE_ACE else style.ace,
        shape="round" if rng.random() < 0.6 else str(rng.choice((HOLLOW, HOLLOW, *PIP_SHAPES))),
        crest=bool(rng.random() < 0.1),
    )


def glassy_style(rng: Rng, kind: str) -> Style:
    """A die that is clear, or in which lamps are mirrored, or both."""
    style = any_style(rng, kind) if rng.random() < _USUAL else rare_style(rng, kind)
    clear = float(rng.uniform(0.3, 1.0)) if rng.random() < _OFTEN_CLEAR else 0.0
    mirrored = float(rng.uniform(0.06, 0.26)) if rng.random() < (0.6 if clear else 0.85) else 0.0
    plain = clear > 0 and rng.random() < _PLAIN
    style = replace(style, clear=clear, mirrored=mirrored, glow=0.5 * clear or style.glow, glass=0.0)
    style = replace(style, marble=0.0) if plain else style
    return _as_glass(rng, style) if clear and rng.random() < _OFTEN_GLASS else style


def _glassy(rng: Rng, style: Style) -> Style:
    """Some are clear, so that their other sides are seen as well; on some lamps are mirrored."""
    clear = float(rng.uniform(0.2, 0.85)) if rng.random() < _CLEAR else 0.0
    mirrored = float(rng.uniform(0.08, 0.34)) if rng.random() < (0.6 if clear else _MIRRORING) else 0.0
    style = replace(style, clear=clear, mirrored=mirrored, glow=0.5 * clear or style.glow)
    return _as_glass(rng, style) if clear and rng.random() < _TRUE_GLASS else style


def _as_glass(rng: Rng, style: Style) -> Style:
    """The same of clear plastic, whose pips are mostly white, else black or gold."""
    inks = ((0.93, 0.93, 0.93), (0.04, 0.04, 0.04), (0.25, 0.65, 0.85), tuple(style.ink))
    ink = np.array(inks[int(rng.choice(4, p=_GLASS_INKS))], np.float32)
    return replace(style, ink=ink, glass=float(np.exp(rng.uniform(*_GLASS))))


def _eastern(rng: Rng, style: Style) -> Style:
    """White and round, ones and fours red, a large one, and a two whose pips lie along an edge."""
    white = np.array([rng.uniform(0.82, 0.97), rng.uniform(0.88, 0.98), rng.uniform(0.9, 1.0)], np.float32)
    dark = np.array([rng.uniform(0.05, 0.75), rng.uniform(0.02, 0.2), rng.uniform(0.02, 0.15)], np.float32)
    red = np.array([rng.uniform(0.05, 0.2), rng.uniform(0.02, 0.15), rng.uniform(0.6, 0.9)], np.float32)
    return replace(
        style, body=white if rng.random() < 0.8 else style.body, ink=dark, other_ink=red, odd=(1, 4),
        pip=float(rng.uniform(0.085, 0.125)), ace=float(rng.uniform(1.2, 2.1)),
        near=float(rng.uniform(0.65, 1.0)), straight=(2,) if rng.random() < 0.8 else (),
        marble=0.0, glow=0.0, round=float(rng.uniform(0.2, 0.45)),
        ball=float(rng.uniform(1.25, 1.5)) if rng.random() < 0.6 else 9.0,
    )  # fmt: skip
