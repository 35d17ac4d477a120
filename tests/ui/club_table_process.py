"""One table of a simulated club, as a process that can be killed: plays so many games and then stays there.

`python club_table_process.py FOLDER BROKER NAME SEED GAMES`
"""

import sys
import threading
import time
from pathlib import Path
from random import Random

from companion.clock import HandClock
from companion.games import find_game
from companion.journal import Journal
from companion.lab.family import family_class
from companion.seats import seats_named
from companion.table import Table
from ui.lab.compared import ComparedEvening, PlainSenses
from ui.settings import KeptPreferences
from ui.stream.club.table import ClubTable
from ui.stream.settings import ClubSettings

GAMES = ("buzzer", "buzzer", "buzzer", "abstrac")
ENOUGH = 2_000  # happenings


def main(folder: Path, broker: str, name: str, seed: int, wanted: int) -> None:
    random, clock = Random(seed + time.time_ns()), HandClock(10**15, time.time_ns())
    journal = Journal.open(folder / "journal.sqlite", clock)
    settings = ClubSettings(mqtt=broker, league="Sommer 26", table=name)
    club = ClubTable(settings, journal, folder / "journal.sqlite", KeptPreferences(folder / "p.json"))
    while (before := Table.resume(journal, clock)) is not None:  # that somebody was killed in
        before.leave()
    while sum(row.ending is not None and "outcome" in row.ending for row in journal.games()) < wanted:
        play(journal, clock, random, club, [f"{name} {n}" for n in range(3)])
        time.sleep(random.uniform(0, 0.3))
    threading.Event().wait()


def play(journal: Journal, clock: HandClock, random: Random, club: ClubTable, names: list[str]) -> None:
    game = find_game(random.choice(GAMES))
    names = names[: game.about.seats[1]]
    clock.set_wall(max(clock.wall(), time.time_ns()))
    table = Table.start(game, seats_named(names), game.options(), journal, clock)
    table.listen(lambda news: club.heard(news, table))
    club.heard(None, table)
    for undone in (False, random.random() < 0.3):
        if undone:  # somebody objects, and the game ends a second time
            table.undo(agreed=True)
            time.sleep(random.uniform(0, 0.2))
        family = family_class(game)(game, tuple(names), game.options(), random, 0.0)
        ComparedEvening(table, family, clock, PlainSenses(clock)).play(ENOUGH)
        assert table.over


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5]))
