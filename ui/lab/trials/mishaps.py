"""What goes wrong at a family table besides the wires, each injected where it really happens.

Every mishap leaves the truth as it is, so whatever the companion makes of it can be compared afterwards.
"""

import contextlib
import resource
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from companion.asks import JSON, MS, Fact, Kind, Source
from companion.clock import HandClock
from companion.journal import Journal
from companion.rulings import Verdict
from companion.table import Table

HOUR = 3600 * 1000 * MS
LONG = "x" * 50_000  # more than any page of the journal has room for


class Wrong(Exception):  # noqa: N818
    """The companion has not borne a mishap as it should; the text says how."""


@contextlib.contextmanager
def no_room() -> Iterator[None]:
    """The kernel lets no file grow any more, as when the disk is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def full_disk(table: Table, clock: HandClock, random: Random) -> None:
    """The disk is full for a while: what comes in is refused in words and changes nothing."""
    if table.over:
        return
    before, asks = table.state, table.asks
    with no_room():
        ruling = table.hear(Fact(Kind.NUMBER, LONG, clock.now(), Source.TOUCH))
    if ruling is not None and ruling.rule != "T13":
        raise Wrong(f"with a full disk a fact was {ruling.verdict} by {ruling.rule or 'no rule'}")
    if ruling is not None and (table.state is not before or table.asks != asks):
        raise Wrong("a fact that was not written has changed the table")


def clock_jumps(table: Table, clock: HandClock, random: Random) -> None:
    """Somebody, or the network, sets the calendar; the game knows only the other clock."""
    before, asks = table.state, table.asks
    clock.set_wall(max(0, clock.wall() + random.randrange(-400 * 24, 400 * 24) * HOUR))
    table.tick()
    if table.state is not before or table.asks != asks:
        raise Wrong("the calendar has moved the game")


def nonsense(table: Table, clock: HandClock, random: Random) -> None:
    """A guest touches whatever there is; none of it answers anything."""
    before = table.state
    wild: JSON = random.choice(
        (None, -1, 10**30, "", "🎲", {"cards": 3}, {"pips": [[]]}, ["?"] * 50, {"a": {}})
    )
    kind = random.choice([kind for kind in Kind if kind is not Kind.TIME])
    fact = Fact(
        kind, wild, clock.now(), Source.TOUCH, random.choice(("", "Nobody", *_names(table))), "no-such"
    )
    ruling = table.hear(fact)
    if ruling is not None and ruling.verdict is Verdict.ACCEPTED:
        raise Wrong(f"nonsense was accepted: {fact.kind} {fact.value!r}")
    if ruling is not None and table.state is not before:
        raise Wrong("nonsense has changed the table")


def _names(table: Table) -> list[str]:
    return [seat.name for seat in table.seats]


def pulled_plug(table: Table, place: Path, clock: HandClock, journal: Journal) -> tuple[Table, Journal]:
    """The power goes and comes back: a new program, the same file, the same ask."""
    state, asks, over = table.state, table.asks, table.over
    journal.close()  # nothing of the table is told that it ends
    again = Journal.open(place, clock)
    if again.trouble is not None:
        raise Wrong(f"after a pulled plug the journal tells {again.trouble.says.key}")
    resumed = Table.resume(again, clock, table.game_id)
    if resumed is None:
        raise Wrong("after a pulled plug there was no game to go on with")
    if resumed.state != state or resumed.asks != asks or resumed.over != over:
        raise Wrong("after a pulled plug the table did not stand as before")
    return resumed, again


Mishap = Callable[[Table, HandClock, Random], None]
AT_ONCE: dict[str, Mishap] = {"full disk": full_disk, "clock jumps": clock_jumps, "nonsense": nonsense}
