"""Letters and signs as strokes, so that a picture and a printed page show exactly the same marks."""

from vision.kit.marks import STROKES, Way

_WIDTHS = {"I": 0.2, "1": 0.7, "!": 0.2, ".": 0.2, ":": 0.2, "J": 0.75, "M": 1.25, "W": 1.35, " ": 0.6}


def written(
    text: str, x: float, y: float, height: float, *, shape: float = 0.6
) -> tuple[tuple[Way, ...], float]:
    """The strokes of *text* with its upper left at (x, y), and how wide it is; *shape* is width to height.

    >>> written("I", 0, 0, 10)[1]
    1.2
    """
    ways: list[Way] = []
    at, gap = x, 0.42 * shape * height
    for sign in text:
        wide = _WIDTHS.get(sign, 1.0) * shape * height
        for way in STROKES[sign]:
            ways.append(tuple((at + wide * u, y + height * v) for u, v in way))
        at += wide + gap
    return tuple(ways), round(max(0.0, at - gap - x), 6)
