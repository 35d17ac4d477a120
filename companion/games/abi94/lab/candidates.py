"""Every move that could be legal as far as the table knows."""

from collections.abc import Sequence

from companion.games.abi94 import moves as m
from companion.games.abi94.bot import plays
from companion.games.abi94.handing_in import exam_so_far, may_hand_in_now
from companion.games.abi94.projects import most_swaps
from companion.games.abi94.state import AbiState, Pending, answers, deck, in_game, is_exam
from companion.lab.candidates import Candidates


def candidates(state: AbiState, seat: str) -> Sequence[m.AbiMove]:
    """What *seat* could do. Opening a hand is left out: what it shows is not the table's to choose."""
    match state.phase:
        case "deal":
            return [m.Deal(seat=seat)] if seat in in_game(state) else []
        case "swap" if seat in state.starters and state.pupils[seat].swapped < 0:
            return [m.Swap(seat=seat, count=n) for n in range(most_swaps(state) + 1)]
        case "lead" if seat in state.starters:
            return [m.Lead(seat=seat, leader=name) for name in state.starters]
        case "turn":
            turn, hand_in = _turn(state, seat), _hand_in(state, seat)
            return (*turn, *hand_in) if hand_in else turn
        case "window":
            return (*_window(state, seat), *_hand_in(state, seat))
        case "stress" if seat in in_game(state) and not state.pupils[seat].tested:
            return [m.Test(seat=seat, face=face) for face in range(10)]
    return []


def _turn(state: AbiState, seat: str) -> Sequence[m.AbiMove]:
    if state.pending is not None:
        return _settling(state, state.pending) if state.pending.seat == seat else []
    ways = list(plays(state, seat)) if seat == state.turn else []
    return Candidates(lambda way: m.Play(seat=seat, card=way[0], target=way[1], only=way[2]), ways)


def _settling(state: AbiState, pending: Pending) -> Sequence[m.AbiMove]:
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


def _hand_in(state: AbiState, seat: str) -> Sequence[m.AbiMove]:
    if not may_hand_in_now(state, seat):
        return ()
    if is_exam(state) and exam_so_far(state, seat).missing:
        return m.HandIn(seat=seat), m.HandIn(seat=seat, sure=True)
    return (m.HandIn(seat=seat),)


def _window(state: AbiState, seat: str) -> Sequence[m.AbiMove]:
    moves: list[m.AbiMove] = []
    if may_hand_in_now(state, seat) and not state.pupils[seat].ready:
        moves.append(m.Ready(seat=seat))
    if seat in in_game(state):
        moves.append(m.Close(seat=seat))
    return moves
