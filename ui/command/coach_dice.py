"""Are the real dice fair? A chi-square test over the rolls of records, and how much it can tell at all."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from companion.facts import Kind
from companion.journal import Entry
from companion.people.luck import SHARES, Luck, alone
from companion.rulings import Verdict
from companion.table.entries import Corrected, Heard, read_body


def rolled(entries: Iterable[Entry]) -> dict[str, Counter[str]]:
    """How often each face was rolled, as it was accepted, or corrected later."""
    rolls: dict[int, Mapping[str, Iterable[object]]] = {}
    for entry in entries:
        try:
            body = read_body(entry)
        except msgspec.ValidationError:
            continue  # the replay has told of it
        if not isinstance(body, (Heard, Corrected)) or body.ruling.verdict is not Verdict.ACCEPTED:
            continue
        if isinstance(body, Heard) and body.fact.kind is Kind.DICE and isinstance(body.fact.value, dict):
            rolls[entry.id] = body.fact.value
        elif isinstance(body, Corrected) and body.corrects in rolls and body.fact is not None:
            rolls[body.corrects] = body.fact.value
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for roll in rolls.values():
        for kind, faces in roll.items():
            if kind in SHARES and isinstance(faces, (list, tuple)):
                counts[kind].update(str(face) for face in faces if str(face) in SHARES[kind])
    return dict(counts)


def judged(counts: Mapping[str, Counter[str]]) -> Iterator[Luck]:
    """Each kind of dice against a fair one."""
    return (alone("", kind, seen) for kind, seen in counts.items())


def in_words(verdict: Luck) -> Iterator[str]:
    """For people, with what the number of rolls allows to say."""
    faces = ", ".join(f"{face} {count}×" for face, count in verdict.counts.items())
    yield f"{verdict.kind}: {verdict.rolls} rolls: {faces}"
    if not verdict.enough:
        yield "  Too few rolls to say anything: each face should have had its chance at least five times."
        return
    odd = f"a fair die looks at least this odd in {100 * verdict.chance:.1f} % of cases"
    yield f"  chi-square {verdict.chi_square:g}; {odd}."
    if verdict.odd:
        yield "  That is rare, yet one fair die in 100 does so: roll it some hundred times more to be sure."
    else:
        yield "  Nothing speaks against it."
    yield (
        f"  With so many rolls a face that comes up {100 * verdict.noticeable:.0f} % of the time instead of"
        " 17 % would most likely be noticed, a smaller fault would not."
    )
