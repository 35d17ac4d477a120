"""Who was first: presses in groups, each group a tie; the evidence of a decision, and the decision from it.

The published rule: the earliest press opens a group. Every press that ties with *that* press belongs to it,
and so does every press between the two. Then the next press opens the next group.

Why a group hangs on its earliest press, and not on a chain of neighbours: with chains five presses, each
0.9 ms after the one before, would be one tie although the last came 3.6 ms after the first. A group is an
interval of time, so nobody who was measured earlier is ever ranked behind somebody of a later group.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum

import msgspec

from companion.asks import MS
from companion.calls.buttons import Fairness, Glitch, Lost, Press


class Group(msgspec.Struct, frozen=True):
    """Presses that are a tie; `gap`: nanoseconds from the very first press of all to the first of these."""

    presses: tuple[Press, ...]
    gap: int

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(press.seat for press in self.presses)

    @property
    def is_tie(self) -> bool:
        return len(self.presses) > 1


def window(first: Press, second: Press, fairness: Fairness) -> int:
    """The widest gap at which these two are a tie: the coarser source's window and what each is unsure of."""
    return fairness.window(first.source, second.source) + first.uncertainty + second.uncertainty


def tied(first: Press, second: Press, fairness: Fairness) -> bool:
    """Whether nobody can fairly say which of the two was first."""
    return abs(first.t - second.t) <= window(first, second, fairness)


def rank(presses: Iterable[Press], fairness: Fairness | None = None) -> tuple[Group, ...]:
    """All seats' first presses in groups, earliest first. The order of *presses* does not matter."""
    rules = fairness or Fairness()
    rest = _first_of_each_seat(presses)
    start = rest[0].t if rest else 0
    groups = []
    while rest:
        earliest = [press for press in rest if press.t == rest[0].t]
        last = max(press.t for press in rest if any(tied(one, press, rules) for one in earliest))
        group = [press for press in rest if press.t <= last]
        groups.append(Group(tuple(group), rest[0].t - start))
        rest = rest[len(group) :]
    return tuple(groups)


def _first_of_each_seat(presses: Iterable[Press]) -> list[Press]:
    """By time. For equal times the name keeps the order of the list stable; it never decides a tie."""
    firsts: dict[str, Press] = {}
    for press in sorted(presses, key=lambda p: (p.t, p.seat, p.uncertainty, p.source)):
        firsts.setdefault(press.seat, press)
    return list(firsts.values())


# --- the decision ---


class Verdict(StrEnum):
    """The verdict on one press."""

    COUNTS = "counts"
    AGAIN = "again"  # the same seat had called already
    EARLY = "early"  # before it was asked for
    HELD = "held"  # the button was down since before
    LATE = "late"  # after another call had closed it
    DELAYED = "delayed"  # made in time, but it reached us after the decision
    UNKNOWN = "unknown"  # button events got lost: nobody can say who was first


class Evidence(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was known when the decision was made. Stored with it in the journal."""

    presses: tuple[Press, ...]
    fairness: Fairness
    decided: int  # when the grace was over
    handicaps: dict[str, int] = {}  # milliseconds taken off, by seat (rule T15)
    ties: tuple[tuple[str, ...], ...] = ()  # for each tie its seats, in the order of the game's tie rule
    lost: tuple[Lost, ...] = ()
    glitches: tuple[Glitch, ...] = ()  # pulses that were too short to be a press
    contested: bool = True  # whether another seat could have called as well


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of one press: its place from 1 on, 0 if it does not count, and by how much it came later."""

    seat: str
    verdict: Verdict
    place: int = 0
    gap: int = 0  # nanoseconds after the first that counts; for early and late ones: by how much
    tie: bool = False


class Decision(msgspec.Struct, frozen=True):
    """Every press with its place, those that count first, in order."""

    standings: tuple[Standing, ...]

    @property
    def order(self) -> tuple[str, ...]:
        return tuple(s.seat for s in self.standings if s.verdict is Verdict.COUNTS)


def groups(evidence: Evidence) -> tuple[Group, ...]:
    """The presses that count, ranked, with the published handicaps taken off."""
    counting = [p for p in evidence.presses if _outside(p, evidence) is None]
    return rank([_handicapped(p, evidence.handicaps) for p in counting], evidence.fairness)


def decide(evidence: Evidence) -> Decision:
    """The decision that follows from *evidence* alone."""
    ranked = groups(evidence)
    tie_order = {frozenset(tie): tie for tie in evidence.ties}
    standings: list[Standing] = []
    for group in ranked:
        at = {press.seat: press.t for press in group.presses}
        first = ranked[0].presses[0].t
        for seat in tie_order.get(frozenset(group.seats), group.seats):
            place = len(standings) + 1
            standings.append(Standing(seat, Verdict.COUNTS, place, at[seat] - first, group.is_tie))
    return Decision((*standings, *_others(evidence, ranked)))


def _others(evidence: Evidence, ranked: Iterable[Group]) -> Iterable[Standing]:
    used = Counter((press.seat, press.t) for group in ranked for press in group.presses)
    for press in sorted(evidence.presses, key=lambda p: (p.t, p.seat)):
        outside = _outside(press, evidence)
        key = (press.seat, _handicapped(press, evidence.handicaps).t)
        if outside is not None:
            yield Standing(press.seat, outside, gap=_by_how_much(press, outside))
        elif used[key]:
            used[key] -= 1
        else:
            yield Standing(press.seat, Verdict.AGAIN)


def _outside(press: Press, evidence: Evidence) -> Verdict | None:
    """Why *press* cannot count, whatever the others did; None if it can."""
    if press.held:
        return Verdict.HELD
    if press.again:
        return Verdict.AGAIN
    if press.closed:
        return Verdict.LATE if press.t >= press.closed else Verdict.DELAYED
    if press.t < press.armed:
        return Verdict.EARLY
    if evidence.contested and any(_in_doubt(press, lost) for lost in evidence.lost):
        return Verdict.UNKNOWN
    return None


def _in_doubt(press: Press, lost: Lost) -> bool:
    """Whether somebody could have called before *press*, while it was asked for, unheard by us."""
    return press.t >= lost.after and lost.before >= press.armed


def _by_how_much(press: Press, verdict: Verdict) -> int:
    if verdict in (Verdict.LATE, Verdict.DELAYED):
        return abs(press.t - press.closed)
    return press.armed - press.t if verdict in (Verdict.EARLY, Verdict.HELD) else 0


def _handicapped(press: Press, handicaps: Mapping[str, int]) -> Press:
    return msgspec.structs.replace(press, t=press.t - handicaps.get(press.seat, 0) * MS)
