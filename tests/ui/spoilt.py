"""What becomes of pictures, and things that people set upon a table: for tests of what hinders the eyes."""

import cv2
import numpy as np

# --- pictures ---


def black(picture):
    return np.zeros_like(picture)


def dazzled(picture):
    return cv2.add(picture, (250, 250, 250, 0))


def half(picture):
    return np.vstack([picture[: len(picture) // 2], np.zeros_like(picture[len(picture) // 2 :])])


# --- things that lie about ---


def cup(picture, x, y):
    """A mug seen from above stands at (x, y)."""
    out = picture.copy()
    for radius, colour in ((46, (60, 60, 70)), (42, (190, 180, 60)), (34, (30, 50, 90))):
        cv2.circle(out, (x, y), radius, colour, -1, cv2.LINE_AA)
    return out


def phone(picture, x, y):
    """A phone lies at (x, y), its screen dark and shining."""
    out = picture.copy()
    cv2.rectangle(out, (x - 38, y - 78), (x + 38, y + 78), (25, 25, 28), -1, cv2.LINE_AA)
    cv2.rectangle(out, (x - 34, y - 70), (x + 34, y + 70), (55, 42, 40), -1, cv2.LINE_AA)
    return out


def paper(picture, x, y):
    """A piece of white paper."""
    out = picture.copy()
    cv2.rectangle(out, (x - 60, y - 80), (x + 60, y + 80), (235, 238, 240), -1)
    return out


def book(picture, x, y):
    """A book lies over most of the tray, with its middle at (x, y)."""
    out = picture.copy()
    cv2.rectangle(out, (x - 150, y - 120), (x + 150, y + 120), (40, 60, 150), -1, cv2.LINE_AA)
    return out


def cloth(picture, x, y):
    """A white napkin over the whole row and what is around it."""
    out = picture.copy()
    cv2.rectangle(out, (215, 470), (1075, 700), (235, 238, 240), -1)
    return out


def middle(card):
    """Where the middle of a card is seen."""
    return tuple(round(sum(corner[n] for corner in card.corners) / 4) for n in (0, 1))
