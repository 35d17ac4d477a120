"""One whole playthrough as the vectors write it down, played through the real rules with open hands."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from companion import cards
from companion.asks import MS
from companion.games.abspecken import flow
from companion.games.abspecken import moves as m
from companion.games.abspecken.flow import due, first_roller
from companion.games.abspecken.game import Abspecken, read_position
from companion.games.abspecken.lab.candidates import possible_discards
from companion.games.abspecken.state import AbspeckenOptions, AbspeckenState, Call, Phase, points_of
from companion.games.abspecken.turn import take_order, waiting
from companion.rulings import Refusal

Vector = Mapping[str, Any]

# What a refused move is called in the vectors: by its rule, else by what it was
_BY_RULE = {"A13": "COULD_DISCARD", "A21": "EARLY"}
_BY_MOVE: dict[type[Any], str] = {
    m.Roll: "PIG_NOT_ALLOWED",
    m.Give: "GIFT_NOT_POSSIBLE",
    m.Lay: "ILLEGAL_DISCARD",
    m.Cannot: "ALREADY_ACTED",
    m.Take: "TAKE_NOT_POSSIBLE",
}


class Playthrough:
    """Plays moves one after the other and keeps what was refused, with the seat that did it."""

    def __init__(self, state: AbspeckenState) -> None:
        self.state = state
        self.errors: list[str] = []
        self.calls: tuple[Call, ...] = ()
        self._referee = Abspecken()

    def attempt(self, move: m.AbspeckenMove) -> bool:
        """Plays *move* unless it is refused."""
        refusal = self._referee.refuse(self.state, move)
        if refusal is None:
            self.state = self._referee.play(self.state, move).state
        else:
            self._note(move, refusal)
        return refusal is None

    def _note(self, move: m.AbspeckenMove, refusal: Refusal) -> None:
        """Only the first error of a seat is told: what comes after follows from it."""
        if not any(error.endswith(f":{move.seat}") for error in self.errors):
            code = _BY_RULE.get(refusal.rule) or _BY_MOVE[type(move)]
            self.errors.append(f"{code}:{move.seat}")


def judged(vector: Vector, options: AbspeckenOptions) -> dict[str, Any]:
    """Everything that a vector may expect of its playthrough."""
    roll = {"roller": vector["seats"][0], **vector["roll"]}
    table = Playthrough(_position(vector, options, roll["roller"]))
    _roll(table, roll)
    _give(table, vector.get("gift"))
    able = {seat: bool(possible_discards(table.state, seat)) for seat in table.state.seats}
    for seat, laid in vector.get("discards", {}).items():
        table.attempt(m.Lay(seat=seat, cards=tuple(map(str, laid))))
    _call(table, vector.get("cannot", ()))
    order = take_order(replace(table.state, calls=table.calls, roller=roll["roller"]))
    _take(table, list(vector.get("takes", ())))
    return {"errors": table.errors, "can": able, "take_order": list(order), **_end(table.state)}


def _position(vector: Vector, options: AbspeckenOptions, roller: str) -> AbspeckenState:
    """A Piggy Die in the roll means that it is in the game, unless the vector says otherwise."""
    switches = {**vector, **vector.get("rules", {}), **vector.get("switches", {})}
    piggy = options.piggy or "piggy" not in switches
    written = {**msgspec.to_builtins(options), "piggy": piggy}
    return read_position(
        {
            "seats": vector["seats"],
            "players": vector["players"],
            "roller": roller,
            "youngest": vector.get("youngest", vector["seats"][0]),
            "phase": "roll_offer",
            "options": written,
        }
    )


def _roll(table: Playthrough, roll: Vector) -> None:
    """A Piggy Die that was not allowed counts as put aside."""
    pips, ban = tuple(roll["dice"]), str(roll["ban"])
    rolled = m.Roll(seat=roll["roller"], pips=pips, ban=ban, pig=_pig(roll.get("pig")))
    if not table.attempt(rolled):
        table.attempt(replace(rolled, pig=""))
    grim = m.PickUp(seat=roll["roller"])
    if table.state.rolled and table.state.rolled.pig == "grim":
        table.attempt(grim)


def _pig(face: Any) -> Any:
    """The vectors write the numbers of the Piggy Die as 1 to 3."""
    text = str(face or "").lstrip("+-±")
    return f"+-{text}" if text.isdigit() else text


def _give(table: Playthrough, gift: Vector | None) -> None:
    if gift:
        card = str(gift.get("card", cards.UNKNOWN))
        table.attempt(m.Give(seat=table.state.roller, to=gift["to"], card=card))
    if table.state.phase in (Phase.READ, Phase.PIG):
        table.state = replace(table.state, phase=Phase.ACT)


def _call(table: Playthrough, calls: Any) -> None:
    """In the order of their times, as the table hands them to the referee."""
    for seat, ms in sorted(calls, key=lambda call: call[1]):
        t = round(ms * MS)
        if table.attempt(m.Cannot(seat=seat, t=t)):
            table.calls = (*table.calls, Call(seat, t))


def _take(table: Playthrough, takes: list[Vector]) -> None:
    """Each caller takes when it is his turn or passes; whatever takes are left over are refused."""
    if table.state.phase is Phase.ACT:  # somebody has done nothing, or nothing that may stand
        table.state = flow.serve(replace(table.state, phase=Phase.TAKE)).state
    while table.state.phase is Phase.TAKE:
        caller = waiting(table.state)[0]
        take = next((take for take in takes if take["by"] == caller), None)
        if take is not None:
            takes.remove(take)
        if take is None or not table.attempt(_as_move(take)):
            table.state = flow.serve(flow.served(table.state, caller)).state
    for take in takes:
        table.attempt(_as_move(take))


def _as_move(take: Vector) -> m.Take:
    return m.Take(seat=take["by"], victim=take["from"], card=str(take.get("card", cards.UNKNOWN)))


def _end(state: AbspeckenState) -> dict[str, Any]:
    """The table after the takes, before and after refilling."""
    over = state.phase is Phase.SCORE
    refill = {seat: due(state, seat) if state.phase is Phase.REFILL else 0 for seat in state.seats}
    hands = {seat: state.player(seat).hand for seat in state.seats}
    piles = {seat: state.player(seat).pile for seat in state.seats}
    return {
        "out": list(state.out),
        "round_over": over,
        "hand_before_refill": {seat: _numbers(hand) for seat, hand in hands.items()},
        "refill": refill,
        "size": {seat: len(hand) + refill[seat] for seat, hand in hands.items()},
        "pile": {seat: _numbers(pile) for seat, pile in piles.items()},
        "pile_top": {seat: _numbers(pile[-1:])[0] if pile else None for seat, pile in piles.items()},
        "points": {seat: points_of(state.player(seat).own) for seat in state.seats},
        "next_roller": _next_roller(state),
    }


def _next_roller(state: AbspeckenState) -> str:
    if state.phase is Phase.SCORE:
        return first_roller(state)
    return state.next_roller() if state.phase is Phase.REFILL else state.roller


def _numbers(held: tuple[str, ...]) -> list[int | str]:
    return [int(card) if card.isdigit() else card for card in held]
