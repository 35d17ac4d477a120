"""Signs on cards: what a card does, in a picture that needs no font and no colour."""

from ui.screen.parts.icons import Pen


def _direction(pen: Pen) -> None:
    """Two arrows round, one each way."""
    pen.arc(0.5, 0.5, 0.36, -60, 60)
    pen.arc(0.5, 0.5, 0.36, 120, 240)
    pen.line((0.64, 0.72), (0.82, 0.66), (0.9, 0.84))
    pen.line((0.36, 0.28), (0.18, 0.34), (0.1, 0.16))


def _swap(pen: Pen) -> None:
    pen.line((0.12, 0.64), (0.84, 0.64))
    pen.line((0.64, 0.82), (0.86, 0.64))
    pen.line((0.16, 0.36), (0.88, 0.36))
    pen.line((0.36, 0.18), (0.14, 0.36))


def _half(pen: Pen) -> None:
    pen.line((0.26, 0.12), (0.74, 0.12), (0.74, 0.88), (0.26, 0.88), close=True)
    pen.area((0.26, 0.12), (0.74, 0.12), (0.74, 0.5), (0.26, 0.5))


def _exchange(pen: Pen) -> None:
    pen.line((0.1, 0.3), (0.4, 0.3), (0.4, 0.8), (0.1, 0.8), close=True)
    pen.line((0.6, 0.2), (0.9, 0.2), (0.9, 0.7), (0.6, 0.7), close=True)
    pen.line((0.44, 0.9), (0.72, 0.9), (0.66, 0.98))
    pen.line((0.56, 0.1), (0.28, 0.1), (0.34, 0.02))


def _skip(pen: Pen) -> None:
    pen.circle(0.5, 0.5, 0.38)
    pen.line((0.24, 0.24), (0.76, 0.76))


def _magnet(pen: Pen) -> None:
    pen.line((0.2, 0.86), (0.2, 0.44), (0.3, 0.2), (0.5, 0.12), (0.7, 0.2), (0.8, 0.44), (0.8, 0.86))
    pen.line((0.4, 0.86), (0.4, 0.46), (0.5, 0.36), (0.6, 0.46), (0.6, 0.86))
    for x in (0.2, 0.6):
        pen.line((x, 0.86), (x + 0.2, 0.86))
        pen.line((x, 0.7), (x + 0.2, 0.7))


def _dodge(pen: Pen) -> None:
    pen.circle(0.5, 0.5, 0.13, filled=True)
    pen.line((0.08, 0.5), (0.26, 0.5), (0.38, 0.8), (0.62, 0.8), (0.76, 0.5), (0.92, 0.5))
    pen.line((0.8, 0.64), (0.93, 0.5), (0.8, 0.36))


def _you(pen: Pen) -> None:
    """A finger that points at somebody."""
    pen.line((0.08, 0.34), (0.34, 0.3), (0.5, 0.56), (0.92, 0.56), (0.92, 0.7), (0.3, 0.72), (0.08, 0.66))
    pen.line((0.5, 0.5), (0.64, 0.46), (0.5, 0.3), (0.34, 0.3))


def _mirror(pen: Pen) -> None:
    pen.line((0.5, 0.08), (0.5, 0.92))
    pen.line((0.38, 0.24), (0.1, 0.24), (0.38, 0.76), close=True)
    pen.line((0.62, 0.24), (0.9, 0.24), (0.62, 0.76), close=True)


def _unlucky(pen: Pen) -> None:
    """A cloud with a flash."""
    pen.line(
        (0.2, 0.5), (0.1, 0.66), (0.26, 0.82), (0.5, 0.9), (0.76, 0.82), (0.9, 0.66), (0.8, 0.5), close=True
    )
    pen.line((0.54, 0.5), (0.4, 0.28), (0.56, 0.28), (0.44, 0.06))


def _not_me(pen: Pen) -> None:
    pen.circle(0.42, 0.68, 0.16)
    pen.arc(0.42, 0.12, 0.3, -80, 80)
    pen.line((0.72, 0.44), (0.94, 0.22))
    pen.line((0.72, 0.22), (0.94, 0.44))


def _capture(pen: Pen) -> None:
    pen.line((0.24, 0.06), (0.24, 0.94))
    pen.area((0.24, 0.92), (0.84, 0.74), (0.24, 0.54))


def _mamapapa(pen: Pen) -> None:
    for x, r in ((0.3, 0.14), (0.7, 0.14)):
        pen.circle(x, 0.72, r)
        pen.arc(x, 0.16, 0.24, -85, 85)


def _cheating(pen: Pen) -> None:
    """An eye that looks to the side, over a sheet."""
    pen.line((0.06, 0.62), (0.3, 0.84), (0.6, 0.84), (0.84, 0.62), (0.6, 0.44), (0.3, 0.44), close=True)
    pen.circle(0.6, 0.64, 0.12, filled=True)
    pen.line((0.3, 0.06), (0.94, 0.06), (0.94, 0.3), (0.3, 0.3), close=True)


def _manta(pen: Pen) -> None:
    """A flat, fast car."""
    pen.line((0.04, 0.36), (0.1, 0.52), (0.3, 0.56), (0.44, 0.74), (0.72, 0.74), (0.82, 0.54), (0.96, 0.5))
    pen.line((0.96, 0.5), (0.96, 0.34), (0.04, 0.34))
    for x in (0.26, 0.76):
        pen.circle(x, 0.32, 0.11, filled=True)


def _meditation(pen: Pen) -> None:
    pen.circle(0.5, 0.8, 0.12)
    pen.line((0.5, 0.66), (0.32, 0.5), (0.2, 0.3), (0.5, 0.4), (0.8, 0.3), (0.68, 0.5), close=True)
    pen.line((0.12, 0.2), (0.5, 0.28), (0.88, 0.2), (0.5, 0.1), close=True)


SIGNS = {
    name.removeprefix("_"): drawing
    for name, drawing in list(globals().items())
    if name.startswith("_") and callable(drawing) and not name.startswith("__")
}
