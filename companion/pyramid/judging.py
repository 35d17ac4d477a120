"""What the games with a pyramid judge and play alike: rows for their tables of `companion.game.Rules`."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from companion.game import Move, Step
from companion.pyramid.agree import Agree, Seen, learnt, refuse_seen, trouble
from companion.rulings import Refusal, against, tell

Judge = Callable[[Any, Any], Refusal | None]


def whoever_sits_here(over: str, stranger: str) -> Judge:
    """Judges every move: none comes after the end, by the rule *over*, and nobody else moves than a seat."""

    def refuse(state: Any, move: Move) -> Refusal | None:
        if state.phase == "over":
            return against(over, "refused.over")
        if move.seat and move.seat not in state.seats:
            return against(stranger, "refused.no_such_seat", name=move.seat)
        return None

    return refuse


def only_in(rule: str, key: str, *phases: str) -> Judge:
    """Judges a move that is for these *phases* alone."""
    return lambda state, move: None if state.phase in phases else against(rule, f"refused.{key}")


def once_built(rule: str, stock: Mapping[str, int]) -> Judge:
    """Judges another pyramid that the table agrees on: there must have been one before."""

    def refuse(state: Any, move: Agree) -> Refusal | None:
        if state.phase == "build":
            return against(rule, "refused.not_built")
        return trouble(move.pyramid, stock)

    return refuse


def lies_as_agreed(rule: str) -> Callable[[Any, Agree], Step[Any]]:
    """Plays another pyramid that the table has agreed on."""
    agreed = (tell(rule, "note.agreed"),)
    return lambda state, move: Step(replace(state, pyramid=move.pyramid), agreed)


def refuse_reading(state: Any, move: Seen) -> Refusal | None:
    return refuse_seen(state.pyramid, move.pyramid)


def play_reading(state: Any, move: Seen) -> Step[Any]:
    return Step(replace(state, pyramid=learnt(state.pyramid, move.pyramid)))
