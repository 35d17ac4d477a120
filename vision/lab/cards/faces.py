"""Faces of playing cards of any make, drawn by code, each with what every corner of it says."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.readers import KINDS, RANKS, SUITS
from vision.lab.cards import ornament
from vision.lab.cards.colour_faces import action_card, back_with_word, number_card
from vision.lab.cards.marks import any_suit_shape, closed_up, fonts, is_in, slim_fonts, text_mask, thinned
from vision.lab.cards.paint import HIGH, NOTHING, WIDE, Corner, Face, Rng, four, in_corner, paper, put
from vision.pictures import Mask, Picture

_LETTERS = {"J": ("J", "B", "J", "B"), "Q": ("Q", "D", "Q", "D"), "K": ("K", "K", "K", "K")}
_ELSEWHERE = (  # letters of ace, jack, queen and king in other languages
    ("1", "V", "D", "R"), ("A", "V", "D", "R"),  # French, Portuguese
    ("A", "B", "V", "H"),  # Dutch
    ("E", "Kn", "D", "K"), ("A", "W", "D", "K"), ("T", "B", "Д", "K"),  # Scandinavian, Polish, Russian
    ("A", "F", "Q", "R"), ("A", "F", "D", "R"),  # Italian
)  # fmt: skip
_STRANGE = tuple("CEFGHLMNPSTUVWД")  # letters that mean one card here and another there, or none
_SHOWS = {"B": "J", "D": "Q", "R": "K"}  # what else a letter shows; "1" beside a suit is told as it stands
_FOREIGN, _ROOMY = 0.3, 0.12  # how many decks have such letters, and their index far from the edges
_CLOSE, _APART, _SLIM = 0.4, (-8, 5), (0.45, 0.8)  # how many have narrow tens; pixels in them; how wide
_ALIKE = "10", "10", "Q", "9", "J", "J", "8", "3", "A"  # taken for others when narrow or blurred
_HARD = 0.3  # how often it is one of them
_FINE = 0.4  # how many have thin, small ones
_ODD = 0.35  # how many cards have the pips of another, or none, so that their index is read by itself
_WORDED = 0.3  # how many backs have a word on them
_BACKS = 0.12  # how many are backs where more of colours are asked for
_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0.5, 0.5),),
    2: ((0.5, 0), (0.5, 1)),
    3: ((0.5, 0), (0.5, 0.5), (0.5, 1)),
    4: ((0, 0), (1, 0), (0, 1), (1, 1)),
    5: ((0, 0), (1, 0), (0.5, 0.5), (0, 1), (1, 1)),
    6: ((0, 0), (1, 0), (0, 0.5), (1, 0.5), (0, 1), (1, 1)),
    7: ((0, 0), (1, 0), (0.5, 0.25), (0, 0.5), (1, 0.5), (0, 1), (1, 1)),
    8: ((0, 0), (1, 0), (0.5, 0.25), (0, 0.5), (1, 0.5), (0.5, 0.75), (0, 1), (1, 1)),
    9: ((0, 0), (1, 0), (0, 1 / 3), (1, 1 / 3), (0.5, 0.5), (0, 2 / 3), (1, 2 / 3), (0, 1), (1, 1)),
    10: (
        (0, 0),
        (1, 0),
        (0.5, 1 / 6),
        (0, 1 / 3),
        (1, 1 / 3),
        (0, 2 / 3),
        (1, 2 / 3),
        (0.5, 5 / 6),
        (0, 1),
        (1, 1),
    ),
}


class FrenchStyle:
    """How one French deck looks: font and place of its index, its suits, its colours, its courts."""

    def __init__(self, rng: Rng) -> None:
        printed, by_hand = fonts()
        self.rng = rng
        self.font = str(printed[rng.integers(len(printed))])
        self.suits = any_suit_shape(rng)
        red = np.array([rng.uniform(10, 70), rng.uniform(5, 60), rng.uniform(170, 240)])
        black = np.full(3, rng.uniform(5, 50))
        self.colours = {"H": red, "D": red, "S": black, "C": black}
        if rng.random() < 0.08:
            self.colours |= {"D": np.array([200.0, 90, 20]), "C": np.array([40.0, 130, 20])}
        jumbo = rng.random() < 0.18
        self.tall = rng.uniform(0.13, 0.2) if jumbo else rng.uniform(0.055, 0.118)
        self.narrow = rng.uniform(0.75, 1.1)
        self.suit_tall = self.tall * rng.uniform(0.5, 1.0)
        self.x = rng.uniform(0.052, 0.098) + (0.045 if jumbo else 0.0)
        self.y = rng.uniform(0.02, 0.07)
        if not jumbo and rng.random() < _ROOMY:
            self.x, self.y = rng.uniform(0.1, 0.17), rng.uniform(0.06, 0.14)
            self.tall = min(self.tall, 0.085)
        self.gap = rng.uniform(0.006, 0.028)
        self.beside = rng.random() < 0.05
        self.in_four = rng.random() < 0.35
        self.letters = int(rng.integers(4))
        self.notched = bool(rng.random() < (0.5 if self.in_four else 0.1))
        self.inset = rng.uniform(0.25, 0.34), rng.uniform(0.13, 0.2)
        self.pip = rng.uniform(0.1, 0.165)
        self.flips = rng.random() < 0.9
        self.courts = int(rng.integers(1 << 30))
        self.thinned, self.fine = 0, 0
        self.close = bool(rng.random() < _CLOSE)
        self.apart, self.slim = int(rng.integers(*_APART)), rng.uniform(*_SLIM)
        if not jumbo and rng.random() < _FINE:
            self._set_finely()
        self.by_hand = str(by_hand[rng.integers(len(by_hand))]) if by_hand and rng.random() < 0.08 else ""
        if self.by_hand:
            self.font = self.by_hand
        self.foreign = _foreign(rng, self.font) if rng.random() < _FOREIGN else {}

    def _set_finely(self) -> None:
        """Thin and mostly small indices, with small suits below them."""
        slim, self.fine = slim_fonts(), 1
        if self.rng.random() < 0.6:
            self.font = slim[self.rng.integers(len(slim))]
        else:
            self.thinned = int(self.rng.integers(1, 6))
        self.tall = self.rng.uniform(0.042, 0.085)
        self.suit_tall = self.tall * self.rng.uniform(0.45, 0.9)
        self.gap = self.rng.uniform(0.004, 0.022)

    def word(self, rank: str) -> str:
        """What an index shows for that *rank*."""
        if rank in self.foreign:
            return self.foreign[rank]
        return _LETTERS[rank][self.letters] if rank in _LETTERS else rank


def _foreign(rng: Rng, font: str) -> dict[str, str]:
    """Letters of another language, or any, as far as the font has them."""
    letters = list(_ELSEWHERE[rng.integers(len(_ELSEWHERE))])
    if rng.random() < 0.5:
        letters[1:] = (str(letter) for letter in rng.choice(_STRANGE, 3))
    return {rank: word for rank, word in zip("AJQK", letters, strict=True) if is_in(font, word)}


def shown(word: str) -> int:
    """The rank that a corner with that *word* shows, as a number; 0 if that is not the same everywhere."""
    rank = _SHOWS.get(word, word)
    return RANKS.index(rank) if rank in RANKS else 0


def french(rng: Rng, style: FrenchStyle, rank: str, suit: str, odd: bool = False) -> Face:
    """A card of a French deck; an *odd* one has any pips, or none: in fans its index is all that is seen."""
    canvas = paper(rng)
    colour = style.colours[suit]
    number = 1 if rank == "A" else int(rank) if rank.isdigit() else 0
    number = int(rng.integers(0, 11)) if odd else number
    if number:
        _pips(canvas, style, number, suit, rng)
    elif not odd:
        inks = np.random.default_rng(style.courts + RANKS.index(rank) * 4 + SUITS.index(suit))
        ornament.court(canvas, inks, style.suits[suit], colour, style.notched)
        if style.notched:
            ornament.notches(canvas, inks, colour)
    word = style.word(rank)
    corners = _indices(canvas, style, word, suit, colour)
    if rng.random() < 0.1:
        cv2.rectangle(canvas, (4, 4), (WIDE - 5, HIGH - 5), (90, 90, 90), 1, cv2.LINE_AA)
    kind = KINDS.index("none" if odd else "french")
    return Face(canvas, kind, RANKS.index(rank), SUITS.index(suit), 0, corners, style.fine)


def joker(rng: Rng, style: FrenchStyle) -> Face:
    """A joker: a figure, and its name down the corner or a star."""
    canvas = paper(rng)
    colour = style.colours["H" if rng.random() < 0.5 else "S"]
    ornament.figure(canvas, rng)
    mask = text_mask("JOKER"[0] if rng.random() < 0.15 else "JOKER", style.font)
    if mask is not None and rng.random() < 0.5:
        mask = np.ascontiguousarray(np.rot90(mask, 1 if rng.random() < 0.5 else 3))
    elif mask is None or rng.random() < 0.5:
        mask = _letters_down("JOKER", style.font)
    if mask is None:
        return Face(canvas, KINDS.index("french"), RANKS.index("joker"), 0, 0, NOTHING)
    tall = rng.uniform(0.14, 0.26) * HIGH
    wide = min(tall * mask.shape[1] / mask.shape[0], 0.14 * WIDE)
    corners = []
    for n in range(4):
        seen = n in (0, 2) or style.in_four
        if seen:
            box = in_corner(canvas, n, mask, (0.075 * WIDE, 0.04 * HIGH + tall / 2), (wide, tall), colour)
            corners.append(Corner(RANKS.index("joker"), 0, box))
        else:
            corners.append(Corner())
    return Face(canvas, KINDS.index("french"), RANKS.index("joker"), 0, 0, four(corners))


def _letters_down(word: str, font: str) -> Mask | None:
    masks = [text_mask(letter, font) for letter in word]
    wide = max((m.shape[1] for m in masks if m is not None), default=0)
    rows = [
        cv2.copyMakeBorder(m, 0, 14, 0, wide - m.shape[1], cv2.BORDER_CONSTANT)
        for m in masks
        if m is not None
    ]
    return np.vstack(rows) if rows else None


def _indices(
    canvas: Picture,
    style: FrenchStyle,
    word: str,
    suit: str,
    colour: NDArray[np.float64],
) -> tuple[Corner, Corner, Corner, Corner]:
    mask, shape = text_mask(word, style.font), style.suits[suit]
    narrow = style.narrow
    if word == "10" and style.close:
        mask, narrow = closed_up(style.font, style.apart), style.slim
    mask = mask if mask is None else thinned(mask, style.thinned)
    corners = []
    for n in range(4):
        if mask is None or not (n in (0, 2) or style.in_four):
            corners.append(Corner())
            continue
        tall = style.tall * HIGH
        wide = min(
            tall * mask.shape[1] / mask.shape[0] * narrow,
            (0.15 if tall < 0.125 * HIGH else 0.24) * WIDE,
        )
        x, y = style.x * WIDE, style.y * HIGH + tall / 2
        x = max(x, wide / 2 + 0.015 * WIDE)
        one = in_corner(canvas, n, mask, (x, y), (wide, tall), colour)
        high = style.suit_tall * HIGH
        across = min(high * shape.shape[1] / shape.shape[0], 0.2 * WIDE)
        if style.beside:
            at = (x + wide / 2 + across * 0.65, y)
        else:
            at = (x, y + tall / 2 + style.gap * HIGH + high / 2)
        other = in_corner(canvas, n, shape, at, (across, high), colour)
        box = min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])
        corners.append(Corner(shown(word), SUITS.index(suit), box))
    return four(corners)


def _pips(canvas: Picture, style: FrenchStyle, number: int, suit: str, rng: Rng) -> None:
    shape, colour = style.suits[suit], style.colours[suit]
    high = style.pip * HIGH
    if number == 1:
        high = rng.uniform(0.13, 0.45) * HIGH
        if suit == "S" and rng.random() < 0.4:
            ornament.lettering(canvas, rng)
    left, top = style.inset
    for px, py in _PIPS[number]:
        x, y = left + px * (1 - 2 * left), top + py * (1 - 2 * top)
        put(
            canvas,
            shape,
            (x * WIDE, y * HIGH),
            (high * shape.shape[1] / shape.shape[0], high),
            colour,
            style.flips and py > 0.5,
        )


def big_mark(rng: Rng, style: FrenchStyle) -> Face:
    """A home-made card: one big digit or letter in the middle, the suit in two corners."""
    canvas = paper(rng)
    ranks = ("0", "1", *[str(n) for n in range(2, 10)], "J", "Q", "K", "A", "10")
    rank, suit = str(rng.choice(ranks)), str(rng.choice(SUITS[1:]))
    printed, by_hand = fonts()
    pool = by_hand if by_hand and rng.random() < 0.7 else printed
    mask = text_mask(rank, str(pool[rng.integers(len(pool))]))
    colour = style.colours[suit]
    if mask is not None:
        tall = rng.uniform(0.24, 0.45) * HIGH
        put(
            canvas,
            ornament.by_hand(mask, rng),
            (0.5 * WIDE, 0.5 * HIGH),
            (min(tall * mask.shape[1] / mask.shape[0], 0.6 * WIDE), tall),
            colour,
        )
    size = rng.uniform(0.09, 0.14) * HIGH
    shape = style.suits[suit]
    corners = []
    for n in range(4):
        if n in (0, 2):
            box = in_corner(
                canvas,
                n,
                shape,
                (0.16 * WIDE, 0.13 * HIGH),
                (size * shape.shape[1] / shape.shape[0], size),
                colour,
            )
            corners.append(Corner(0, SUITS.index(suit), box))
        else:
            corners.append(Corner())
    if rng.random() < 0.6:
        edge = rng.integers(0, 200, 3).tolist()
        cv2.rectangle(canvas, (0, 0), (WIDE - 1, HIGH - 1), edge, int(rng.integers(3, 16)))
    return Face(canvas, KINDS.index("big"), RANKS.index(rank), SUITS.index(suit), 0, four(corners))


def other(rng: Rng) -> Face:
    """A card of no known deck: a picture, perhaps with a name or a number."""
    canvas = paper(rng)
    ornament.scene(canvas, rng)
    printed = fonts()[0]
    if rng.random() < 0.6:
        word = "".join(rng.choice(list("ABCDEFGHIKLMNOPRSTUVW"), rng.integers(3, 9)))
        mask = text_mask(word, str(printed[rng.integers(len(printed))]))
        if mask is not None:
            y = rng.choice([0.1, 0.85])
            put(
                canvas,
                mask,
                (0.5 * WIDE, y * HIGH),
                (rng.uniform(0.4, 0.8) * WIDE, 0.05 * HIGH),
                np.full(3, 20.0),
            )
    return Face(canvas, KINDS.index("other"), 0, 0, 0, NOTHING)


def back(rng: Rng) -> Face:
    """The back of a card."""
    if rng.random() < _WORDED:
        return back_with_word(rng)
    canvas = paper(rng)
    ornament.back(canvas, rng)
    return Face(canvas, KINDS.index("back"), 0, 0, 0, NOTHING)


def any_face(rng: Rng, style: FrenchStyle | None = None, colours: float = 0.0) -> Face:
    """A face of any kind; French ones of *style* if it is given.

    *colours*: how many besides are cards of colours and actions, or backs as such games have.
    """
    if rng.random() < colours:
        return back_with_word(rng) if rng.random() < _BACKS else action_card(rng)
    style = style or FrenchStyle(rng)
    dice = rng.random()
    if dice < 0.42:
        courts = rng.random() < 0.2  # their letters are harder to tell than digits
        rank = RANKS[11 + rng.integers(3)] if courts else RANKS[1 + rng.integers(13)]
        rank = str(rng.choice(_ALIKE)) if rng.random() < _HARD else rank
        return french(rng, style, rank, SUITS[1 + rng.integers(4)], bool(rng.random() < _ODD))
    if dice < 0.45:
        return joker(rng, style)
    makers = ((0.53, number_card), (0.85, action_card), (0.91, other), (0.96, back))
    for share, maker in makers:
        if dice < share:
            return maker(rng)
    return big_mark(rng, style)


def some_faces(seed: int, count: int) -> list[Face]:
    """Faces in a row are of one deck, a dozen at a time."""
    out: list[Face] = []
    rng = np.random.default_rng(seed)
    while len(out) < count:
        style = FrenchStyle(rng)
        out += [any_face(rng, style) for _ in range(9)]
        out += [other(rng), other(rng), number_card(rng)]  # pictures to their edge, and frames near it
    return out
