"""Which card may have been read wrongly, where somebody counts what cannot be. Pure."""

from collections.abc import Iterator
from itertools import islice

import msgspec
from msgspec import Struct

from companion.asks import Ask, Say
from companion.cards import UNKNOWN
from companion.facts import JSON, Kind
from companion.game import AnyGame
from companion.rulings import Question
from companion.table.line import Frame, Line

AT_MOST = 3  # slips that are offered
LATELY = 20  # moves: whoever is asked about something older does not remember it


class Slip(Struct, frozen=True):
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
