"""Every move that could be legal as far as the table knows."""

from collections.abc import Iterable
from functools import lru_cache

from companion.games.abi94 import moves as m
from companion.games.abi94.deck import MANTA
from companion.games.abi94.handing_in import exam_so_far, may_hand_in
from companion.games.abi94.knowledge import kinds_in_hand, must_follow
from companion.games.abi94.laying import why_no_manta
from companion.games.abi94.projects import most_swaps
from companion.games.abi94.state import (
    AbiState,
    Pending,
    active,
    answers,
    deck,
    in_game,
    is_exam,
    open_slots,
)


def candidates(state: AbiState, seat: str) -> Iterable[m.AbiMove]:
    """What *seat* could do. Opening a hand is left out: what it shows is not the table's to choose."""
    match state.phase:
        case "deal":
            return [m.Deal(seat=seat)] if seat in in_game(state) else []
        case "swap" if seat in state.starters and state.pupils[seat].swapped < 0:
            return [m.Swap(seat=seat, count=n) for n in range(most_swaps(state) + 1)]
        case "lead" if seat in state.starters:
            return [m.Lead(seat=seat, leader=name) for name in state.starters]
        case "turn":
            return (*_turn(state, seat), *_hand_in(state, seat))
        case "window":
            return (*_window(state, seat), *_hand_in(state, seat))
        case "stress" if seat in in_game(state) and not state.pupils[seat].tested:
            return [m.Test(seat=seat, face=face) for face in range(10)]
    return []


def _turn(state: AbiState, seat: str) -> Iterable[m.AbiMove]:
    if state.pending is not None:
        return _settling(state, state.pending) if state.pending.seat == seat else []
    return _plays(state, seat) if seat == state.turn else []


def _settling(state: AbiState, pending: Pending) -> Iterable[m.AbiMove]:
    seat = pending.seat
    match pending.what:
        case "cover":
            free = dict.fromkeys(state.pupils[seat].open_minus(deck(state)))
            return [m.Cover(seat=seat, card=card) for card in free]
        case "copy":
            named = [m.Name(seat=seat, neighbour=other, card=card) for other, card in answers(state, seat)]
            return [m.Decline(seat=seat), *named]
        case "roll":
            return [m.Roll(seat=seat, face=face) for face in range(10)]
        case _:
            return [m.Keep(seat=seat)]


def _plays(state: AbiState, seat: str) -> Iterable[m.AbiMove]:
    box, free = deck(state), open_slots(state)
    bound = must_follow(state, seat)
    hit = tuple([target for target in active(state) if why_no_manta(state, target) is None])
    for card in bound or kinds_in_hand(state, seat):
        if box.effect(card) != MANTA:
            yield from _laid(seat, card, free)
        elif hit:
            yield from _laid(seat, card, hit)
        else:
            yield from _laid(seat, card, free, only=True)


@lru_cache(maxsize=1024)
def _laid(seat: str, card: str, targets: tuple[str, ...], only: bool = False) -> tuple[m.Play, ...]:
    return tuple(m.Play(seat=seat, target=target, card=card, only=only) for target in targets)


def _hand_in(state: AbiState, seat: str) -> Iterable[m.AbiMove]:
    if seat not in may_hand_in(state):
        return
    yield m.HandIn(seat=seat)
    if is_exam(state) and exam_so_far(state, seat).missing:
        yield m.HandIn(seat=seat, sure=True)


def _window(state: AbiState, seat: str) -> Iterable[m.AbiMove]:
    if seat in may_hand_in(state):
        yield m.Ready(seat=seat)
    if seat in in_game(state):
        yield m.Close(seat=seat)
