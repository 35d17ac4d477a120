"""The referee over JSON lines: one line in, one line out, so that any program can drive or check a game.

=============================================  =====================================================
line                                           answer
=============================================  =====================================================
``{"do":"start","seats":["Ana","Ben"],         a ruling; options as in the game's notation
"options":{}}``
``{"do":"set","position":{…}}``                a ruling; what a partial position leaves out takes its
                                               default
``{"do":"move","move":{…}}``                   a ruling
``{"do":"try","moves":[{…},{…}]}``             ``{"rulings":[…]}``: of each whether it could be made now,
                                               in short; nothing is changed
``{"do":"fact","kind":"dice","value":{…}}``    a ruling; the fact answers the ask that it fits
``{"do":"legal","seat":"Ana"}``                ``{"legal":[…]}``; without a seat, the moves of each
``{"do":"asks"}``                              ``{"asks":[…]}``
``{"do":"position"}``                          ``{"position":{…}}``
``{"do":"undo"}``                              a ruling
``{"do":"scores"}``                            ``{"scores":{…},"outcome":…}``
``{"do":"view"}``, ``{"do":"notation"}``,      the view, the JSON Schema of the notation, these commands
``{"do":"help"}``
=============================================  =====================================================

A ruling is ``{"ruling":"accepted|refused|unsure","rule":"A9","why":"…","notes":[…],"asks":[…]}``. Whatever
comes in, the answer is one line of JSON and the state is never half changed.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from companion.asks import JSON, Ask, Choice, Fact, Say, Source, plain, plain_text
from companion.game import AnyGame
from companion.lab.candidates import legal
from companion.lab.short_pyramid import read_position
from companion.rulings import Note, Refusal, Ruling, Verdict, refused
from companion.seats import seats_named
from companion.table.judge import Judgement, Word, judge_move, judge_word
from companion.table.line import CannotStart, open_game
from companion.words import Words, game_words

log = logging.getLogger(__name__)

EXAMPLE = '{"do":"asks"}'


class RefereeLoop:
    """One game, driven line by line. Keeps nothing on the disk and knows no clock."""

    def __init__(
        self,
        game: AnyGame,
        seats: Sequence[str] = (),
        options: Mapping[str, JSON] | None = None,
        language: str = "",
    ) -> None:
        """Begins a game at once; raises `CannotStart` where *seats* or *options* do not do."""
        self._game, self._language = game, language
        self._words: Words = game_words(game)
        self._past: list[Any] = []
        self._state: Any = None
        self._options: Mapping[str, JSON] = options or {}
        self._seats = tuple(seats) or tuple("ABCDEFGHIJ"[: game.about.seats[0]])
        self._begin(self._seats, self._options)

    def answer(self, line: str) -> str:
        """The answer to *line*, without a line end."""
        try:
            answer = self._answer(self._read(line))
        except _NotUnderstood as error:
            answer = self._tell(refused(Refusal("T2", error.says)))
        # a slip in one game's code is told as what it is, and the next line is read
        except Exception as error:
            debug = log.isEnabledFor(logging.DEBUG)
            log.error("the referee failed on %r: %r", line[:200], error, exc_info=debug)
            answer = {
                "ruling": "refused",
                "rule": "T2",
                "why": self._say(Say("table.puzzled")),
                "notes": [],
                "asks": [],
            }
        return msgspec.json.encode(answer).decode()

    # --- reading ---

    def _read(self, line: str) -> dict[str, Any]:
        try:
            value = msgspec.json.decode(plain_text(line).encode())
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            raise _NotUnderstood(Say("referee.no_line", {"why": str(error), "example": EXAMPLE})) from error
        if not isinstance(value, dict):
            why = f"expected an object, got {type(value).__name__}"
            raise _NotUnderstood(Say("referee.no_line", {"why": why, "example": EXAMPLE}))
        return value

    def _answer(self, asked: dict[str, Any]) -> JSON:
        commands = self._commands()
        command = commands.get(asked["do"]) if isinstance(asked.get("do"), str) else None
        if command is None:
            known = ", ".join(commands)
            raise _NotUnderstood(
                Say("referee.unknown_do", {"do": str(asked.get("do", ""))[:40], "known": known})
            )
        return command(asked)

    def _commands(self) -> dict[str, Callable[[dict[str, Any]], JSON]]:
        return {
            "start": self._start,
            "set": self._set,
            "move": self._move,
            "try": self._try,
            "fact": self._fact,
            "legal": self._legal,
            "asks": lambda _: {"asks": self._asks()},
            "position": lambda _: {"position": self._game.write_position(self._state)},
            "undo": self._undo,
            "scores": self._scores,
            "view": lambda _: {"view": msgspec.to_builtins(self._game.view(self._state))},
            "notation": lambda _: {"notation": self._game.notation()},
            "help": lambda _: {"commands": list(self._commands())},
        }

    # --- commands ---

    def _start(self, asked: dict[str, Any]) -> JSON:
        seats, options = asked.get("seats", self._seats), asked.get("options", self._options)
        if not isinstance(seats, (list, tuple)) or not all(isinstance(seat, str) for seat in seats):
            raise _NotUnderstood(Say("referee.no_start", {"why": "expected seats to be a list of names"}))
        if not isinstance(options, Mapping):
            raise _NotUnderstood(Say("referee.no_start", {"why": "expected options to be an object"}))
        try:
            self._begin(tuple(seats), options)
        except CannotStart as error:
            return self._tell(refused(Refusal("T2", error.says)))
        return self._tell(Ruling(Verdict.ACCEPTED))

    def _begin(self, seats: tuple[str, ...], options: Mapping[str, JSON]) -> None:
        started = open_game(self._game, seats_named(seats), options)
        self._state = self._game.start(seats, self._game.read_options(started.options))
        self._seats, self._options, self._past = seats, options, []

    def _set(self, asked: dict[str, Any]) -> JSON:
        position = asked.get("position")
        try:
            if not isinstance(position, dict):
                raise TypeError(f"expected an object, got {type(position).__name__}")
            state = read_position(self._game, {"seats": self._seats, **position})
            self._try_out(state)
        except Exception as error:  # a position may be wrong in every way that a rule can stumble over
            says = Say("table.not_a_position", {"why": str(error) or type(error).__name__})
            return self._tell(refused(Refusal("T2", says)))
        self._go_to(state)
        self._seats = tuple(state.seats)
        return self._tell(Ruling(Verdict.ACCEPTED))

    def _try_out(self, state: Any) -> None:
        """Raise unless the game can be asked about *state*."""
        self._game.asks(state)
        self._game.scores(state)
        self._game.outcome(state)
        self._game.view(state)

    def _move(self, asked: dict[str, Any]) -> JSON:
        move = asked.get("move")
        if isinstance(move, dict) and move.get("do") == "fact":
            return self._fact(move)
        return self._judged(judge_move(self._game, self._state, move))

    def _try(self, asked: dict[str, Any]) -> JSON:
        moves = asked.get("moves")
        if not isinstance(moves, list):
            why = f"expected moves to be a list, got {type(moves).__name__}"
            example = '{"do":"try","moves":[]}'
            raise _NotUnderstood(Say("referee.no_line", {"why": why, "example": example}))
        rulings = (judge_move(self._game, self._state, move).ruling for move in moves)
        return {
            "rulings": [
                {"ruling": ruling.verdict.value, "rule": ruling.rule, "why": self._say(ruling.why)}
                for ruling in rulings
            ]
        }

    def _fact(self, asked: dict[str, Any]) -> JSON:
        inner = asked.get("fact", {key: value for key, value in asked.items() if key != "do"})
        try:
            fields = {"t": 0, "source": Source.SIMULATED, "value": None, **inner}
            fact = plain(msgspec.convert(fields, Fact))
        except (msgspec.ValidationError, TypeError) as error:
            example = '{"do":"fact","kind":"confirm","value":true}'
            raise _NotUnderstood(Say("referee.no_line", {"why": str(error), "example": example})) from error
        return self._judged(judge_word(self._game, self._state, self._open_asks(), Word(fact)))

    def _judged(self, judgement: Judgement) -> JSON:
        if judgement.ruling.verdict is Verdict.ACCEPTED:
            self._go_to(judgement.state)
        return self._tell(judgement.ruling)

    def _legal(self, asked: dict[str, Any]) -> JSON:
        if "seat" not in asked:
            return {"legal": {seat: self._legal_of(seat) for seat in self._state.seats}}
        seat = asked["seat"]
        if seat not in self._state.seats:
            who = {"seat": str(seat)[:40], "seats": list(self._state.seats)}
            raise _NotUnderstood(Say("referee.unknown_seat", who))
        return {"legal": self._legal_of(seat)}

    def _legal_of(self, seat: str) -> list[JSON]:
        return [self._game.write_move(move) for move in legal(self._game, self._state, seat)]

    def _undo(self, asked: dict[str, Any]) -> JSON:
        if not self._past:
            return self._tell(refused(Refusal("T10", Say("referee.nothing_to_undo"))))
        self._state = self._past.pop()
        return self._tell(Ruling(Verdict.ACCEPTED, "T10"))

    def _scores(self, asked: dict[str, Any]) -> JSON:
        outcome = self._game.outcome(self._state)
        told = {**msgspec.to_builtins(outcome), "says": self._say(outcome.says)} if outcome else None
        return {"scores": self._game.scores(self._state), "outcome": told}

    def _go_to(self, state: Any) -> None:
        self._past.append(self._state)
        self._state = state

    # --- telling ---

    def _say(self, says: Say | None) -> str:
        return self._words.say(says, self._language) if says else ""

    def _tell(self, ruling: Ruling) -> JSON:
        told = {
            "ruling": ruling.verdict.value,
            "rule": ruling.rule,
            "why": self._say(ruling.why),
            "notes": [self._note(note) for note in ruling.notes],
            "asks": self._asks(),
        }
        if ruling.choices:
            told["choices"] = [self._choice(choice) for choice in ruling.choices]
        return told

    def _open_asks(self) -> tuple[Ask, ...]:
        return () if self._game.outcome(self._state) else tuple(self._game.asks(self._state))

    def _asks(self) -> list[JSON]:
        return [
            {
                **msgspec.to_builtins(ask),
                "prompt": self._say(ask.prompt),
                **({"choices": [self._choice(choice) for choice in ask.choices]} if ask.choices else {}),
            }
            for ask in self._open_asks()
        ]

    def _note(self, note: Note) -> JSON:
        return {**msgspec.to_builtins(note), "says": self._say(note.says)}

    def _choice(self, choice: Choice) -> JSON:
        return {**msgspec.to_builtins(choice), "says": self._say(choice.says)}


class _NotUnderstood(Exception):  # noqa: N818
    """A line that nothing can be done with; `says` tells what helps."""

    def __init__(self, says: Say) -> None:
        super().__init__(says.key)
        self.says = says
