"""Journal files that are damaged: set aside, rescued as far as they are whole, and told in words."""

from pathlib import Path
from random import Random

from msgspec import Struct

from companion.clock import HandClock
from companion.journal import Journal
from companion.journal.connect import beside
from companion.words import LANGUAGES, words_of
from ui.lab.trials.torn import Recording

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
            return Break(how, journal.trouble is not None, _what_is_wrong(journal, place, recording))
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


def _what_is_wrong(journal: Journal, place: Path, recording: Recording) -> str:
    known = dict(recording.entries)
    for entry in journal.entries():
        if entry.kind != "salvage" and known.get(entry.id, entry.hash) != entry.hash:
            return f"entry {entry.id} says something that was never written"
    if not journal.verify().good:
        return "what was rescued has a chain that does not hold"
    trouble = journal.trouble
    if trouble is None:
        return ""
    if not trouble.in_memory and not Path(trouble.aside).exists():
        return "the broken file was not set aside"
    words = words_of("companion")
    if any(not words.say(trouble.says, language).strip() for language in LANGUAGES):
        return f"there are no words for {trouble.says.key}"
    return ""
