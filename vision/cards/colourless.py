"""Pictures without colour: of a camera at night, or of one that never had any."""

import numpy as np
from msgspec.structs import replace

from vision.cards.readers import Said
from vision.pictures import Picture

_EVERY = 8  # pixels: so many say enough
_COLOURED, _SOME = 25.0, 0.001  # grey levels between the channels; of the pixels
_SHAPE = 0.6  # how much what a corner shows counts beside what it shows in colour
_SHOWS = 0.5  # of a corner: so sure is it hardly that there is no suit


def is_colourless(picture: Picture) -> bool:
    """Has nothing in the picture a colour, apart from one that all of it has?"""
    some = picture[::_EVERY, ::_EVERY].reshape(-1, 3)
    light = some.mean(axis=0)
    if not light.all():
        return False
    channels = [channel * np.float32(light.mean() / own) for channel, own in zip(some.T, light, strict=True)]
    apart = np.maximum.reduce(channels) - np.minimum.reduce(channels)
    return int(np.count_nonzero(apart > _COLOURED)) < _SOME * len(some)


def without_colour(said: Said) -> Said:
    """What a card of such a picture says: its suit only by what all its corners show together.

    As a whole it tells its suit, and what colour it has, by little else than colour.
    """
    suits = said.suits**_SHAPE
    suits /= suits.sum(axis=1, keepdims=True)
    show = said.suits[:, 0] < _SHOWS
    if show.any():
        suits[show] = suits[show].mean(axis=0)
    suit = np.full_like(said.suit, (1 - said.suit[0]) / (len(said.suit) - 1))
    suit[0] = said.suit[0]
    colour = np.full_like(said.colour, 1 / len(said.colour))
    return replace(said, suits=suits, suit=suit, colour=colour)
