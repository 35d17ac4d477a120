"""Who is unlucky: palms until one is left, rock, paper, scissors for two (W46)."""

from collections.abc import Mapping

from msgspec import Struct

from companion.game import Step, certain
from companion.games.wobble import attack, flow
from companion.games.wobble.moves import Vote
from companion.games.wobble.state import WobbleState, replace
from companion.rulings import Refusal, against, tell

PALMS, SIGNS = ("up", "down"), ("R", "P", "S")
BEATS = {"R": "S", "P": "R", "S": "P"}


class Count(Struct, frozen=True):
    """What a round of hands leads to: who is still in, or who is hit."""

    still: tuple[str, ...]
    again: bool = False  # AW-40: equal or unanimous: everybody once more
    loser: str = ""


def count_palms(shown: Mapping[str, str]) -> Count:
    """The majority is safe, the minority goes on; AW-40: equal or unanimous hands are shown again."""
    up = tuple(seat for seat, palm in shown.items() if palm == "up")
    down = tuple(seat for seat in shown if seat not in up)
    minority = min(up, down, key=len)
    if not minority or len(up) == len(down):
        return Count(tuple(shown), again=True)
    return Count(minority, loser=minority[0] if len(minority) == 1 else "")


def count_signs(shown: Mapping[str, str]) -> Count:
    """Two people: the loser is hit; equal signs are shown again."""
    (one, a), (other, b) = shown.items()
    if a == b:
        return Count(tuple(shown), again=True)
    return Count((one, other), loser=other if BEATS[a] == b else one)


def wanted(state: WobbleState) -> tuple[str, ...]:
    """What hands can show now."""
    return SIGNS if state.voting and len(state.voting.still) == 2 else PALMS


def refuse_vote(state: WobbleState, move: Vote) -> Refusal | None:
    voting = state.voting
    if state.phase != "vote" or voting is None:
        return flow.not_now("W46", move.seat)
    if move.seat not in voting.still or move.seat in voting.shown:
        return against("W46", "refused.no_vote", seat=move.seat)
    if move.show not in wanted(state):
        return against("W46", "refused.other_sign", signs=[f"@sign.{s}" for s in wanted(state)])
    return None


def vote(state: WobbleState, move: Vote) -> Step[WobbleState]:
    voting = certain(state.voting)
    shown = {**voting.shown, move.seat: move.show}
    if len(shown) < len(voting.still):
        return Step(replace(state, voting=replace(voting, shown=shown)))
    shown = {seat: shown[seat] for seat in voting.still}
    count = count_signs(shown) if len(shown) == 2 else count_palms(shown)
    if count.loser:
        note = tell("W46", "note.unlucky", count.loser)
        return attack.redirected(state, count.loser, voting.seat, certain(state.attack).absent).after(note)
    key = "note.vote_again" if count.again else "note.vote_on"
    note = tell("W46", key, seats=list(count.still))
    return Step(replace(state, voting=replace(voting, still=count.still, shown={})), (note,))
