"""Journal files that are damaged: set aside, rescued as far as they are whole, and told in words."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random

from msgspec import Struct

from companion.clock import HandClock
from companion.journal import Journal
from companion.journal.connect import beside
from companion.words import languages, words_of
from ui.lab.trials.torn import Recording

ENDINGS = ("", "-wal", "-shm")
HOW = ("one bit", "a page of zeros", "cut off", "noise", "another file")


class Break(Struct, frozen=True):
    """What became of one damaged file."""

    how: str
    told: bool = False  # whether there was anything to tell the family
    wrong: str = ""


def damage(folder: Path, recording: Recording, random: Random) -> Break:
    """Damage the files of *recording* in some way, open them, and see what is left."""
    how, place = random.choice(HOW), folder / "broken.sqlite"
    for leftover in folder.glob("broken*"):
        leftover.unlink()
    main, log, _ = (recording.after.get(file, b"") for file in beside(recording.place))
    main_file, log_file, _ = beside(place)
    main_file.write_bytes(_damaged(main, how, random))
    log_file.write_bytes(log if random.random() < 0.5 else _damaged(log, how, random))
    try:
        with Journal.open(place, HandClock()) as journal:
            return Break(how, journal.trouble is not None, _what_is_wrong(journal, place, recording.entries))
    except Exception as error:  # whatever lies there, opening a journal never fails
        return Break(how, wrong=f"{type(error).__name__}: {error}")


def _damaged(content: bytes, how: str, random: Random) -> bytes:
    if not content:
        return content
    spoilt, at = bytearray(content), random.randrange(len(content))
    match how:
        case "one bit":
            spoilt[at] ^= 1 << random.randrange(8)
        case "a page of zeros":
            spoilt[at : at + 4096] = bytes(len(spoilt[at : at + 4096]))
        case "cut off":
            return content[:at]
        case "noise":
            part = spoilt[at : at + random.randrange(1, 5000)]
            spoilt[at : at + len(part)] = random.randbytes(len(part))
        case _:
            return random.randbytes(random.randrange(9000))
    return bytes(spoilt)


def every_bit(folder: Path, step: int = 1, first: int = 0, part: int = 0) -> Iterator[Break]:
    """Flip each *step*-th bit of a small journal, from the *first* on, each in a journal of its own.

    *part* 0 is the file itself; 1 its log and 2 the log's index, as a pulled plug leaves them.
    """
    place = folder / "bits" / "journal.sqlite"
    with Journal.open(place, HandClock()) as journal:
        play_shortly(journal, 2, moves=3)
    _in_small_pages(place)
    with Journal.open(place, HandClock()) as journal:
        if part:
            play_shortly(journal, 1, moves=1)
        written = tuple((entry.id, entry.hash) for entry in journal.entries())
        contents = [file.read_bytes() for file in beside(place)] if part else []
    contents = contents or [place.read_bytes()]
    for bit in range(first, 8 * len(contents[part]), step):
        for leftover in place.parent.iterdir():
            leftover.unlink()
        for number, (file, content) in enumerate(zip(beside(place), contents, strict=False)):
            spoilt = bytearray(content)
            if number == part:
                spoilt[bit // 8] ^= 1 << bit % 8
            file.write_bytes(spoilt)
        try:
            with Journal.open(place, HandClock()) as journal:
                told = journal.trouble is not None
                wrong = _what_is_wrong(journal, place, written) or _wrong_after_a_bit(journal, written)
        except Exception as error:
            told, wrong = False, f"{type(error).__name__}: {error}"
        yield Break("one bit", told, f"bit {bit} of {place.name}{ENDINGS[part]}: {wrong}" if wrong else "")


def _in_small_pages(place: Path) -> None:
    """The same journal with as little room between its entries as there can be."""
    connection = sqlite3.connect(place, isolation_level=None)
    for said in (
        "PRAGMA journal_mode = DELETE",
        "PRAGMA page_size = 512",
        "VACUUM",
        "PRAGMA journal_mode = WAL",
    ):
        connection.execute(said).fetchall()
    connection.close()


def play_shortly(journal: Journal, games: int, moves: int = 9) -> None:
    """Some short games."""
    for number in range(games):
        first = journal.append(0, [("start", {"game": "sums", "number": number})])[0]
        journal.append(first.id, [("fact", {"move": move, "text": "7" * 40 * move}) for move in range(moves)])
        journal.append(first.id, [("end", {"winner": "Ana"})])


def _wrong_after_a_bit(journal: Journal, written: tuple[tuple[int, str], ...]) -> str:
    """Whether something is missing that nobody tells of, or cannot be gone on with."""
    found = tuple((entry.id, entry.hash) for entry in journal.entries() if entry.kind != "salvage")
    trouble = journal.trouble
    if trouble is None and found != written:
        return "entries are missing, and nobody says so"
    if trouble is not None and trouble.rescued != len(found):
        return f"{trouble.rescued} entries are told of, and {len(found)} are there"
    games = [game.id for evening in list(journal.each_evening()) for game in evening.games]
    if trouble is None and len(games) != sum(entry.kind == "start" for entry in journal.entries()):
        return f"there are {len(games)} games"
    journal.append(0, [("start", {"game": "sums"})])
    return "" if journal.games()[0].id == journal.entries()[-1].id else "the next game is not found"


def _what_is_wrong(journal: Journal, place: Path, written: tuple[tuple[int, str], ...]) -> str:
    known = dict(written)
    for entry in journal.entries():
        if entry.kind != "salvage" and known.get(entry.id, entry.hash) != entry.hash:
            return f"entry {entry.id} says something that was never written"
    if not journal.verify().good:
        return "what was rescued has a chain that does not hold"
    trouble = journal.trouble
    if trouble is None:
        return ""
    if not trouble.says.key.startswith("journal.broken"):
        return f"a damaged file is told of as {trouble.says.key}"
    if not Path(trouble.aside).exists():
        return "the broken file was not set aside"
    words = words_of("companion")
    if any(not words.say(trouble.says, language).strip() for language in languages()):
        return f"there are no words for {trouble.says.key}"
    return ""
