"""Tables of ABspecken at different moments of an evening, for the pages to show."""

from functools import cache
from random import Random
from typing import Any, NamedTuple

import numpy as np
from msgspec.structs import replace

from companion.asks import MS, Fact, Kind, Say, Source
from companion.calls.buttons import Edge
from companion.clock import HandClock
from companion.games.abspecken import GAME
from companion.journal import Journal
from companion.lab.candidates import legal
from companion.people.luck import SHARES
from companion.people.profiles import Profile, keep
from companion.seats import Seat
from companion.sightings import DieSeen, Frame, Seen, Sighting
from companion.table import Table
from ui.screen.guests import Guests, join, join_bot
from ui.screen.ports import Look
from ui.screen.rooms import Rooms
from ui.screen.sitting import Sitting

NAMES = ("Anna", "Ben", "Clara", "Dennis", "Elfriede")


def guests(count: int = 3, buttons: bool = False) -> Guests:
    """The first *count* of five people, with buttons 1, 2, … or without."""
    seated: Guests = ()
    for number, name in enumerate(NAMES[:count], start=1):
        seated = join(seated, name, str(number) if buttons else "")
    return seated


def seats(count: int = 3) -> list[Seat]:
    return [Seat(g.name, g.colour, g.shape, g.letter, "de", str(n)) for n, g in enumerate(guests(count), 1)]


def sit(rooms: Rooms, count: int = 3, name: str = "abspecken", **options: Any) -> Sitting:
    game = rooms.games[name]
    return Sitting.begin(game, seats(count), game.read_options(options), rooms)


def abspecken_here(rooms: Rooms) -> Sitting:
    """Mia plays alone against two bots; the five cards of each are to be picked."""
    company = join_bot(join_bot(join((), "Mia"), "Ada", "easy"), "Ben", "easy")
    seated = [replace(guest.seat("de"), acts=bool(guest.bot)) for guest in company]
    sitting = Sitting.begin(GAME, seated, GAME.read_options(GAME.about.here), rooms)
    touch(sitting, Kind.CHOICE, "Mia")
    return sitting


def touch(sitting: Sitting, kind: Kind, value: Any, seat: str = "", ask: str = "") -> None:
    clock = sitting._rooms.clock
    clock.advance(900 * MS)
    sitting.hear(Fact(kind, value, clock.now(), Source.TOUCH, seat, ask))


def rolled(rooms: Rooms, count: int = 3, **options: Any) -> Sitting:
    """The first roll of a game lies there, three and five, and blue is barred."""
    sitting = sit(rooms, count, **options)
    touch(sitting, Kind.CHOICE, NAMES[0])
    for name in NAMES[:count]:
        touch(sitting, Kind.CONFIRM, True, name)
    touch(sitting, Kind.DICE, {"pips": [3, 5], "colour": ["blue"]})
    assert sitting.table.view.dice, "the dice should lie there"
    return sitting


def called(rooms: Rooms, count: int = 4) -> Sitting:
    """One has discarded, two have called, the second 312 ms after the first."""
    sitting = rolled(rooms, count)
    clock = rooms.clock
    touch(sitting, Kind.CARD, {"place": "discard:Anna", "cards": ["2", "6"]}, "Anna")
    clock.advance(2000 * MS)
    for line, after in (("3", 0), ("2", 312)):
        clock.advance(after * MS)
        sitting.feel(Edge(line, clock.now(), True))
        clock.advance(60 * MS)
        sitting.feel(Edge(line, clock.now(), False))
        clock.advance(-0)
    clock.advance(400 * MS)
    sitting.tick()
    return sitting


def counting(rooms: Rooms) -> Sitting:
    """A round is over; what is left in Ben's pile is counted."""
    sitting = sit(rooms, 2)
    players = {
        "Anna": {"hand": ["5", "6"], "draw": []},
        "Ben": {"hand": ["?", "?"], "own": ["2", "3", "5", "6", "6"], "pile": []},
    }
    rolled = {"pips": [5, 6], "ban": "1"}
    sitting.agree_on({"phase": "act", "players": players, "rolled": rolled}, "for the test")
    for seat, cards in (("Ben", ["5"]), ("Anna", ["6", "5"])):
        place = f"discard:{seat}"
        touch(sitting, Kind.CARD, {"place": place, "cards": cards}, seat, place)
    assert sitting.table.state.phase == "score"
    return sitting


def refused(rooms: Rooms) -> Sitting:
    """Somebody has laid cards that do not fit."""
    sitting = rolled(rooms)
    touch(sitting, Kind.CARD, {"place": "discard:Ben", "cards": ["6", "6"]}, "Ben")
    assert sitting.scene().banner is not None
    return sitting


def seen(rooms: Rooms) -> Sitting:
    """The dice were read by the camera, and the picture of them lies beside."""
    sitting = rolled(rooms)
    picture = np.full((360, 640, 3), (60, 90, 40), np.uint8)
    boxes = [(150.0, 120.0, 70.0, 70.0), (290.0, 170.0, 70.0, 70.0), (420.0, 110.0, 70.0, 70.0)]
    for left, top, width, height in boxes:
        picture[int(top) : int(top + height), int(left) : int(left + width)] = (235, 245, 250)
    dice = tuple(DieSeen("pips", value, box, 0.99) for value, box in zip(("3", "5", "4"), boxes, strict=True))
    now = rooms.clock.now()
    sitting.looked(Look(Sighting(now, Seen.SETTLED, dice), Frame(picture, now)))
    return sitting


def finished(rooms: Rooms, count: int = 3, seed: int = 7) -> Sitting:
    """A whole game of random legal moves has been played."""
    sitting, random = sit(rooms, count, limit=60), Random(seed)
    table = sitting.table
    while table.outcome is None:
        rooms.clock.advance(700 * MS)
        movers = [
            (seat, move) for seat in table.state.seats for move in legal(sitting.game, table.state, seat)
        ]
        _seat, move = random.choice(movers)
        table.propose(sitting.game.write_move(move), Source.SIMULATED)
    sitting.wake()
    return sitting


def choose(finger: Any, name: str = "abspecken") -> None:
    """The game is settled; now who plays?"""
    finger.app.stage.choose(finger.app.rooms.games[name])
    finger.app.go("players")
    finger.step()


class Played(NamedTuple):
    """A game of the journal."""

    game_id: int


def season(rooms: Rooms, games: int = 3) -> list[Played]:
    """Games played to the end on several evenings, with rolls that came as facts."""
    ann = keep(rooms.journal, Profile("Anna", "red", "circle", "A"))
    found = []
    for seed in range(games):
        assert isinstance(rooms.clock, HandClock)
        rooms.clock.advance(9 * 3600 * 10**9)
        entries = rooms.journal.append(0, [*whole_game(seed, ann.id)])
        found.append(Played(entries[0].id))
    return found


@cache
def whole_game(seed: int, person: int) -> tuple[tuple[str, Any], ...]:
    """The entries of a game of ABspecken, played once for all tests."""
    clock, random = HandClock(10**12), Random(seed)
    journal = Journal.open(":memory:", clock)
    seats = [Seat("Anna", "red", "circle", "A", person=person), Seat("Ben", "blue", "square", "B")]
    table = Table.start(GAME, seats, {"limit": 60}, journal, clock)
    while table.outcome is None:
        clock.advance(700 * MS)
        moves = [move for seat in table.state.seats for move in legal(GAME, table.state, seat)]
        move = GAME.write_move(random.choice(moves))
        if move["move"] == "roll":
            value = {"pips": move["pips"], "colour": [random.choice(tuple(SHARES["colour"]))]}
            table.hear(Fact(Kind.DICE, value, clock.now(), Source.SIMULATED))
        else:
            table.propose(move, Source.SIMULATED)
    return tuple((entry.kind, entry.read()) for entry in journal.entries())


def abspecken() -> dict[str, Any]:
    return {"abspecken": GAME}


__all__ = ["Say"]
