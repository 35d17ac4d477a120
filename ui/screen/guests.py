"""Who has come tonight and what is about to be played: plain values, before any table exists."""

import logging
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from msgspec import Struct, ValidationError
from msgspec.structs import replace

from companion.game import About, AnyGame, Options
from companion.people.profiles import Profile
from companion.seats import Seat
from ui.screen.looks import Face, face_of
from ui.screen.theme import SEAT_COLOURS, SEAT_SHAPES

log = logging.getLogger(__name__)

MOST = 11  # people; from the tenth on a colour and a shape come again, but never both together
NAME_LENGTH = 12


class Guest(Seat, frozen=True):
    """Somebody who plays; their language is "" where it is that of the house."""

    language: str = ""
    named: bool = False  # has given a name, and is known from then on

    @property
    def face(self) -> Face:
        return face_of(self)

    @property
    def profile(self) -> Profile:
        """What is kept about them for other evenings."""
        return Profile(**_shared(self, Profile), id=self.person)

    def seat(self, language: str) -> Seat:
        """Their place at the table of a house that speaks *language*."""
        return Seat(**(_shared(self, Seat) | {"language": self.language or language}))


def _shared(one: Seat, other: type[Struct]) -> dict[str, Any]:
    """What *one* and the *other* kind have in common."""
    fields = set(one.__struct_fields__) & set(other.__struct_fields__)
    return {field: getattr(one, field) for field in fields}


Guests = tuple[Guest, ...]  # clockwise, as they sit


def guest_of(seat: Seat, language: str) -> Guest:
    """Who sits on *seat*, for another game of the same evening in a house that speaks *language*."""
    own = "" if seat.language == language else seat.language
    return Guest(**(_shared(seat, Guest) | {"language": own, "named": bool(seat.person)}))


def join(guests: Guests, name: str, button: str = "") -> Guests:
    """*guests* and one more, with a colour, a shape and a letter that nobody has yet."""
    name = free_name(guests, name)
    colour, shape = _free_look(guests)
    return (*guests, Guest(name, colour, shape, _letter(guests, name), button=button))


def join_known(guests: Guests, profile: Profile, button: str = "") -> Guests:
    """*guests* and *profile*, with the usual look and button where nobody else has them."""
    usual = "" if with_button(guests, profile.button) else profile.button
    guests = join(guests, profile.name, button or usual)
    guest = guests[-1]
    looks = {name: getattr(profile, name) for name in ("colour", "shape", "letter")}
    free = {
        name: value
        for name, value in looks.items()
        if value and _is_known(name, value) and value not in [getattr(other, name) for other in guests[:-1]]
    }
    own = {"language": profile.language, "handicap_ms": profile.handicap_ms, "person": profile.id}
    known = replace(guest, **free, **own, named=True)
    return (*guests[:-1], known)


def join_bot(guests: Guests, name: str, level: str) -> Guests:
    """*guests* and a bot; its cards are laid and its dice are rolled by somebody's hand."""
    guests = join(guests, name)
    return (*guests[:-1], replace(guests[-1], bot=level))


def not_here(guests: Guests, people: Iterable[Profile]) -> tuple[Profile, ...]:
    """Those of *people* who have not joined yet, the last written first."""
    here = {guest.person for guest in guests}
    return tuple(profile for profile in reversed(tuple(people)) if profile.id not in here)


def with_usual_button(people: Iterable[Profile], button: str) -> Profile | None:
    """The only one of *people* whose button that usually is."""
    found = [profile for profile in people if profile.button == button]
    return found[0] if len(found) == 1 else None


def _is_known(name: str, value: str) -> bool:
    return {"colour": value in SEAT_COLOURS, "shape": value in SEAT_SHAPES}.get(name, True)


def leave(guests: Guests, guest: Guest) -> Guests:
    return tuple(other for other in guests if other != guest)


def change(guests: Guests, guest: Guest, **changes: Any) -> Guests:
    """*guests* with *guest* changed. Whoever has the wanted colour or shape gets the free one."""
    others = leave(guests, guest)
    if "name" in changes:
        changes["name"] = free_name(others, changes["name"] or guest.name)
        changes["letter"] = _letter(others, changes["name"])
        changes["named"] = True
    swap = {name: getattr(guest, name) for name in ("colour", "shape") if name in changes}
    swaps_with = {name: next((o for o in others if getattr(o, name) == changes[name]), None) for name in swap}

    def changed(other: Guest) -> Guest:
        if other == guest:
            return replace(guest, **changes)
        taken = {name: mine for name, mine in swap.items() if swaps_with[name] == other}
        return replace(other, **taken) if taken else other

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
    return unused(name, [guest.name for guest in guests], NAME_LENGTH)


def unused(name: str, taken: Iterable[str], longest: int = 99) -> str:
    """*name*, with a number if it is *taken*, in capitals or not."""
    known = {other.casefold() for other in taken}
    numbered = (f"{name[: longest - 2]} {number}" for number in range(2, len(known) + 2))
    return next(attempt for attempt in (name, *numbered) if attempt.casefold() not in known)


def _letter(guests: Guests, name: str) -> str:
    taken = {guest.letter for guest in guests}
    own = [sign.upper() for sign in name if sign.isalnum() and len(sign.upper()) == 1]
    return next((letter for letter in [*own, *"ABCDEFGHIJKLMNOPQRSTUVWXYZ"] if letter not in taken), "?")


def _free_look(guests: Guests) -> tuple[str, str]:
    """A colour and a shape that nobody has or, if there are too many people, a pair that nobody has."""
    colours, shapes = {guest.colour for guest in guests}, {guest.shape for guest in guests}
    pairs = [(guest.colour, guest.shape) for guest in guests]
    looks = [(colour, shape) for colour in SEAT_COLOURS for shape in SEAT_SHAPES]
    free = [look for look in looks if look not in pairs]
    return min(free, key=lambda look: (look[0] in colours, look[1] in shapes))


def written_options(game: AnyGame, chosen: Mapping[str, Any], learnt: Any = None) -> Options:
    """*chosen* as the game's own options; what has not been chosen is as *learnt*, else the default."""
    options = game.read_options(chosen)
    try:
        options = game.read_options({**(learnt or {}), **chosen})
    except (ValidationError, TypeError) as error:
        log.warning("what was learnt about %s is not used: %s", game.about.name, error)
    return options


def learnt_key(game: AnyGame) -> str:
    """Under which the preferences keep what a family has said about its own things."""
    return f"learnt {game.about.name}"


# --- which games fit tonight: how many people, how much time, the youngest, and what lies here ---

PEOPLE = (0, 2, 3, 4, 5, 6, 7, 8)  # 0: any
MINUTES = (0, 20, 30, 45)
AGES = (0, 6, 8, 10)
THINGS = ("dice", "french", "printed", "pyramid")  # kinds of things that games need


class Wanted(Struct, frozen=True):
    """What is looked for; 0 where it does not matter."""

    people: int = 0
    minutes: int = 0
    age: int = 0

    def fits(self, about: About) -> bool:
        """A game that is too long or too hard is left out, one that is short or easy never is."""
        low, high = about.seats
        return (
            (not self.people or low <= self.people <= high)
            and (not self.minutes or about.minutes <= self.minutes)
            and (not self.age or about.age <= self.age)
        )


def all_here(about: About, things: Collection[str]) -> bool:
    """Whether all that the game needs is among the *things* that lie here."""
    return bool(about.things) and set(about.things) <= set(things)


def fitting(games: Iterable[AnyGame], wanted: Wanted, things: Collection[str] = ()) -> tuple[AnyGame, ...]:
    """Those for which everything is here come first, and last others with what everybody has at home."""
    fit = [game for game in games if wanted.fits(game.about)]
    return tuple(sorted(fit, key=lambda game: (not all_here(game.about, things), game.about.at_home)))
