"""Undo, table agreement and correction: each is worked out here as an entry, and never deletes one. Pure.

How much an undo takes is published, and whether the table must agree to it (rule T10):

=========  ==========================================================================  ===============
level      what is taken back                                                          who must agree
=========  ==========================================================================  ===============
MIS_TAP    the last touch, by the same hand, within a few seconds                      nobody
MIS_READ   what the eyes have read                                                     nobody
MIS_PLAY   a move that was accepted and that the others have perhaps built upon        the others
REVEALED   anything after which somebody knows more than before                        the whole table
=========  ==========================================================================  ===============
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from itertools import islice
from typing import Any

import msgspec

from companion.asks import JSON, MS, Ask, Fact, Kind, Say, Source
from companion.cards import UNKNOWN
from companion.game import AnyGame
from companion.rulings import Note, Question, Refusal, Ruling, Verdict, refused
from companion.table.entries import Corrected, Heard, Overridden, Undone, fingerprint
from companion.table.judge import Word, judge_move, judge_word
from companion.table.line import Frame, Line

log = logging.getLogger(__name__)

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


class Played(msgspec.Struct, frozen=True):
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


def undo_level(game: AnyGame, line: Line, place: int, now: int, by: str = "") -> UndoLevel:
    """The level of going back to frame *place* of *line*."""
    played = [Played(f.fact, f.move, f.entry > line.resumed) for f in line.frames[place + 1 :]]
    return level_of(played, game.about.undo_level, now, by)


def undo(game: AnyGame, line: Line, place: int, now: int, agreed: bool, by: str) -> Undone:
    """Going back to frame *place*: taken back, or refused with what it would need."""
    if not 0 <= place < len(line.frames) - 1:
        return Undone(refused(Refusal("T10", Say("undo.nothing"))))
    level = undo_level(game, line, place, now, by)
    steps = len(line.frames) - 1 - place
    if level.needs_agreement and not agreed:
        key = "undo.needs_others" if level is UndoLevel.MIS_PLAY else "undo.needs_all"
        return Undone(refused(Refusal("T10", Say(key, {"n": steps}))), level=level)
    note = Note(Say("undo.done", {"n": steps}), "T10")
    frame = line.frames[place]
    ruling = Ruling(Verdict.ACCEPTED, "T10", notes=(note,))
    return Undone(ruling, to=frame.entry, level=level, agreed=agreed, position=fingerprint(game, frame.state))


def override(game: AnyGame, line: Line, position: JSON, says: str) -> Overridden:
    """The table has agreed on *position*; what it leaves out stays as it is."""
    try:
        now = game.write_position(line.state)
        state = game.read_position({**now, **position})
        value = game.write_position(state)
        _can_go_on(game, state, line.state)
    except Exception as error:  # whatever the people have agreed on, if it cannot be played they hear why
        log.info("a position that was agreed on is none: %s", error)  # in English, for who writes programs
        why = Say("table.cannot_go_on")
        return Overridden(refused(Refusal("T11", why)), says=says)
    note = Note(Say("table.agreed", {"says": says}), "T11")
    ruling = Ruling(Verdict.ACCEPTED, "T11", notes=(note,))
    return Overridden(ruling, value, says, fingerprint(game, state))


def _can_go_on(game: AnyGame, state: Any, before: Any) -> None:
    """Raise unless the game can be played on from *state*."""
    if state.seats != before.seats:
        raise ValueError(f"expected the seats {before.seats!r}, got {state.seats!r}")
    game.asks(state)
    game.scores(state)
    game.view(state)
    game.outcome(state)


def correct(game: AnyGame, line: Line, entry: int, heard: Heard, value: JSON) -> Corrected:
    """What was *heard* in *entry* should have been read as *value*: everything after it is judged again.

    Something that was refused or not clear may be corrected until the game has gone on.
    """
    place = line.place_of(entry)
    if place is None and line.frames[-1].entry > entry:
        return Corrected(refused(Refusal("T12", Say("table.no_reading"))), entry)
    fact = msgspec.structs.replace(heard.fact, value=value, source=Source.AGREEMENT, sure=1.0, choices=())
    before = line.frames[place - 1] if place else line.frames[-1]
    later = line.frames[place + 1 :] if place else ()
    judgement = judge_word(game, before.state, game.asks(before.state), Word(fact, proposed=heard.proposed))
    if judgement.ruling.verdict is not Verdict.ACCEPTED:
        why = judgement.ruling.why or Say("table.not_understood")
        return Corrected(refused(Refusal(judgement.ruling.rule or "T12", why)), entry)
    stands, trouble = _still_stand(game, judgement.state, later)
    if trouble is not None:
        why = Say("table.later_moves", {"why": trouble.says})
        return Corrected(refused(Refusal("T12", why)), entry)
    note = Note(Say("table.corrected"), "T12")
    ruling = msgspec.structs.replace(judgement.ruling, notes=(*judgement.ruling.notes, note))
    return Corrected(ruling, entry, fact, fingerprint(game, stands))


def _still_stand(game: AnyGame, state: Any, later: tuple[Frame, ...]) -> tuple[Any, Refusal | None]:
    """The state after the *later* moves, or the first reason why one of them cannot stand any more."""
    for frame in later:
        if frame.move is None:
            return state, Refusal("T12", Say("table.agreement_between"))
        judgement = judge_move(game, state, frame.move)
        if judgement.ruling.verdict is not Verdict.ACCEPTED:
            ruling = judgement.ruling
            return state, Refusal(ruling.rule, ruling.why or Say("table.not_understood"))
        state = judgement.state
    return state, None


# --- which card may have been read wrongly, where somebody counts what cannot be ---

AT_MOST = 3  # slips that are offered
LATELY = 20  # moves: whoever is asked about something older does not remember it


class Slip(msgspec.Struct, frozen=True):
    """The reading of *entry* should have been *value*: then what was counted can be."""

    entry: int
    value: JSON
    says: Say


def likely_slips(game: AnyGame, line: Line, ask: Ask, number: int) -> tuple[Slip, ...]:
    """The latest readings of which one card, seen as another, makes *number* an answer to *ask*."""
    return tuple(islice(_slips(game, line.frames, ask, number), AT_MOST))


def _slips(game: AnyGame, frames: tuple[Frame, ...], ask: Ask, number: int) -> Iterator[Slip]:
    kinds = sorted({card for frame in frames for card in _cards(frame)} - {UNKNOWN})
    for place in range(len(frames) - 1, max(0, len(frames) - 1 - LATELY), -1):
        frame = frames[place]
        for card in dict.fromkeys(_cards(frame)):
            for other in kinds:
                value = _with_another(frame, card, other)
                if other != card and _makes_sense(game, frames, place, value, ask, number):
                    assert frame.fact is not None
                    names = {"card": f"@card.{card}|{card}", "other": f"@card.{other}|{other}"}
                    yield Slip(frame.entry, value, Say("table.slip", {"seat": frame.fact.seat, **names}))


def _cards(frame: Frame) -> list[str]:
    fact = frame.fact
    if fact is None or fact.kind is not Kind.CARD or not isinstance(fact.value, dict) or not fact.seat:
        return []
    return [str(card) for card in fact.value.get("cards", ())]


def _with_another(frame: Frame, card: str, other: str) -> JSON:
    """The reading of *frame* with *other* instead of one *card*."""
    cards = _cards(frame)
    cards[cards.index(card)] = other
    assert frame.fact is not None and isinstance(frame.fact.value, dict)
    return {**frame.fact.value, "cards": cards}


def _makes_sense(
    game: AnyGame, frames: tuple[Frame, ...], place: int, value: JSON, ask: Ask, number: int
) -> bool:
    """Whether all that was played since can have been played, and *number* can be counted then."""
    fact, state = frames[place].fact, frames[place - 1].state
    asked = next((one for one in game.asks(state) if fact is not None and one.id == fact.ask), None)
    if fact is None or asked is None:
        return False
    try:
        move = game.understand(state, asked, msgspec.structs.replace(fact, value=value))
        if isinstance(move, Question) or game.refuse(state, move) is not None:
            return False
        state = game.play(state, move).state
        for later in frames[place + 1 :]:
            if later.move is None:
                return False
            move = game.read_move(later.move)
            if game.refuse(state, move) is not None:
                return False
            state = game.play(state, move).state
    except (ValueError, TypeError, LookupError, AttributeError):
        return False
    again = next((one for one in game.asks(state) if one.id == ask.id), None)
    return again is not None and again.low <= number <= again.high
