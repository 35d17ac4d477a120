"""Who was first: presses in groups, each group a tie.

The published rule: the earliest press opens a group. Every press that ties with *that* press belongs to it,
and so does every press between the two. Then the next press opens the next group.

Why a group hangs on its earliest press, and not on a chain of neighbours: with chains five presses, each
0.9 ms after the one before, would be one tie although the last came 3.6 ms after the first. A group is an
interval of time, so nobody who was measured earlier is ever ranked behind somebody of a later group.
"""

from collections.abc import Iterable

from msgspec import Struct

from companion.calls.edges import Fairness, Press


class Group(Struct, frozen=True):
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
