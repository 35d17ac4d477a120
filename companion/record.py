"""A game as a text file that people can read and that can be replayed and verified.

Each entry of the journal is a line of JSON; the lines above it that begin with ``#`` say the same in words::

    # 20:15:07  The camera: 3 and 5
    #           accepted
    {"id":2,"game":1,…}

To verify a record means to make every ruling and every decision about calls again from what is written down,
and to compare: the hashes, the moves, the notes, the positions, the order of the calls, the ties, the end.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any

import msgspec

from companion.asks import JSON, Unable
from companion.calls.evidence import decide
from companion.game import AnyGame
from companion.games import find_game
from companion.journal import Entry, Journal
from companion.journal.chain import is_whole
from companion.rulings import Importance, Ruling, Verdict
from companion.table import changes
from companion.table import entries as bodies
from companion.table.judge import Word, judge_word, standing_of, tie_orders
from companion.table.line import Line, begin, follow, replay
from companion.table.log import what_happened
from companion.words import Words, game_words

FORMAT = 1
OVER = ("end", "left")  # kinds of entries after which nothing is secret


class RecordFailed(Unable):
    """A record cannot be read or written; `says` is the next step."""


class Finding(msgspec.Struct, frozen=True):
    """Something in a record that does not hold: the entry, and what was expected and found."""

    entry: int
    what: str


class Replay(msgspec.Struct, frozen=True):
    """A replayed record: where it leads to, and everything that does not hold."""

    game: AnyGame
    started: bodies.Started
    line: Line
    entries: int
    decisions: int  # of calls, each derived again from its evidence
    findings: tuple[Finding, ...] = ()

    @property
    def good(self) -> bool:
        return not self.findings


# --- writing ---


def write_record(
    journal: Journal,
    game_id: int,
    language: str = "",
    find: Callable[[str], AnyGame] = find_game,
    *,
    secrets: bool = False,
) -> Iterator[str]:
    """The lines of the record of a game, without line ends; with *secrets* also while it goes on."""
    entries = journal.entries(game_id)
    if not entries:
        raise RecordFailed("record.empty")
    name = entries[0].read().get("game", "")
    if not secrets and entries[-1].kind not in OVER and _hides_something(entries, name, find):
        raise RecordFailed("record.secrets")
    yield json.dumps({"record": FORMAT, "game": name}, ensure_ascii=False)
    words = game_words(_find(name, find))
    for entry in entries:
        yield from lines_of(entry, words, language)
        yield json.dumps(msgspec.structs.asdict(entry), ensure_ascii=False, separators=(",", ":"))


def _hides_something(entries: Sequence[Entry], name: str, find: Callable[[str], AnyGame]) -> bool:
    """Whether a game that goes on knows what not everybody may see: by an entry, or by its position.

    A game of memory has seen everything at its beginning, when all could see it. Where the position cannot be
    found out, nobody can say that it hides nothing.
    """
    try:
        game = find(name)
        state = replay(game, entries).line.state
        return any(map(_is_secret, entries)) or game.public(state) != state
    except Exception:  # another version's rules, a game that is not here
        return True


def _is_secret(entry: Entry) -> bool:
    """Whether *entry* says what only one person may see as long as the game goes on."""
    try:
        body = bodies.read_body(entry)
    except msgspec.ValidationError:
        return False
    if not isinstance(body, bodies.Ruled):
        return False
    private = any(note.importance is Importance.PRIVATE for note in body.ruling.notes)
    return private or (isinstance(body, bodies.Heard) and body.secret)


def lines_of(entry: Entry, words: Words, language: str) -> Iterator[str]:
    """*entry* in words, line by line."""
    time = _time_of_day(entry.wall)
    try:
        body = bodies.read_body(entry)
    except msgspec.ValidationError:
        yield f"# {time}  ?"
        return
    yield f"# {time}  {words.say(what_happened(body), language)}"
    if isinstance(body, bodies.Ruled):
        for line in _ruling_in_words(body.ruling, words, language):
            yield f"#           {line}"


def _time_of_day(wall: int) -> str:
    try:
        return datetime.fromtimestamp(wall / 1e9).astimezone().strftime("%H:%M:%S")
    except (ValueError, OverflowError, OSError):  # a clock that nobody has
        return "??:??:??"


def _ruling_in_words(ruling: Ruling, words: Words, language: str) -> Iterator[str]:
    rule = f" ({ruling.rule})" if ruling.rule else ""
    if ruling.verdict is not Verdict.ACCEPTED and ruling.why is not None:
        yield f"{words.say(ruling.why, language)}{rule}"
    for note in ruling.notes:
        if note.importance is Importance.PRIVATE:
            continue  # a record is for everybody's eyes
        yield words.say(note.says, language) + (f" ({note.rule})" if note.rule else "")


# --- reading ---


def read_record(lines: Iterable[str]) -> tuple[Entry, ...]:
    """The entries of a record; raises `RecordFailed` with the line that cannot be read."""
    entries = []
    for number, line in enumerate(lines, start=1):
        text = line.strip().removeprefix("\ufeff")
        if not text or text.startswith("#"):
            continue
        try:
            value = msgspec.json.decode(text.encode("utf-8", "replace"))
            if not (isinstance(value, dict) and "record" in value):
                entries.append(msgspec.convert(value, Entry))
            elif value["record"] != FORMAT:
                raise ValueError(f"expected a record of format {FORMAT}, got {value['record']!r}")
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise RecordFailed("record.bad_line", line=number, why=str(error)) from error
    if not entries:
        raise RecordFailed("record.empty")
    return tuple(entries)


# --- replaying and verifying ---


def replay_record(entries: Sequence[Entry], find: Callable[[str], AnyGame] = find_game) -> Replay:
    """Play the record once more through the rules of today and compare everything with what is written."""
    try:
        started = bodies.read_body(entries[0])
    except (ValueError, TypeError, RecursionError) as error:
        raise _unreadable(entries[0], error) from error
    if not isinstance(started, bodies.Started):
        raise RecordFailed("record.empty")
    game = _find(started.game, find)
    try:
        examiner = _Examiner(game, started, entries[0])
    except Exception as error:  # a foreign hand may have written anything
        raise _unreadable(entries[0], error) from error
    for previous, entry in pairwise(entries):
        examiner.examine(previous, entry)
    return Replay(game, started, examiner.line, len(entries), examiner.decisions, tuple(examiner.findings))


def _unreadable(entry: Entry, error: Exception) -> RecordFailed:
    return RecordFailed("record.bad_line", line=entry.id, why=str(error))


def _find(name: str, find: Callable[[str], AnyGame]) -> AnyGame:
    try:
        return find(name)
    except KeyError as error:
        raise RecordFailed("record.unknown_game", game=str(name)) from error


class _Examiner:
    """Goes through a record entry by entry, keeping where the game stands."""

    def __init__(self, game: AnyGame, started: bodies.Started, first: Entry) -> None:
        self.game, self.findings, self.decisions = game, list[Finding](), 0
        self._bodies: dict[int, bodies.Body] = {first.id: started}
        self._evidence: Any = None  # of the decision whose entries are being read
        if not is_whole(first):
            self._find(first.id, "its hash does not fit what it says")
        if started.version != game.about.version:
            self._find(first.id, f"played by rules of version {started.version}, not {game.about.version}")
        self.line = begin(game, started, first.id)

    def examine(self, previous: Entry, entry: Entry) -> None:
        if not is_whole(entry):
            self._find(entry.id, "its hash does not fit what it says")
        if entry.id <= previous.id or (entry.id == previous.id + 1 and entry.previous != previous.hash):
            self._find(entry.id, f"it does not follow entry {previous.id}")
        try:
            body = bodies.read_body(entry)
            self._compare(entry.id, body)
            self.line = follow(self.game, self.line, entry.id, body)
        except Exception as error:  # a foreign hand may have written anything
            self._find(entry.id, f"{type(error).__name__}: {error}")
            return
        self._bodies[entry.id] = body

    def _compare(self, entry: int, body: bodies.Body) -> None:
        """*body* against what the rules make of it now."""
        match body:
            case bodies.Heard():
                self._expect(entry, "ruling", self._judge(entry, body), body.ruling)
            case bodies.Corrected(corrects=corrects, fact=fact) if fact is not None:
                heard = self._bodies[corrects]
                if isinstance(heard, bodies.Heard):
                    again = changes.correct(self.game, self.line, corrects, heard, fact.value)
                    self._expect(entry, "correction", again.ruling, body.ruling)
            case bodies.Ended(outcome):
                self._expect(entry, "end", self.game.outcome(self.line.state), outcome)

    def _judge(self, entry: int, heard: bodies.Heard) -> Ruling:
        state = self.line.state
        asks = () if self.line.over else self.game.asks(state)
        word = Word(heard.fact, proposed=heard.proposed)
        if heard.evidence is not None:
            decision = decide(heard.evidence)
            standing = standing_of(heard.fact, heard.evidence, decision)
            word = Word(heard.fact, heard.evidence, standing, heard.proposed)
            self._compare_ties(entry, heard)
        return judge_word(self.game, state, asks, word).ruling

    def _compare_ties(self, entry: int, heard: bodies.Heard) -> None:
        """The ties against the game's tie rule, in the state in which the decision fell."""
        if heard.evidence is None or heard.evidence == self._evidence:
            return
        self._evidence = heard.evidence
        self.decisions += 1
        ties = tie_orders(self.game, self.line.state, heard.evidence)
        self._expect(entry, "order of a tie", ties, heard.evidence.ties)

    def _expect(self, entry: int, what: str, expected: Any, got: Any) -> None:
        wanted, found = _plain(expected), _plain(got)
        if wanted != found:
            self._find(entry, f"{what}: expected {wanted}, got {found}")

    def _find(self, entry: int, what: str) -> None:
        self.findings.append(Finding(entry, what))


def _plain(value: Any) -> JSON:
    return msgspec.json.decode(msgspec.json.encode(value))
