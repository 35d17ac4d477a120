"""A pulled plug loses nothing that was told and invents nothing (T13): processes killed while they write."""

import os
import shutil
import signal
import zlib
from random import Random

import msgspec
import pytest

from companion.asks import Fact, Kind, Source
from companion.clock import HandClock, SystemClock
from companion.journal import Journal
from companion.record import replay_record
from companion.rulings import Ruling
from companion.seats import seats_named
from companion.table import Table
from tests.companion.small_game import GAME
from tests.companion.small_game.sitting import NAMES

CUTS = 12


def find(name):
    return GAME


def mark(ruling):
    return zlib.crc32(msgspec.json.encode(ruling, order="sorted"))


def play_on(place, write, random):
    """Resume the game, or begin one, and play until somebody pulls the plug."""
    clock = SystemClock()
    journal = Journal.open(place, clock)
    while True:
        table = Table.resume(journal, clock, find=find)
        table = table or Table.start(GAME, seats_named(NAMES), {"goal": 30}, journal, clock)
        write(f"asks {table.game_id} {','.join(ask.id for ask in table.asks)}")
        table.listen(lambda a: write(f"told {a.entry} {mark(a.ruling)}"))
        while not table.over:
            fact = something(table, clock, random)
            write(f"did {fact.t}")
            table.hear(fact)
            if random.random() < 0.1:
                table.undo(agreed=True)
            if random.random() < 0.5:
                table.propose({"move": "none"})  # calls that wait are decided before it, without their grace


def something(table, clock, random):
    t = clock.now()
    kind = table.asks[0].kind if random.random() < 0.9 else Kind.NUMBER
    match kind:
        case Kind.DICE:
            return Fact(kind, {"pips": [random.randint(0, 6)]}, t, Source.CAMERA)
        case Kind.CALL:
            return Fact(kind, "mine", t, Source.TOUCH, random.choice(NAMES))
        case _:
            return Fact(kind, random.random() < 0.5, t, Source.TOUCH, random.choice(NAMES))


def pulled(place, seed):
    """What a process has told before it was killed while it was playing."""
    random = Random(seed)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            play_on(place, lambda line: os.write(writing, f"{line}\n".encode()), random)
        finally:
            os._exit(1)
    os.close(writing)
    lines = []
    with os.fdopen(reading) as told:
        for _, line in zip(range(random.randint(2, 60)), told, strict=False):
            lines.append(line)
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        lines += told.readlines()
    assert os.WIFSIGNALED(status), "the process had ended by itself"
    return [line.split() for line in lines if line.endswith("\n")]


def check_cuts(place, seeds):
    told, did = {}, set()
    for seed in seeds:
        lines = pulled(place, seed)
        told |= {int(line[1]): int(line[2]) for line in lines if line[0] == "told"}
        did |= {int(line[1]) for line in lines if line[0] == "did"}
        with Journal.open(place, HandClock()) as journal:
            assert journal.trouble is None
            check_one_cut(journal, lines, told, did)
    with Journal.open(place, HandClock()) as journal:
        for row in journal.games():
            assert replay_record(journal.entries(row.id), find).findings == ()
    return len(told)


def check_one_cut(journal, lines, told, did):
    assert journal.verify().good
    entries = {entry.id: entry for entry in journal.entries()}
    for number, ruling in told.items():
        assert mark(msgspec.convert(entries[number].read()["ruling"], Ruling)) == ruling
    for entry in entries.values():
        fact = entry.read().get("fact")
        if fact and fact["kind"] != "choice":
            assert fact["t"] in did, "a fact that nobody has told of"
    table = Table.resume(journal, HandClock(), find=find)
    if table is not None:
        assert [ask.id for ask in table.asks] == [ask.id for ask in GAME.asks(table.state)]


def test_t13_no_told_ruling_is_lost_and_none_invented(tmp_path):
    assert check_cuts(tmp_path / "journal.db", range(CUTS)) > CUTS


@pytest.mark.parametrize("seed", range(12))
def test_a_log_that_was_torn_while_it_was_written_holds_a_whole_beginning(tmp_path, seed):
    """What a disk may leave of writes that nobody was told of: a write-ahead log that ends anywhere."""
    random = Random(seed)
    place, torn = tmp_path / "journal.db", tmp_path / "torn.db"
    journal = Journal.open(place, HandClock())
    for number in range(30):
        journal.append(
            0, [("start", {"game": "small", "number": number, "text": "x" * random.randint(0, 3000)})]
        )
    written = journal.entries()
    shutil.copyfile(place, torn)
    log = (tmp_path / "journal.db-wal").read_bytes()
    (tmp_path / "torn.db-wal").write_bytes(
        log[: random.randint(0, len(log))] + random.randbytes(random.randint(0, 999))
    )

    with Journal.open(torn, HandClock()) as rest:
        assert rest.trouble is None
        assert rest.entries() == written[: len(rest.entries())]
        assert rest.verify().good
    journal.close()


@pytest.mark.long
@pytest.mark.parametrize("first", range(1000, 3000, 100))
def test_t13_no_told_ruling_is_lost_and_none_invented_in_many_cuts(tmp_path, first):
    assert check_cuts(tmp_path / "journal.db", range(first, first + 100)) > 100
