"""Persons across evenings, kept in the journal: what was written once stays, a change is a new version."""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from companion.journal import Entry, Journal

KIND = "person"
NAME_LENGTH = 12
MOST_HANDICAP_MS = 3000


class Profile(Struct, frozen=True, omit_defaults=True):
    """Who somebody is on every evening. Colour, shape and letter say the same three times."""

    name: Annotated[str, Meta(min_length=1, max_length=NAME_LENGTH)]
    colour: str = ""
    shape: str = ""
    letter: str = ""
    button: str = ""  # the one that is usually theirs
    language: str = ""  # "" for the language of the house
    handicap_ms: Annotated[int, Meta(ge=0, le=MOST_HANDICAP_MS)] = 0  # for small children, shown openly
    gone: bool = False  # is not offered any more
    id: int = 0  # the journal entry that the person began with; 0: not kept yet


def profiles(journal: Journal) -> tuple[Profile, ...]:
    """Everybody who is known, as they were last written, newest change last. Unreadable ones are left out."""
    known: dict[int, Profile] = {}
    for entry in journal.people():
        profile = _read(entry)
        if profile is not None:
            known.pop(entry.game, None)
            known[entry.game] = profile
    return tuple(profile for profile in known.values() if not profile.gone)


def versions(journal: Journal, person: int) -> tuple[Profile, ...]:
    """All that was ever written about *person*, oldest first."""
    read = (_read(entry) for entry in journal.entries(person) if entry.kind == KIND)
    return tuple(profile for profile in read if profile is not None)


def keep(journal: Journal, profile: Profile) -> Profile:
    """Write *profile*, if it says anything new; raises `NotWritten` where the disk takes nothing."""
    if profile.id:
        written = versions(journal, profile.id)
        if written and written[-1] == profile:
            return profile
    body = msgspec.to_builtins(msgspec.structs.replace(profile, id=0))
    entry = journal.append(profile.id, [(KIND, body)])[0]
    return msgspec.structs.replace(profile, id=entry.game)


def _read(entry: Entry) -> Profile | None:
    try:
        profile = msgspec.convert(entry.read(), Profile)
    except (msgspec.ValidationError, ValueError):
        return None
    return msgspec.structs.replace(profile, id=entry.game)
