"""What is fuzzed: each target takes any bytes, and whatever it raises is a find."""

import os
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from companion.asks import Fact
from companion.clock import HandClock
from companion.config import from_environment, from_file, from_flags, load
from companion.games import all_games
from companion.journal import Journal
from companion.lab import conform
from companion.lab.candidates import legal
from companion.lab.referee_loop import RefereeLoop
from companion.lab.short_pyramid import read_pyramid
from companion.record import RecordFailed, read_record, replay_record, write_record
from companion.seats import seats_named
from companion.table import Table
from tests.fuzz.guided import LONGEST

Target = Callable[[bytes], None]
NAMES = ("Ada", "Ben", "Cem")
OURS = ("companion", "vision", "ui", "hardware")  # the code whose places count as reached


@cache
def folder() -> Path:
    """Where files are written for those who read files: in memory, where that can be."""
    memory = Path("/dev/shm")
    return Path(tempfile.mkdtemp(prefix="fuzz-", dir=memory if os.access(memory, os.W_OK) else None))


def _game(data: bytes) -> tuple[str, bytes]:
    """The first byte chooses the game, the rest is for it."""
    games = sorted(all_games())
    return games[data[0] % len(games)] if data else games[0], data[1:]


@cache
def _loop(name: str) -> RefereeLoop:
    return RefereeLoop(all_games()[name], NAMES[: max(2, all_games()[name].about.seats[0])])


def referee(data: bytes) -> None:
    """Lines for the referee: moves, positions, facts. Each answer is one line of JSON."""
    name, rest = _game(data)
    for line in rest.decode("utf-8", "replace").splitlines()[:5]:
        answer = _loop(name).answer(line)
        msgspec.json.decode(answer)
        assert "\n" not in answer, "an answer of more than one line"


@cache
def _table(name: str) -> Table:
    clock, game = HandClock(10**9), all_games()[name]
    seats = seats_named(NAMES[: max(2, game.about.seats[0])])
    return Table.start(game, seats, {}, Journal.open(":memory:", clock), clock)


def facts(data: bytes) -> None:
    """Facts as a second program may send them: the table rules on each and never falls."""
    name, rest = _game(data)
    try:
        fact = msgspec.json.decode(rest, type=Fact)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return
    table = _table(name)
    table.hear(fact)
    table.tick()


def notation(data: bytes) -> None:
    """Moves, positions and options of every game, and pyramids."""
    name, rest = _game(data)
    game = all_games()[name]
    try:
        value = msgspec.json.decode(rest)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return
    readers: tuple[Callable[[object], object], ...] = (
        game.read_move,
        game.read_position,
        read_pyramid,
        *((game.read_options,) if isinstance(value, dict) else ()),
    )
    for read in readers:
        try:
            read(value)
        except (ValueError, TypeError, LookupError, RecursionError):
            continue  # what every caller of the notation expects, and puts into words


def vectors(data: bytes) -> None:
    """Vector files: each vector passes, fails or tells its trouble."""
    file = folder() / "vectors.json"
    file.write_bytes(data)
    try:
        for result in conform.run_file(file):
            assert isinstance(result.passed, bool)
    except (ValueError, KeyError, RecursionError):
        return  # told by the command as one sentence


def config(data: bytes) -> None:
    """Configuration from a file, from variables and from flags."""
    from ui.settings import Settings  # noqa: PLC0415

    file = folder() / "config.toml"
    file.write_bytes(data)
    words = data.decode("utf-8", "replace").replace("\0", "").splitlines()[:8]
    variables = {f"COMPANION_{w.partition('=')[0].upper()}": w.partition("=")[2] for w in words}
    layers = [from_file(file), from_environment(variables, Settings), from_flags(words)]
    loaded = load(Settings, layers)
    assert isinstance(loaded.settings, Settings)
    assert list(loaded.listed())


def record(data: bytes) -> None:
    """Records of games, read and replayed."""
    try:
        entries = read_record(data.decode("utf-8", "replace").splitlines())
        replay_record(entries)
    except RecordFailed:
        return


def a_record(name: str, moves: int) -> bytes:
    """What is written down of the first *moves* of a game, without the words above the entries."""
    clock, game, random = HandClock(10**9), all_games()[name], Random(1)
    with Journal.open(":memory:", clock) as journal:
        table = Table.start(game, seats_named(NAMES[: game.about.seats[1]]), {}, journal, clock)
        while moves and not table.over:
            moves_now = [move for seat in table.state.seats for move in legal(game, table.state, seat)]
            table.propose(game.write_move(random.choice(moves_now)))
            moves -= 1
        lines = write_record(journal, table.game_id, secrets=True)
        return "\n".join(line for line in lines if not line.startswith("#")).encode()


def some_notation() -> tuple[bytes, ...]:
    """A position and a move of every game, some moves after its beginning."""
    found = []
    for number, name in enumerate(sorted(all_games())):
        game, random = all_games()[name], Random(2)
        state = game.start(NAMES[: max(2, game.about.seats[0])], game.options())
        for _ in range(4):
            move = random.choice([move for seat in state.seats for move in legal(game, state, seat)])
            state = game.play(state, move).state
            found.append(bytes([number]) + msgspec.json.encode(game.write_move(move)))
        found.append(bytes([number]) + msgspec.json.encode(game.write_position(state)))
    return tuple(seed for seed in found if len(seed) < LONGEST)


def some_lines() -> tuple[bytes, ...]:
    """What a program says to the referee of every game: a position, then a move and a fact in it."""
    found = []
    for number, name in enumerate(sorted(all_games())):
        game, random = all_games()[name], Random(3)
        state = game.start(NAMES[: max(2, game.about.seats[0])], game.options())
        for _ in range(4):
            moves = [move for seat in state.seats for move in legal(game, state, seat)]
            position, move = game.write_position(state), game.write_move(random.choice(moves))
            ask = game.asks(state)[0]
            lines = (
                {"do": "set", "position": position},
                {"do": "move", "move": move},
                {"do": "fact", "kind": ask.kind, "value": True, "seat": state.seats[0], "ask": ask.id},
            )
            found.append(bytes([number]) + b"\n".join(msgspec.json.encode(line) for line in lines))
            state = game.play(state, game.read_move(move)).state
    return tuple(seed for seed in found if len(seed) < LONGEST)


def some_vectors() -> tuple[bytes, ...]:
    """The first vector of each kind, where somebody has told where vectors lie."""
    folder, first = os.environ.get("COMPANION_VECTORS"), dict[tuple[str, str], Any]()
    for file in sorted(Path(folder).glob("*.json")) if folder else ():
        data = msgspec.json.decode(file.read_bytes())
        for vector in data["vectors"] if isinstance(data, dict) else data:
            first.setdefault((file.name, str(vector.get("kind", vector.get("op")))), vector)
    return tuple(
        seed for seed in map(msgspec.json.encode, ([v] for v in first.values())) if len(seed) < LONGEST
    )


TOSS = (
    b'[{"kind":"toss","id":"a","order":["A","B","C"],"turn":"B","top":"m7","events":[{"t":800,"who":"C",'
    b'"what":"toss","card":"m7"},{"t":900,"who":"B","what":"play","card":"m2"}],'
    b'"expect":{"outcome":[["C","ok"],["B","void"]],"turn":"A"}}]'
)
PLAY = (
    b'[{"kind":"play","id":"a","position":{"players":["A","B","C","D"],"leader":"A"},"moves":'
    b'[["play","A","A","+1"]],"switches":{},"expect":{"results":["ok"]}}]'
)


@cache
def _some_journal() -> tuple[bytes, bytes]:
    place = folder() / "good.sqlite"
    with Journal.open(place, HandClock()) as journal:
        for n in range(20):
            journal.append(0, [("start", {"game": "sums", "n": n, "text": "x" * 99})])
        return place.read_bytes(), place.with_name("good.sqlite-wal").read_bytes()


def journal(data: bytes) -> None:
    """Journal files: the data are put over a good one, somewhere. Opening never fails."""
    main, log = map(bytearray, _some_journal())
    at = int.from_bytes(data[:3], "big")
    patched = log if data[:1] and data[0] & 1 else main
    at %= max(1, len(patched))
    patched[at : at + len(data[3:])] = data[3:]
    place = folder() / "journal.sqlite"
    for leftover in folder().glob("journal*"):
        leftover.unlink()
    place.write_bytes(main)
    place.with_name("journal.sqlite-wal").write_bytes(log)
    with Journal.open(place, HandClock()) as opened:
        opened.entries()
        assert opened.verify().good


def pictures(data: bytes) -> None:
    """Picture files with any head and any content."""
    from vision.files import open_one, stated_size  # noqa: PLC0415

    stated = stated_size(data)
    if stated is not None and stated.pixels > 4_000_000:
        return  # opened at a quarter of its size, which only takes time
    file = folder() / "picture"
    file.write_bytes(data)
    opened = open_one(file)
    assert (opened.picture is None) == bool(opened.error)


TARGETS: dict[str, Target] = {
    "referee": referee,
    "facts": facts,
    "notation": notation,
    "vectors": vectors,
    "config": config,
    "record": record,
    "journal": journal,
    "pictures": pictures,
}

DEEP, LONG = b"[" * 3000, b"9" * 4500  # what goes on and on: brackets, and the digits of a number

SEEDS: dict[str, tuple[bytes, ...]] = {
    "referee": (
        b'\0{"do":"asks"}',
        b'\1{"do":"move","move":{"move":"roll","seat":"Ada"}}',
        b'\2{"do":"legal"}',
        b'\3{"do":' + DEEP,
        b'\4{"do":"move","move":{"number":' + LONG + b"}}",
        *some_lines(),
    ),
    "facts": (
        b'\1{"kind":"dice","value":{"pips":[3,5],"colour":["red"]},"t":1,"source":"camera"}',
        b'\3{"kind":"card","value":{"place":"row","cards":["QH"]},"t":2,"source":"touch","seat":"Ada"}',
        b'\4{"kind":"pyramid","value":{"cells":[{"ijk":[0,0,8],"colour":"r","faces":{"-i":3}}]},"t":3,'
        b'"source":"camera","sure":0.5,"choices":[{"dice":{"0,0,8":"r123"}}]}',
        b'\5{"kind":"call","value":"stop","t":9,"source":"button","seat":"Ben"}',
        b'\6{"kind":"number","value":7,"t":5,"source":"keyboard"}',
        b'\7{"kind":"number","value":' + DEEP + b"]" * len(DEEP) + b',"t":5,"source":"keyboard"}',
        b'\1{"kind":"number","value":' + LONG + b',"t":5,"source":"keyboard"}',
    ),
    "notation": (
        b'\0{"move":"play","seat":"Ada","card":"+2"}',
        b'\3{"dice":{"0,0,8":"r123"}}',
        b'\5{"seats":["Ada","Ben"]}',
        b'\7{"tie_ms":5}',
        *some_notation(),
        b"\1" + DEEP + b"]" * len(DEEP),
        b'\2{"cards":"' + DEEP + b'"}',
    ),
    "vectors": (
        b'[{"kind":"legal","id":"a","situation":{}}]',
        b'[{"op":"scores"}]',
        DEEP,
        TOSS,
        PLAY,
        *some_vectors(),
    ),
    "config": (
        b"[sound]\nvolume=40\n",
        b"sound.volume=40\nwiring.chip=x\n",
        b"[calls]\nbutton_ms=1.5\n",
        b"[sound]\nvolume=" + DEEP,
        b"[sound]\nvolume=" + LONG,
        b"sound.volume=" + LONG,
    ),
    "record": (
        b'{"record":1}\n{"id":1,"game":1,"t":0,"wall":0,"kind":"start","body":"{}","previous":"","hash":""}',
        *(a_record(name, 2) for name in ("abspecken", "abstrac", "sums")),
        a_record("dice_march", 1),
    ),
    "journal": (b"\0\0\0SQLite format 3", b"\1\x10\0\xff\xff\xff\xff", b"\0\x20\0" + bytes(64)),
    "pictures": (
        b"\x89PNG\r\n\x1a\n" + bytes(32) + b"IEND",
        b"\xff\xd8\xff\xc0\0\x11\x08\0\x10\0\x10\xff\xd9",
        b"BM",
    ),
}
WORDS: tuple[bytes, ...] = (
    *(b"null true false [] {} 0 -1 1e999 1e-9 99999999999999999999".split()),
    *(b'"kind" "value" "seat" "move" "dice" "cards" "place" "t" "do" "start" "set" "undo" "fact"'.split()),
    b'"\\ud800"',
    "🎲".encode(),
    b"\0",
    b"\xff\xfe",
    b"[" * 60,
)
