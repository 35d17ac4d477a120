"""Who has come tonight and what is about to be played: plain values, before any table exists."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from companion.game import AnyGame
from ui.screen.parts.face import Face
from ui.screen.theme import SEAT_COLOURS, SEAT_SHAPES

MOST = min(len(SEAT_COLOURS), len(SEAT_SHAPES))  # people that can be told apart by colour and by shape
NAME_LENGTH = 12


class Guest(Struct, frozen=True):
    """Somebody who plays, and the button that is theirs ("" for none)."""

    name: str
    colour: str
    shape: str
    letter: str
    button: str = ""

    @property
    def face(self) -> Face:
        return Face(self.name, self.colour, self.shape, self.letter)


Guests = tuple[Guest, ...]  # clockwise, as they sit


def join(guests: Guests, name: str, button: str = "") -> Guests:
    """*guests* and one more, with a colour, a shape and a letter that nobody has yet."""
    name = free_name(guests, name)
    colour = _first_free(SEAT_COLOURS, [guest.colour for guest in guests])
    shape = _first_free(SEAT_SHAPES, [guest.shape for guest in guests])
    return (*guests, Guest(name, colour, shape, _letter(guests, name), button))


def leave(guests: Guests, guest: Guest) -> Guests:
    return tuple(other for other in guests if other != guest)


def change(guests: Guests, guest: Guest, **changes: Any) -> Guests:
    """*guests* with *guest* changed. Whoever has the wanted colour or shape gets the free one."""
    others = leave(guests, guest)
    if "name" in changes:
        changes["name"] = free_name(others, changes["name"] or guest.name)
        changes["letter"] = _letter(others, changes["name"])
    swap = {name: getattr(guest, name) for name in ("colour", "shape") if name in changes}

    def changed(other: Guest) -> Guest:
        if other == guest:
            return msgspec.structs.replace(guest, **changes)
        taken = {name: mine for name, mine in swap.items() if getattr(other, name) == changes[name]}
        return msgspec.structs.replace(other, **taken) if taken else other

    return tuple(changed(other) for other in guests)


def seated_earlier(guests: Guests, guest: Guest) -> Guests:
    """*guests* with *guest* one place earlier round the table (the first becomes the last)."""
    at = guests.index(guest)
    others = list(leave(guests, guest))
    others.insert((at - 1) % len(guests), guest)
    return tuple(others)


def with_button(guests: Guests, button: str) -> Guest | None:
    """Whose button this is."""
    return next((guest for guest in guests if guest.button == button and button), None)


def free_name(guests: Guests, name: str) -> str:
    """*name*, with a number if somebody is called that already."""
    name = " ".join(name.split())[:NAME_LENGTH] or "?"
    taken = {guest.name.casefold() for guest in guests}
    tries = [name, *(f"{name[: NAME_LENGTH - 2]} {number}" for number in range(2, MOST + 2))]
    return next(attempt for attempt in tries if attempt.casefold() not in taken)


def _letter(guests: Guests, name: str) -> str:
    taken = {guest.letter for guest in guests}
    own = [sign.upper() for sign in name if sign.isalnum() and len(sign.upper()) == 1]
    return next((letter for letter in [*own, *"ABCDEFGHIJKLMNOPQRSTUVWXYZ"] if letter not in taken), "?")


def _first_free(wanted: Any, taken: list[str]) -> str:
    return next((each for each in wanted if each not in taken), next(iter(wanted)))


def headcount_fits(game: AnyGame, guests: Guests) -> bool:
    low, high = game.about.seats
    return low <= len(guests) <= high


def written_options(game: AnyGame, chosen: Mapping[str, Any]) -> Any:
    """*chosen* as the game's own options; what has not been chosen keeps its default."""
    return msgspec.convert(dict(chosen), game.options)
