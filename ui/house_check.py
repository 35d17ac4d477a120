"""What the doctor says of the house itself: its settings, its journal and its games."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from companion.clock import Clock
from companion.config import Loaded
from companion.journal import Journal
from companion.journal.examine import trouble_in_one_more
from companion.words import words_of
from hardware.findings import Finding, broken, ok, warning
from ui.settings import Settings


def house_findings(
    loaded: Loaded[Settings],
    journal: Path,
    games: int,
    left_out: Mapping[str, str],
    clock: Clock,
    language: str,
) -> tuple[Finding, ...]:
    """How the house is: *games* can be played, *left_out* are those that cannot be loaded, and why."""
    return (
        *settings_findings(loaded),
        *journal_findings(journal, clock, language),
        *games_findings(games, left_out),
    )


def settings_findings(loaded: Loaded[Settings]) -> Iterator[Finding]:
    """A setting that cannot be used is a warning: the value before it is in force."""
    for problem in loaded.problems:
        yield warning(
            "settings", "settings_problem", origin=problem.origin, what=problem.what, hint=problem.next_step
        )
    if not loaded.problems:
        yield ok("settings", "settings_ok")


def journal_findings(place: Path, clock: Clock, language: str) -> Iterator[Finding]:
    """Opens the journal as the app would (a broken one is rescued on the way) and examines every entry."""
    if not place.exists():
        yield ok("journal", "journal_empty")
        return
    with Journal.open(place, clock) as journal:
        if journal.trouble is not None and not journal.trouble.held_by:
            how = broken if journal.trouble.in_memory else warning
            told = words_of("companion").say(journal.trouble.says, language)
            yield how("journal", "journal_trouble", trouble=told)
            if journal.trouble.in_memory:
                return
        yield from journal_examined(journal, place)


def journal_examined(journal: Journal, place: Path) -> Iterator[Finding]:
    """Every entry of *journal* and its chain, and whether one more can be written at *place*."""
    check, known = journal.verify(), journal.trouble
    trouble = (known.why if known else "") or check.trouble or trouble_in_one_more(place)
    if not check.good or trouble:
        places = [*(str(number) for number in check.broken[:3]), trouble]
        yield broken("journal", "journal_damaged", places=", ".join(filter(None, places)))
    elif known is None or known.held_by:
        yield ok("journal", "journal_ok", entries=check.entries, games=len(journal.games()))


def games_findings(games: int, left_out: Mapping[str, str]) -> Iterator[Finding]:
    """A game that cannot be loaded is left out; the others go on."""
    for name, reason in left_out.items():
        yield warning("games", "game_left_out", game=name, reason=reason)
    if not left_out:
        yield ok("games", "games_ok", count=games)
