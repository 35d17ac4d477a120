"""Taking back: which published level an undo is of, and whether the table must agree to it (rule T10).

=========  ==========================================================================  ===============
level      what is taken back                                                          who must agree
=========  ==========================================================================  ===============
MIS_TAP    the last touch, by the same hand, within a few seconds                      nobody
MIS_READ   what the eyes have read                                                     nobody
MIS_PLAY   a move that was accepted and that the others have perhaps built upon        the others
REVEALED   anything after which somebody knows more than before                        the whole table
=========  ==========================================================================  ===============

Taking back is an entry in the journal. What was taken back stays there to be read.
"""

from collections.abc import Mapping, Sequence
from enum import IntEnum

from msgspec import Struct

from companion.facts import JSON, MS, Fact, Source

MIS_TAP_WITHIN = 5_000 * MS

_HANDS = frozenset({Source.TOUCH, Source.KEYBOARD, Source.IMPLIED})


class UndoLevel(IntEnum):
    """How much an undo takes, from the lightest on."""

    MIS_TAP = 1
    MIS_READ = 2
    MIS_PLAY = 3
    REVEALED = 4

    @property
    def needs_agreement(self) -> bool:
        return self >= UndoLevel.MIS_PLAY


class Played(Struct, frozen=True):
    """A move that is to be taken back, and the fact that it came from; None for a table agreement."""

    fact: Fact | None
    move: JSON
    this_run: bool = True  # heard since the program has begun, so that its time can be compared with now


def level_of(played: Sequence[Played], reveals: Mapping[str, int], now: int, by: str = "") -> UndoLevel:
    """The level of taking back all of *played*: the highest that any of them needs.

    *reveals* has the tags of the moves that reveal something; *by* is the seat that takes back, if known.
    """
    return max((_level(each, reveals, now, by) for each in played), default=UndoLevel.MIS_TAP)


def _level(played: Played, reveals: Mapping[str, int], now: int, by: str) -> UndoLevel:
    fact = played.fact
    if (str(played.move.get("move", "")) if isinstance(played.move, dict) else "") in reveals:
        return UndoLevel.REVEALED
    if fact is None:
        return UndoLevel.MIS_PLAY
    if fact.source is Source.CAMERA:
        return UndoLevel.MIS_READ
    same_hand = not by or fact.seat in ("", by)
    just_now = played.this_run and 0 <= now - fact.t <= MIS_TAP_WITHIN
    if fact.source in _HANDS and same_hand and just_now:
        return UndoLevel.MIS_TAP
    return UndoLevel.MIS_PLAY
