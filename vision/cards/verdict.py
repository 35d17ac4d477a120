"""From what corners and body of a card say to its name, or to a question."""

from collections.abc import Collection, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from vision.cards.outlines import Outline
from vision.cards.readers import COLOURS, KINDS, RANKS, SUITS, Said
from vision.cards.settings import SETTINGS
from vision.kit.values import COLOUR_OF_NUMBER
from vision.pictures import Quad

_S = SETTINGS.verdict

Floats = NDArray[np.float64]
FRENCH, NUMBERS, UNO = "french", "numbers", "uno"
DECKS = (FRENCH, NUMBERS, UNO)
_ALIKE = ("38", "68", "89", "56")  # a gap that is closed or not: one may be read for the other
_SEEM = {"8": ("3", "6", "reverse"), "1": ("7",)}  # what else may be read as an 8, or as a 1
_GERMAN = {"B": "J", "D": "Q"}  # Bube, Dame: a deck may be taught with the letters that are printed on it
_PIPPED = frozenset(RANKS.index(rank) for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10"))
_COURTS, _ACE = frozenset(RANKS.index(rank) for rank in ("J", "Q", "K")), RANKS.index("A")
_LETTERED = _COURTS | {_ACE}
_SEEN_AS = {"pink": ("red",), "orange": ("red", "yellow"), "purple": ("red", "blue")}
FRENCH_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


class Verdict(Struct, frozen=True):
    """`name` is "" where it is to be asked; `names` are the likely ones, the likeliest first."""

    deck: str
    name: str
    confidence: float
    names: tuple[str, ...] = ()
    shares: tuple[float, ...] = ()  # of the names
    face_down: bool = False
    upside_down: bool = False
    nothing: bool = False  # this is no card at all
    fit: float = 0.0  # how well it fits a taught face, from 0 to 1

    @property
    def known(self) -> bool:
        """Is nothing to be asked about it?"""
        return bool(self.name) or self.face_down


UNREAD, NOTHING = Verdict("", "", 0.0), Verdict("", "", 0.0, nothing=True)


class Card(NamedTuple):
    """A card as it lies, and which one it is."""

    outline: Outline
    verdict: Verdict

    @property
    def quad(self) -> Quad:
        return self.outline.quad


def as_question(verdict: Verdict, likelier: str) -> Verdict:
    """The same card asked about: it is rather that *likelier* one."""
    names = tuple(dict.fromkeys((likelier, *verdict.names)))
    return replace(verdict, name="", names=names, confidence=verdict.confidence / 2)


def not_covered(said: Said, outline: Outline, covered: NDArray[np.bool_]) -> Said:
    """What a card says apart from corners that are *covered*: of the card above is what is seen there."""
    under = (in_corners(covered) > _S.under) & (np.array(outline.seen) == 0)
    ranks, suits = said.ranks.copy(), said.suits.copy()
    for words in (ranks, suits):
        words[under] = np.eye(1, words.shape[1])
    return replace(said, ranks=ranks, suits=suits)


def in_corners(hidden: NDArray[np.bool_]) -> Floats:
    """The share of each corner that is *hidden*."""
    grid = hidden.reshape(11, 8)
    return np.array([part.mean() for part in (grid[:3, :3], grid[:3, -3:], grid[-3:, -3:], grid[-3:, :3])])


def corners_seen(outline: Outline, said: Said, hidden: NDArray[np.bool_]) -> list[float]:
    """The confidence that each corner is visible; an uncovered one may be read even if not marked.

    Not one that shows another index than a marked one does: a card that lies above has it there.
    """
    uncovered = in_corners(hidden) < _S.little_hidden
    marked, shown = np.array(outline.seen), 1 - said.ranks[:, 0]
    own = int((marked * shown).argmax())
    sign = said.ranks.argmax(axis=1)
    another = (shown > _S.agreed) & (shown[own] > _S.agreed) & (sign != sign[own])
    return [float(sure) for sure in np.where(uncovered & ~another, np.maximum(marked, 0.2), marked)]


def judge(
    said: Said,
    seen: Sequence[float],
    decks: Collection[str] = DECKS,
    only: Collection[str] = (),
    whole: bool = True,
    ink: Floats | None = None,
) -> Verdict:
    """What a card is that *said* so, of which corners are *seen* so surely; *decks* may lie here.

    *only*: the names that there are in the deck; empty: all. *whole*: nothing of it is covered.
    *ink*: for which of the six numbers the colour of its corners speaks.
    """
    back = float(said.kind[KINDS.index("back")])
    if back > (_S.sure if whole else _S.back_in_part):
        return Verdict("", "", back, face_down=True)
    tried = []
    for deck in decks:
        of_it = _belongs(said, deck, decks) if whole else None
        if deck == NUMBERS:
            tried.append(_numbers(said, seen, of_it, ink))
        elif deck in _TRY:
            tried.append(_TRY[deck](said, seen, of_it))
    return max((_among(one, only) for one in tried), key=lambda v: v.confidence, default=UNREAD)


def _belongs(said: Said, deck: str, decks: Collection[str]) -> float:
    """How likely a card that is seen whole is of that deck; the only deck there is gets most of the doubt."""
    of_it = float(said.kind[KINDS.index(deck)])
    if any(said.kind[KINDS.index(other)] > _S.surely for other in DECKS if other != deck):
        return of_it
    if deck == FRENCH and _has_two_indices(said):
        of_it += float(said.kind[KINDS.index("big")])  # an ace with a large ornament
    other_cards = 1 - of_it - float(said.kind[KINDS.index("none")]) - float(said.kind[KINDS.index("back")])
    return min(1.0, of_it + (_S.told if len(decks) == 1 else 0.0) * other_cards)


def _has_two_indices(said: Said) -> bool:
    """Do two corners surely show a rank with its suit? Cards with one large sign have but suits there."""
    shown = (1 - said.ranks[:, 0]) * (1 - said.suits[:, 0])
    return bool(np.sort(shown)[-2] > _S.letter_seen)


def _among(verdict: Verdict, only: Collection[str]) -> Verdict:
    """A name that there is not in the deck is no name."""
    if not only or not verdict.name or plain_name(verdict.name) in {plain_name(name) for name in only}:
        return verdict
    return replace(verdict, name="", confidence=verdict.confidence / 2)


def plain_name(name: str) -> str:
    """One spelling for names that mean the same card: `10H` and `TH`, `BH` (Bube) and `JH`, `black_wild`.

    >>> plain_name("DH"), plain_name("10s")
    ('QH', 'TS')
    """
    if deck_of_name(name) == FRENCH:
        plain = name.upper().replace("10", "T")
        return _GERMAN.get(plain[0], plain[0]) + plain[1]
    return name.lower().removeprefix("black_")


def rank_of(deck: str, name: str) -> str:
    """What the index of a card of a built-in deck shows; "" if it has none."""
    if deck == FRENCH:
        return {"T": "10"}.get(name[:1], name[:1])
    if deck == NUMBERS:
        return name[:1]
    return name.partition("_")[2] or name if deck == UNO else ""


def number_like(name: str) -> str:
    """The number card that a card of colours with this *name* may be taken for; "" if there is none."""
    colour, _, digit = name.partition("_")
    own = COLOUR_OF_NUMBER.get(digit, "")
    return f"{digit}_{own}" if colour in _SEEN_AS.get(own, (own,)) else ""


def french_name(rank: str, suit: str) -> str:
    return ("T" if rank == "10" else rank) + suit


def _corners(said: Said, seen: Sequence[float], of_it: NDArray[np.float32]) -> tuple[Floats, float]:
    """How much each corner counts, and how surely one shows an index *of it*, with a suit or without."""
    shown = (1 - said.ranks[:, 0]) * of_it
    weights = _S.corner * shown * np.where(np.array(seen) > 0, 1.0, _S.unseen)
    return np.asarray(weights, np.float64), float(shown.max())


def _french(said: Said, seen: Sequence[float], whole: float | None) -> Verdict:
    """A French card: every corner that shows an index votes, and the body if it is whole."""
    ranks = [RANKS.index(rank) for rank in FRENCH_RANKS]
    weights, certain = _corners(said, seen, 1 - said.suits[:, 0])
    by_rank, by_suit = (
        weights @ np.log(said.ranks[:, ranks] + _S.floor),
        weights @ np.log(said.suits[:, 1:] + _S.floor),
    )
    logs = by_rank[:, None] + by_suit[None]
    if whole is not None:
        body = np.log(said.rank[ranks] + _S.floor)[:, None] + np.log(said.suit[1:] + _S.floor)[None]
        logs += _S.body * whole * body
        certain *= 0.1 + 0.9 * whole
    shares = _shares(logs)
    order = np.argsort(-shares, axis=None)[: _S.names_kept]
    names = tuple(french_name(FRENCH_RANKS[k // 4], SUITS[1 + k % 4]) for k in order)
    rank, suit = ranks[int(order[0]) // 4], 1 + int(order[0]) % 4
    shown = float((said.ranks[:, rank] * said.suits[:, suit]).max())
    by_body = whole is not None and (_denied_by_body(said, rank, suit) or _has_one_witness(said, rank))
    doubted = shown <= _S.agreed or by_body or not _in_its_place(said, seen, rank)
    best = float(shares.flat[order[0]]) * certain * (_S.doubted if doubted else 1.0)
    return Verdict(FRENCH, names[0] if best >= _S.sure else "", best, names, _of(shares, order))


def _denied_by_body(said: Said, rank: int, suit: int) -> bool:
    """Do the pips of the whole card say another rank, or another suit that its corners do not rule out?

    No court and no ace looks like a number; an ace with much ornament may look like a court.
    """
    if rank in _PIPPED and float(said.rank[list(_LETTERED)].sum()) > _S.counted:
        return True
    if rank in _COURTS and float(said.rank[_ACE]) > _S.counted:
        return True
    number = int(said.rank.argmax())
    other_number = number != rank and number in _PIPPED and float(said.rank[number]) > _S.counted
    other_suit = int(said.suit.argmax()) != suit and float(said.suit.max()) > _S.agreed
    own = said.suits[said.ranks[:, 0] < _S.agreed, suit]  # of the corners that show an index
    return other_number or (other_suit and (own.max(initial=0) < _S.suit_seen or own.min() < _S.suit_twice))


def _has_one_witness(said: Said, rank: int) -> bool:
    """Does only one corner say that letter, and the whole card not so, or another corner another one?

    Letters of fonts and languages that nobody has learnt look like others, seldom twice alike.
    """
    borne_out = float(said.rank[rank]) >= _S.agreed and not _another_sign(said, rank)
    second = float(np.sort(said.ranks[:, rank])[-2])
    return rank in _LETTERED and second < _S.letter_seen and not borne_out


def _of(shares: Floats, order: NDArray[np.intp]) -> tuple[float, ...]:
    return tuple(float(share) for share in shares.flat[order])


def _shares(logs: Floats) -> Floats:
    high = np.exp(logs - logs.max())
    return np.asarray(high / high.sum())


def _numbers(said: Said, seen: Sequence[float], whole: float | None, ink: Floats | None = None) -> Verdict:
    """A number card: its digit and its colour must say the same."""
    numbers = tuple(COLOUR_OF_NUMBER)
    ranks = [RANKS.index(n) for n in numbers]
    tints = [COLOURS.index(COLOUR_OF_NUMBER[n]) for n in numbers]
    weights, certain = _corners(said, seen, said.suits[:, 0])
    logs = weights @ np.log(said.ranks[:, ranks] + _S.floor)
    if whole is not None:
        logs += (
            _S.body * whole * (np.log(said.rank[ranks] + _S.floor) + np.log(said.colour[tints] + _S.floor))
        )
        certain = whole
    if ink is not None:
        logs += np.log(ink)
    shares = _shares(logs)
    order = np.argsort(-shares)[: _S.names_kept]
    names = tuple(f"{numbers[k]}_{COLOUR_OF_NUMBER[numbers[k]]}" for k in order)
    digit = int(order[0])
    shown = np.sort(said.ranks[:, ranks[digit]])
    pale = ink is None and shown[-2] > _S.digit_seen  # its colour is uncertain, but its digit is seen twice
    agreed = bool(
        (shown[-1] > (_S.digit_seen if ink is None else _S.inked_digit) or shown[-2] > _S.twice_seen)
        and (ink is None or int(ink.argmax()) == digit)
        and not _another_sign(said, ranks[digit])
        and (whole is not None or _in_its_place(said, seen, ranks[digit]))
        and (whole is None or said.rank[ranks[digit]] > _S.agreed)
        and (said.colour[tints[digit]] > _S.agreed or (ink is not None if whole is None else pale))
        and said.kind.argmax() != KINDS.index(UNO)
    )
    best = float(shares[digit]) * certain * (1.0 if agreed else _S.doubted)
    return Verdict(NUMBERS, names[0] if best >= _S.sure else "", best, names, _of(shares, order))


def _another_sign(said: Said, rank: int, least: float = 0.0) -> bool:
    """Does a corner rather show another sign than that, with at *least* that likelihood?"""
    other = (said.ranks[:, 0] < _S.agreed) & (said.ranks.argmax(axis=1) != rank)
    return bool((other & (said.ranks.max(axis=1) >= least)).any())


def _in_its_place(said: Said, seen: Sequence[float], rank: int) -> bool:
    """Is that sign not only in an upper right corner, beside an upper left one that is seen without any?

    All cards have their index in the upper left one, and some in both; lower corners are upper ones turned.
    """
    n = int(said.ranks[:, rank].argmax())
    left = (0, 0, 2, 2)[n]
    return left == n or seen[left] == 0 or float(said.ranks[left, 0]) < _S.agreed


PLAIN_RANKS = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "skip", "reverse", "draw2")
_UNO_RANKS = (*PLAIN_RANKS, "draw4", "wild")
_UNO_COLOURS = ("red", "green", "blue", "yellow", "black")


@cache
def _read_as() -> Floats:
    """How likely, beside being read rightly, one sign (down) is read where there is another (across)."""
    likely = np.eye(len(_UNO_RANKS))
    for one, other in (map(_UNO_RANKS.index, pair) for pair in _ALIKE):
        likely[one, other] = likely[other, one] = _S.alike
    for read, others in _SEEM.items():
        likely[_UNO_RANKS.index(read), [_UNO_RANKS.index(rank) for rank in others]] = _S.seeming
    return likely


def _uno(said: Said, seen: Sequence[float], whole: float | None) -> Verdict:
    """A card of colours and actions: its sign by all that show it, each perhaps mistaken; colour by body."""
    ranks = [RANKS.index(rank) for rank in _UNO_RANKS]
    certain = whole or 0.0
    logs = _corners(said, seen, said.suits[:, 0])[0] @ np.log(said.ranks[:, ranks] @ _read_as() + _S.mistaken)
    logs += _S.middle * certain * np.log(said.rank[ranks] @ _read_as() + _S.mistaken)
    both = _shares(logs)[:, None] * said.colour[[COLOURS.index(colour) for colour in _UNO_COLOURS]][None]
    dark = np.array([rank in ("draw4", "wild") for rank in _UNO_RANKS])
    both[dark, :-1] = 0
    both[~dark, -1] = 0
    order = np.argsort(-both, axis=None)[: _S.names_kept]
    names = tuple(uno_name(_UNO_COLOURS[k % 5], _UNO_RANKS[k // 5]) for k in order)
    first = int(order[0]) // 5
    unclear = max(said.ranks[:, ranks[first]].max(), said.rank[ranks[first]]) < _S.on_black
    doubted = _another_sign(said, ranks[first], _S.against) or (dark[first] and unclear)
    best = float(both.flat[order[0]]) * certain * (_S.doubted if doubted else 1.0)
    return Verdict(UNO, names[0] if best >= _S.sure else "", best, names, _of(both / both.sum(), order))


def uno_name(colour: str, rank: str) -> str:
    if colour == "black":
        return "wild_draw4" if rank == "draw4" else "wild"
    return f"{colour}_{rank}"


_TRY = {FRENCH: _french, UNO: _uno}


def deck_of_name(name: str) -> str:
    """The built-in deck that has a card of that name, however it is spelt; "" if none."""
    plain = name.upper().replace("10", "T")
    if len(plain) == 2 and plain[0] in "A23456789TJQKBD" and plain[1] in "CDHS":
        return FRENCH
    number, _, colour = name.lower().partition("_")
    if COLOUR_OF_NUMBER.get(number) == colour:
        return NUMBERS
    return UNO if _is_uno(name.lower()) else ""


def _is_uno(name: str) -> bool:
    colour, _, rank = name.partition("_")
    return name in ("wild", "wild_draw4", "black_wild", "black_wild_draw4") or (
        colour in _UNO_COLOURS[:4] and rank in _UNO_RANKS
    )
