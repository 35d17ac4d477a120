"""The contract that every game answers: a pure referee over frozen values.

A game is one folder below `companion/games` whose package has a constant `GAME`. Its state and its moves are
frozen `msgspec.Struct`s, so their notation as JSON, its schema and the errors for bad input come for free:

* a move is a tagged struct, ``class Lay(Move, tag="lay")``, written ``{"move": "lay", "seat": "Elfi", …}``
* a position is the state as JSON; a partial position takes the defaults of what it leaves out

No clock, no random numbers and no files in here: what nobody decides (a roll, a deal) arrives as a move.
"""

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, reduce
from operator import or_
from pathlib import Path
from types import UnionType
from typing import Any, Generic, TypeVar, get_args, get_origin

import msgspec
import msgspec.inspect

from companion.asks import JSON, Ask, Fact, Say
from companion.layout import Layout, View, known_from
from companion.rulings import Importance, Note, Question, Refusal, against


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="move", kw_only=True):
    """A fact understood in a game's own notation."""

    seat: str = ""


class Timed(Move, frozen=True):
    """A move that counts from the moment `t` at which it was made."""

    t: int = 0


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, cache_hash=True):
    """House-rule switches. Each game has its own child of this, with `Literal`s, bools and bounded ints.

    The words of a switch are in the game's words file: ``option.<name>`` and ``option.<name>.<value>``.
    """


class WrongOptionsError(ValueError):
    """House rules, or a deck, with which no game can begin; `refusal` says what to change."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.rule} {refusal.says.key} {dict(refusal.says.args)}")
        self.refusal = refusal


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the whole table can know. `seats` are the names, clockwise as seen from above."""

    seats: tuple[str, ...] = ()


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a game ended."""

    winners: tuple[str, ...]
    scores: dict[str, int]
    rule: str
    says: Say


S = TypeVar("S", bound=State)
T = TypeVar("T")
M = TypeVar("M", bound=Move)
H = TypeVar("H", bound=Options)  # the house rules


class Step(msgspec.Struct, Generic[S], frozen=True):
    """What a move leads to."""

    state: S
    notes: tuple[Note, ...] = ()

    def after(self, *notes: Note) -> "Step[S]":
        """The same with the *notes* of what came before it."""
        return Step(self.state, (*notes, *self.notes))


Hears = Mapping[str, Callable[[Any, Ask, Fact], Any]]  # a move or a question


def whose(ask: Ask, fact: Fact) -> str:
    """Who has answered: whoever is named, else the only one who was asked; else nobody knows."""
    return fact.seat or (ask.seats[0] if len(ask.seats) == 1 else "")


Judge = Callable[[Any, Any], Refusal | None]  # judges a move at a state


def only_in(rule: str, key: str, *phases: str) -> Judge:
    """Judges a move that is for these *phases* alone."""
    return lambda state, move: None if state.phase in phases else against(rule, f"refused.{key}")


class Rules(Generic[S]):
    """Which functions judge each kind of move, one after the other, and which one, the last, plays it.

    *first* judges what holds for all of them.
    """

    def __init__(
        self,
        first: Judge,
        table: Mapping[type[Move], tuple[*tuple[Judge, ...], Callable[[S, Any], Step[S]]]],
    ) -> None:
        self._first, self._table = first, table
        self.moves: Any = reduce(or_, table)  # all moves of the game, for `Game.moves`

    def refuse(self, state: S, move: Move) -> Refusal | None:
        """The first rule that *move* breaks, or None if it may stand."""
        *judges, _ = self._table[type(move)]
        return next((no for judge in (self._first, *judges) if (no := judge(state, move))), None)

    def play(self, state: S, move: Move) -> Step[S]:
        """The table after *move*."""
        return self._table[type(move)][-1](state, move)


class About(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a family wants to know before it chooses a game, and what the journal keeps with each game."""

    name: str  # the name of the folder
    title: str
    version: int  # of the rules: raised whenever an old record would be judged differently
    seats: tuple[int, int]  # fewest and most, with any house rules
    minutes: int
    age: int
    needs: tuple[str, ...]  # what must lie on the table, as keys of the words file
    # the same by kind, for "with what lies here": dice, french, printed, pyramid
    things: tuple[str, ...] = ()
    picture: tuple[str, ...] = ()  # cards, dice, buttons, layers of the pyramid: "french QS", "pips 5"
    at_home: bool = False  # with what everybody has: listed after the games with things of their own
    matter: Mapping[str, str] = {}  # switches that decide most about who wins, each with its rule
    # switches as they are where the table is only on a screen, which deals itself
    here: Mapping[str, JSON] = {}
    undo_level: Mapping[str, int] = {}  # moves that reveal something: taking them back needs the whole table


class Game(ABC, Generic[S, M, H]):
    """One game. All methods are pure; most are functions of its modules: ``play = staticmethod(play)``.

    Its state, its moves and its options are those between the brackets, where it names no others.
    """

    about: About  # where it says nothing else, `about.toml` beside it
    rules: Rules[S]  # by which each move is judged and played, and which names the moves
    state: type[S]
    moves: UnionType | type[M]  # all moves of the game
    options: type[H]
    own_dice: tuple[str, ...] = ()  # the colours of the dice that each seat owns, in the order of the seats
    cannot_lie: frozenset[str] = frozenset()  # keys of refusals that mean: no table can show this
    hears: Hears  # what a fact means, by the first part of the id of the ask that it answers

    def __init_subclass__(cls) -> None:
        for base in cls.__dict__.get("__orig_bases__", ()):
            kinds = dict(zip(("state", "moves", "options"), get_args(base), strict=False))
            for name, kind in kinds.items() if issubclass(get_origin(base) or object, Game) else ():
                if name not in cls.__dict__ and not isinstance(kind, TypeVar):
                    setattr(cls, name, kind)
        if "rules" in cls.__dict__:
            cls.moves = cls.rules.moves
        file = getattr(sys.modules.get(cls.__module__), "__file__", None)
        beside = Path(file).with_name("about.toml") if file else None  # what the box says
        if beside and beside.is_file() and "about" not in cls.__dict__:
            cls.about = msgspec.toml.decode(beside.read_bytes(), type=About)

    @abstractmethod
    def start(self, seats: tuple[str, ...], options: H) -> S:
        """The state before the first fact; *seats* clockwise, *options* of the type `self.options`."""

    def refuse(self, state: S, move: M) -> Refusal | None:
        """The first rule that *move* breaks, or None if it may stand. The one truth about legality."""
        return self.rules.refuse(state, move)

    def play(self, state: S, move: M) -> Step[S]:
        """The table after *move*, which must be one that is not refused."""
        return self.rules.play(state, move)

    @abstractmethod
    def asks(self, state: S) -> tuple[Ask, ...]:
        """What is waited for now; nothing when the game is over."""

    def understand(self, state: S, ask: Ask, fact: Fact) -> M | Question:
        """*fact*, which answers *ask*, as a move; or a question where that alone is not enough."""
        heard: M | Question = self.hears[ask.id.partition(":")[0]](state, ask, fact)
        return heard

    @abstractmethod
    def scores(self, state: S) -> dict[str, int]:
        """The points of every seat as they stand on the sheet."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    @abstractmethod
    def view(self, state: S) -> View:
        """All that a public screen may show."""

    def lies(self, state: S) -> Layout:
        """What should lie in plain view now; by default what the view shows and the asks say."""
        return known_from(self.view(state), self.asks(state), getattr(state, "pyramid", None))

    def seat_range(self, options: H) -> tuple[int, int]:
        """How few and how many may play with *options*: a house rule may let more people in."""
        return self.about.seats

    def break_tie(self, state: S, call: str, seats: Sequence[str]) -> tuple[str, ...]:
        """*seats*, whose calls lie within the tie window, in the order of the game's published tie rule."""
        order = {seat: number for number, seat in enumerate(state.seats)}
        return tuple(sorted(seats, key=lambda seat: order[seat]))

    def public(self, state: S) -> S:
        """*state* without what only some seats may know."""
        return state

    def as_counted(self, state: S, ask: Ask, number: int) -> JSON:
        """The part of a position to agree on where people are sure of a *number* that cannot be; or None."""
        return None

    def learnt(self, state: S) -> dict[str, JSON]:
        """House rules that this table has set for its own things, kept for the next game."""
        return {}

    # --- notation, the same for every game ---

    def read_move(self, value: JSON) -> M:
        """*value* as a move; raises `msgspec.ValidationError` with the place and the reason."""
        move: M = msgspec.convert(value, self.moves)
        return move

    def write_move(self, move: M) -> JSON:
        return msgspec.to_builtins(move)

    def read_position(self, value: JSON) -> S:
        """*value*, perhaps partial, as a state; raises `msgspec.ValidationError` where it is none."""
        return self.checked(msgspec.convert(value, self.state))

    def checked(self, state: S) -> S:
        """*state* as it was read; raises `msgspec.ValidationError` if no game can stand like that."""
        return state

    def write_position(self, state: S) -> JSON:
        return msgspec.to_builtins(state)

    def read_options(self, value: Mapping[str, JSON]) -> H:
        """Options from JSON values or from words like ``"33"``, ``"on"`` and, for a list, ``"T1, T9"``."""
        words = {"on": True, "off": False, "true": True, "false": False}
        lists = _lists_of_words(self.options)
        plain: dict[str, JSON] = {}
        for key, said in value.items():
            if key in lists:
                plain[key] = _listed(said)
            else:
                plain[key] = words.get(said, _as_json(said)) if isinstance(said, str) else said
        return msgspec.convert(self.plain_options(plain), self.options, strict=False)

    def plain_options(self, value: dict[str, JSON]) -> dict[str, JSON]:
        """Options as people write them, made into what the type of the options takes."""
        return value

    def own_tables(self, options: H) -> Mapping[str, Mapping[str, int]]:
        """The *options* that are tables in which a family may put figures of its own, as they are now."""
        return {}

    def notation(self) -> JSON:
        """The JSON Schema of moves, positions and options."""
        (moves, position, options), parts = msgspec.json.schema_components(
            [self.moves, self.state, self.options], ref_template="#/parts/{name}"
        )
        return {"move": moves, "position": position, "options": options, "parts": parts}


AnyGame = Game[Any, Any, Options]


@cache
def _lists_of_words(options: type[Options]) -> frozenset[str]:
    """The switches that hold any number of words."""
    info = msgspec.inspect.type_info(options)
    assert isinstance(info, msgspec.inspect.StructType)
    return frozenset(field.encode_name for field in info.fields if is_list_of_words(field.type))


def is_list_of_words(kind: msgspec.inspect.Type) -> bool:
    """Whether a switch of this type holds any number of words."""
    if not isinstance(kind, msgspec.inspect.VarTupleType):
        return False
    return isinstance(kind.item_type, msgspec.inspect.StrType)


def _as_json(said: str) -> JSON:
    """A table or a list that was typed as JSON; anything else is a word."""
    if said.lstrip()[:1] not in ("[", "{"):
        return said
    try:
        return msgspec.json.decode(said)
    except (ValueError, RecursionError) as error:
        raise msgspec.ValidationError(f"{said[:40]!r} is no JSON: {error}") from error


def _listed(said: JSON) -> JSON:
    """A list that was typed: its words stand between commas, or between semicolons if one has a comma."""
    if not isinstance(said, str) or said.lstrip().startswith("["):
        return _as_json(said) if isinstance(said, str) else said
    mark = ";" if ";" in said else ","
    return [word.strip() for word in said.split(mark) if word.strip()]


def expect(holds: object, what: str) -> None:
    """Raises `msgspec.ValidationError` with *what* was expected, unless it *holds*."""
    if not holds:
        raise msgspec.ValidationError(f"expected {what}")


def check_seats(seats: Sequence[str], players: tuple[int, int], named: Iterable[str]) -> None:
    """Whether so many *players* sit there, and whether everybody who is *named* sits there."""
    fewest, most = players
    wanted = f"{fewest} to {most} seats" if fewest < most else f"{most} seats"
    expect(fewest <= len(seats) <= most and len(set(seats)) == len(seats), f"{wanted}, got {list(seats)}")
    strangers = {name for name in named if name and name not in seats}
    expect(not strangers, f"one of the seats {list(seats)}, got {', '.join(sorted(strangers))}")


def anew(state: S, names: str, **changes: Any) -> S:
    """*state* with the fields *names*, between blanks, as they are at the very beginning, and *changes*."""
    fresh = _fresh(type(state))
    return msgspec.structs.replace(state, **{name: getattr(fresh, name) for name in names.split()}, **changes)


@cache
def _fresh(kind: type[State]) -> State:
    return kind()


def certain(part: T | None) -> T:
    """*part*, which is never missing here: of a state in its phase, of a page where it is used."""
    assert part is not None
    return part


def gained(counts: dict[str, int], seat: str, n: int = 1) -> dict[str, int]:
    """*counts* with *n* more for *seat*."""
    return {**counts, seat: counts.get(seat, 0) + n}


def next_seat(seats: Sequence[str], seat: str, steps: int = 1) -> str:
    """The seat *steps* further clockwise."""
    return seats[(seats.index(seat) + steps) % len(seats)]


def clockwise_from(seats: Sequence[str], seat: str) -> tuple[str, ...]:
    """All *seats*, clockwise, beginning with *seat*."""
    start = seats.index(seat)
    return (*seats[start:], *seats[:start])


def most_wins(scores: dict[str, int], rule: str) -> Outcome:
    """Whoever has the most wins, and ties share; announced by ``outcome.won`` or ``outcome.shared``."""
    best = leaders(scores)
    return shared(best, scores, rule, n=scores[best[0]])


def most_points(rule: str) -> Any:
    """The method `outcome` of a game in which the most points win, by *rule*."""
    return lambda game, state: most_wins(game.scores(state), rule) if state.phase == "over" else None


def by_seat(points: Callable[[Any, str], int]) -> Any:
    """The method `scores` of a game in which *points* are those of one seat."""
    return lambda _game, state: {seat: points(state, seat) for seat in state.seats}


def leaders(points: Mapping[str, Any]) -> tuple[str, ...]:
    """Everybody with the most points."""
    most = max(points.values())
    return tuple(seat for seat, n in points.items() if n == most)


def end_notes(ended: Outcome | None) -> tuple[Note, ...]:
    """How it *ended*, for all to hear, once it has."""
    return (Note(ended.says, ended.rule, Importance.ANNOUNCE),) if ended else ()


def shared(winners: tuple[str, ...], scores: dict[str, int], rule: str, **args: JSON) -> Outcome:
    """*winners* share what one of them alone has won; *args* fill the sentence besides their names."""
    key = "outcome.won" if len(winners) == 1 else "outcome.shared"
    return Outcome(winners, scores, rule, Say(key, {"seats": list(winners), **args}))
