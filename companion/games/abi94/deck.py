"""What is in the box of Abi '94: kinds of cards, the decks that come with the game, and the house rules."""

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib import resources
from typing import Literal

import msgspec

from companion.asks import Say
from companion.cards import Deck
from companion.game import Options, WrongOptionsError
from companion.rulings import Refusal, against

SIZE = 92
SUBJECTS = 3  # AB43: fewer would make the exam impossible
MAMAPAPA, CHEATING, MANTA, MEDITATION = "mamapapa", "cheating", "manta", "meditation"
HARD_LEARNING, GIRL_FRIEND = "hard_learning", "girl_friend"
EFFECTS = ("", HARD_LEARNING, GIRL_FRIEND, MAMAPAPA, CHEATING, MANTA, MEDITATION)
MARK = "*"  # behind the name of the one marked card of its value (A3)


class CardKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One kind of card. A plus card has a subject; what else happens with a card is its effect."""

    id: str
    count: int
    value: int = 0
    subject: str = ""
    effect: str = ""


class AbiDeck(msgspec.Struct, frozen=True, eq=False):
    """The kinds of one deck by their name."""

    kinds: dict[str, CardKind]
    cards: Deck
    mantas: int  # how many there are of them

    def value(self, card: str) -> int:
        return self.kinds[card].value

    def effect(self, card: str) -> str:
        return self.kinds[card].effect

    def is_plus(self, card: str) -> bool:
        return self.kinds[card].value > 0

    def is_minus(self, card: str) -> bool:
        return self.kinds[card].value < 0


class AbiOptions(Options, frozen=True):
    """The house-rule switches; the rule that each of them changes stands beside it."""

    d10_zero: Literal[10, 0] = 10  # A1: what the face 0 counts
    plus_type: Literal["printed", "value"] = "printed"  # A2: a type is the printed subject, or the value
    hard_learning: Literal["all", "single"] = "all"  # A3: all cards worth 4 act, or one marked card of each
    caught_resets: Literal["plus_only", "everything"] = "plus_only"  # A4
    manta_target: Literal["strict", "received_only", "played_only"] = "strict"  # A5
    manta_draw: Literal["same_count", "full"] = "same_count"  # A6
    follow: Literal["any", "first", "latest"] = "any"  # A7
    swap_when: Literal["each_klausur", "first_only", "free_in_exam"] = "each_klausur"  # A8
    chips: Literal["unlimited", "hard_limit"] = "unlimited"  # A9
    sole_qualifier: Literal["wins", "plays_solo"] = "wins"  # A10
    failed_points: Literal["literal", "zero_floor", "fails_zero"] = "literal"  # A11
    handin_before_play: Literal["free", "owes_card"] = "free"  # A12
    window: Literal["timed", "all_confirm", "none"] = "timed"  # A13: 10 seconds, or until all agree
    cheat_type: bool = False  # A14: a copied answer counts as a type in the exam
    elimination: Literal["at_once", "later"] = "at_once"  # A15
    deck_empty: Literal["reshuffle", "end"] = "reshuffle"  # A16
    pass_count: Literal[2, 3] = 2  # A17
    leader_next: Literal["rotate", "choose"] = "rotate"  # A18
    caught_twice: Literal["leaves", "stays"] = "leaves"  # A19
    neighbour_waits: bool = True  # A20: who is copied hands in only after the roll
    tie: Literal["chain", "shared_on_grade"] = "chain"  # AB4: equal grades
    deck: Literal["a", "b"] = "a"  # A22: which of the decks that come with the game
    cards: tuple[CardKind, ...] = ()  # the family's own deck instead; it must hold 92 cards
    grades: dict[str, int] | None = None  # A21: the family's own table: the lowest total of each grade


def deck_of(options: AbiOptions) -> AbiDeck:
    """The deck that is played with."""
    single = options.hard_learning == "single"
    return _deck(options.cards, single) if options.cards else _shipped_deck(options.deck, single)


@cache
def _shipped_deck(name: str, single: bool) -> AbiDeck:
    return _deck(shipped(name), single)


@lru_cache(maxsize=64)
def _deck(kinds: tuple[CardKind, ...], single: bool) -> AbiDeck:
    for says in problems(kinds):
        raise WrongOptionsError(Refusal("AB5", says))
    used = _with_single_effects(kinds) if single else kinds
    by_name = {kind.id: kind for kind in used}
    mantas = sum(kind.count for kind in used if kind.effect == MANTA)
    return AbiDeck(by_name, Deck("abi94", {kind.id: kind.count for kind in used}), mantas)


def _with_single_effects(kinds: tuple[CardKind, ...]) -> tuple[CardKind, ...]:
    """A3: of the +4 and of the -4 only one card, which is marked, has its effect."""
    used: list[CardKind] = []
    marked: set[str] = set()
    for kind in kinds:
        if kind.effect not in (HARD_LEARNING, GIRL_FRIEND):
            used.append(kind)
            continue
        first = kind.effect not in marked
        marked.add(kind.effect)
        if kind.count - first:
            used.append(msgspec.structs.replace(kind, effect="", count=kind.count - first))
        if first:
            used.append(msgspec.structs.replace(kind, id=kind.id + MARK, count=1))
    return tuple(used)


def from_counts(counts: Mapping[str, int]) -> tuple[CardKind, ...]:
    """So many of each kind as *counts* says; kinds that come with the game are known by their names."""
    known = {kind.id: kind for name in ("b", "a") for kind in shipped(name)}
    strange = [name for name in counts if name not in known]
    if strange:
        raise WrongOptionsError(against("AB5", "deck.name", card=strange[0]))
    return tuple(msgspec.structs.replace(known[name], count=n) for name, n in counts.items() if n)


@cache
def shipped(name: str) -> tuple[CardKind, ...]:
    """The deck *name* that comes with the game."""
    file = resources.files(__package__) / "decks" / f"{name}.toml"
    return read_deck(file.read_text("utf-8"))


def read_deck(text: str) -> tuple[CardKind, ...]:
    """The kinds in a deck file: TOML with a table ``[[card]]`` for each (see the files in `decks`)."""

    class _File(msgspec.Struct, forbid_unknown_fields=True):
        card: tuple[CardKind, ...]

    return msgspec.convert(tomllib.loads(text), _File).card


def problems(kinds: Iterable[CardKind]) -> tuple[Say, ...]:
    """Everything that keeps *kinds* from being a deck, in words; nothing if it is one."""
    cards = tuple(kinds)
    return (*_wrong_sum(cards), *_wrong_names(cards), *_wrong_kinds(cards), *_too_few(cards))


def _wrong_sum(cards: tuple[CardKind, ...]) -> Iterable[Say]:
    total = sum(kind.count for kind in cards)
    if total < SIZE:
        yield Say("deck.too_few", {"total": total, "n": SIZE - total, "size": SIZE})
    if total > SIZE:
        yield Say("deck.too_many", {"total": total, "n": total - SIZE, "size": SIZE})


def _wrong_names(cards: tuple[CardKind, ...]) -> Iterable[Say]:
    for name, times in Counter(kind.id for kind in cards).items():
        if times > 1 or not name or name.endswith(MARK) or name == "?":
            yield Say("deck.name", {"card": name})


def _wrong_kinds(cards: tuple[CardKind, ...]) -> Iterable[Say]:
    for kind in cards:
        if kind.count < 1:
            yield Say("deck.count", {"card": kind.id})
        if not -5 <= kind.value <= 5:
            yield Say("deck.value", {"card": kind.id})
        if kind.effect not in EFFECTS:
            yield Say(
                "deck.effect", {"card": kind.id, "effect": kind.effect, "known": [e for e in EFFECTS if e]}
            )
        if kind.value == 0 and not kind.effect:
            yield Say("deck.nothing", {"card": kind.id})
        if kind.value > 0 and not kind.subject:
            yield Say("deck.subject", {"card": kind.id})


def _too_few(cards: tuple[CardKind, ...]) -> Iterable[Say]:
    subjects = {kind.subject for kind in cards if kind.value > 0}
    if len(subjects) < SUBJECTS:
        yield Say("deck.subjects", {"n": len(subjects), "needed": SUBJECTS})
    for kind in cards:
        if kind.value < 0 and kind.count < 2:  # AB15: nobody could ever follow
            yield Say("deck.lonely_minus", {"card": kind.id})
