"""Playthroughs of Abi '94 as vectors write them: moves with a result each, and the table afterwards."""

from collections.abc import Sequence
from typing import Any

import msgspec

from companion.games.abi94 import GAME
from companion.games.abi94 import moves as m
from companion.games.abi94.deck import AbiOptions
from companion.games.abi94.state import BOX, AbiState, active
from companion.rulings import Refusal

# what a refusal is called there
RESULTS = {
    "refused.already_received": "already_received",
    "refused.manta.received": "already_received",
    "refused.manta.played": "target_already_played",
    "refused.must_follow": "must_follow_suit",
    "refused.not_your_turn": "not_your_turn",
    "refused.all_have_played": "not_your_turn",
    "refused.no_mamapapa": "no_mamapapa",
    "refused.no_such_minus": "no_such_minus",
    "refused.no_card_this_round": "no_card_this_round",
    "refused.handed_in_already": "already_handed_in",
    "refused.has_handed_in": "target_handed_in",
    "refused.round_not_complete": "round_not_complete",
    "refused.not_a_neighbour": "not_a_neighbour",
    "refused.no_such_answer": "no_such_answer",
    "refused.no_answer": "no_such_answer",
    "refused.no_cheating": "no_cheating",
    "refused.pending.cover": "resolve_pending",
    "refused.pending.copy": "resolve_pending",
    "refused.pending.roll": "resolve_pending",
    "refused.pending.sure": "resolve_pending",
}
REFUSED = "refused"  # any other refusal


def playthrough(
    moves: Sequence[Sequence[Any]], position: dict[str, Any], expected: dict[str, Any], options: AbiOptions
) -> dict[str, Any]:
    """What each of the *moves* came to, and the table afterwards."""
    state, results = _start(position, options), []
    for told in moves:
        state, result = _do(state, told)
        results.append(result)
    wanted = expected.get("results", results)
    alike = [_alike(*pair) for pair in zip(results, wanted, strict=True)]
    return {**_told(state, expected), "results": alike}


def _alike(got: str, wanted: str) -> str:
    """*got*; but where a refusal is wanted under a name that we do not have, any refusal is that one."""
    unheard = wanted != "ok" and wanted not in RESULTS.values()
    return wanted if unheard and got != "ok" else got


def _start(position: dict[str, Any], options: AbiOptions) -> AbiState:
    seats = position["players"]
    pupils: dict[str, dict[str, Any]] = {seat: {} for seat in seats}
    for seat in seats:
        pupil = pupils[seat]
        for key, ours in (("fronts", "before"), ("chips", "chips"), ("hands", "hand"), ("caught", "caught")):
            if seat in position.get(key, {}):
                pupil[ours] = position[key][seat]
        if seat in position.get("nullified", {}):
            pupil["covered"] = position["nullified"][seat]
        if seat in position.get("hand_counts", {}):
            pupil["hand"] = ["?"] * position["hand_counts"][seat]
    return GAME.read_position(
        {
            "seats": seats,
            "options": msgspec.to_builtins(options),
            "phase": "turn",
            "project": 4 if position.get("phase") == "abitur" else 1,
            "round": position.get("round", 1),
            "leader": position.get("leader", seats[0]),
            "box": position.get("box", BOX),
            "pupils": pupils,
        }
    )


def _do(state: AbiState, told: Sequence[Any]) -> tuple[AbiState, str]:
    """One line of a playthrough, which may be two of our moves; nothing changes if it is refused."""
    before, refusal = state, None
    for move in _moves(state, told):
        refusal = GAME.refuse(state, move)
        if refusal is not None:
            return before, _called(refusal)
        state = GAME.play(state, move).state
    return state, "ok"


def _called(refusal: Refusal) -> str:
    return RESULTS.get(refusal.says.key, REFUSED)


def _moves(state: AbiState, told: Sequence[Any]) -> Sequence[m.AbiMove]:
    match list(told):
        case ["play", actor, target, card]:
            return (m.Play(seat=actor, target=target, card=card),)
        case ["cheat", player, neighbour, card, die]:
            return (m.Name(seat=player, neighbour=neighbour, card=card), m.Roll(seat=player, face=die))
        case ["nocheat", player]:
            return (m.Decline(seat=player),)
        case ["attach", player, card]:
            return (m.Cover(seat=player, card=card),)
        case ["handin", player]:
            return (m.HandIn(seat=player, sure=True),)
        case ["redraw", _]:  # happens by itself when the turn comes
            return ()
        case ["ready" | "confirm", player]:
            return (m.Ready(seat=player),)
        case ["close"]:
            return _close(state)
    raise ValueError(f"expected play, cheat, nocheat, attach, handin or close, got {told!r}")


def _close(state: AbiState) -> Sequence[m.AbiMove]:
    """The referee closes; where all have to confirm, they do."""
    if state.options.window != "all_confirm" or state.phase != "window":
        return (m.Close(),)
    return tuple(m.Ready(seat=seat) for seat in active(state) if state.pupils[seat].received) or (m.Close(),)


def _told(state: AbiState, expected: dict[str, Any]) -> dict[str, Any]:
    pupils = state.pupils
    return {
        "scores": {seat: _score(state, seat) for seat in state.seats if _score(state, seat) is not None},
        "active": list(active(state)),
        "turn": state.turn or None,
        "leader": state.leader,
        "round": state.round,
        "over": state.phase not in ("turn", "window"),
        "box": state.box,
        "caught": {seat: pupil.caught for seat, pupil in pupils.items()},
        "chips": {seat: pupil.chips for seat, pupil in pupils.items()},
        "fronts": {seat: list(pupil.front) for seat, pupil in pupils.items()},
        "nullified": {seat: list(pupil.covered) for seat, pupil in pupils.items()},
        "cheat": {seat: list(pupil.copied) for seat, pupil in pupils.items()},
        "hand_counts": {seat: len(pupil.hand) for seat, pupil in pupils.items()},
        "flags": _flags(state, expected.get("flags", ())),
    }


def _score(state: AbiState, seat: str) -> int | str | None:
    pupil = state.pupils[seat]
    if pupil.exam is not None:
        return "ejected" if pupil.exam.ejected else pupil.exam.net
    return pupil.result


def _flags(state: AbiState, expected: Sequence[Any]) -> list[Any]:
    """The late proofs, each as fully as the expectation tells it: a seat, seat and card, or an object."""
    shape = expected[0] if expected else ""
    if isinstance(shape, list):
        return [[flag.seat, flag.card, flag.round][: len(shape)] for flag in state.flags]
    if isinstance(shape, dict):
        names: dict[str, str] = {"player": "seat"}
        return [{k: getattr(flag, names.get(k, k), None) for k in map(str, shape)} for flag in state.flags]
    if ":" in shape:
        return [f"{flag.seat}:{flag.card}" for flag in state.flags]
    return [flag.seat for flag in state.flags]
