"""Nothing hidden gets out: not in a view, the log, what is said aloud, the stream or the support bundle.

Whole games of every kind are played; after every ruling all of that is looked at.
"""

import builtins
import io
import zipfile
from pathlib import Path
from random import Random

import msgspec
import numpy as np
import pytest

from companion.clock import HandClock
from companion.facts import MS
from companion.family import family_class
from companion.games import all_games, find_game
from companion.journal import Journal
from companion.rulings import Importance
from companion.seats import seats_named
from companion.sightings import Frame
from companion.table import Table
from companion.words import game_words
from hardware.board import Board as Wires
from hardware.doctor import Readings, support_bundle
from ui.stream import event_of, snapshot
from ui.table_board import TableBoard
from ui.twin.evening import Evening, PlainSenses

NAMES = ("Adalbert", "Ben", "Cem")
GAMES = list(all_games())
ENOUGH = 120  # happenings of each game


class Mouth:
    """A loudspeaker that notes what it says."""

    def __init__(self):
        self.said = []

    def say(self, words, language):
        self.said.append(words)

    def signal(self, name): ...

    def close(self): ...


class Watched:
    """A game that is played to its end, and everything that gets out of it."""

    def __init__(self, name, seed=1, **options):
        game, self.clock = find_game(name), HandClock(10**9)
        low, high = game.about.seats
        seats = seats_named(NAMES[: min(max(3, low), high)], "en")
        chosen = game.read_options(options)
        self.table = Table.start(game, seats, chosen, Journal.open(":memory:", self.clock), self.clock)
        self.mouth = Mouth()
        self.board = TableBoard(Wires.pretend(self.clock, sound=self.mouth), lambda: "en")
        self.told, self.events, self.private = [], [], set()
        self.table.listen(self._heard)
        family = family_class(game)(game, tuple(s.name for s in seats), chosen, Random(seed), 0.0)
        self.evening = Evening(self.table, family, self.clock, PlainSenses(self.clock))

    def _heard(self, told):
        words = game_words(self.table.game)
        self.told.append(told)
        self.board.announced(told, self.table.game)
        self.events.append(msgspec.json.encode(event_of(told, self.table, "en")).decode())
        self.events.append(msgspec.json.encode(snapshot(self.table, "en")).decode())
        notes = [
            note.says for note in told.ruling.notes if told.secret or note.importance is Importance.PRIVATE
        ]
        self.private |= {words.say(says, "en") for says in notes}

    def play(self):
        self.evening.play(ENOUGH)
        return self


@pytest.mark.parametrize("name", GAMES)
def test_a_view_shows_only_what_the_public_state_holds(name):
    """If a view can be made of the public state alone, nothing hidden can be in it."""
    at = Watched(name)
    seen = 0
    for most in range(5, ENOUGH, 15):
        at.evening.play(most)
        game, state = at.table.game, at.table.state
        assert game.view(game.public(state)) == game.view(state)
        seen += 1
    assert seen > 3


@pytest.mark.parametrize("name", GAMES)
def test_what_is_for_one_seat_is_neither_said_aloud_nor_streamed_nor_logged(name):
    at = Watched(name).play()
    shouted, streamed = "\n".join(at.mouth.said), "\n".join(at.events)
    logged = "\n".join(game_words(at.table.game).say(entry.says, "en") for entry in at.table.log())
    aloud = {sentence for sentence in at.private if not _is_public_too(at, sentence)}

    for secret in aloud:
        assert secret not in shouted
        assert secret not in streamed
        assert secret not in logged
    assert len(at.told) > 20


def _is_public_too(at, sentence):
    """Whether the same words were told to all at another time."""
    words = game_words(at.table.game)
    public = (
        n.says
        for t in at.told
        if not t.secret
        for n in t.ruling.notes
        if n.importance is not Importance.PRIVATE
    )
    return any(words.say(says, "en") == sentence for says in public)


@pytest.mark.parametrize("name", GAMES)
def test_secret_asks_are_not_streamed(name):
    at = Watched(name)
    for most in range(10, ENOUGH, 25):
        at.evening.play(most)
        shown = {ask["id"] for ask in snapshot(at.table, "en")["asks"]}
        assert not shown & {ask.id for ask in at.table.asks if ask.secret}


def test_a_secret_ruling_is_only_told_to_have_happened():
    at = Watched("abspecken")
    at.evening.play(5)
    told = msgspec.structs.replace(at.told[-1], secret=True)

    assert event_of(told, at.table, "en") == {
        "event": "ruling",
        "entry": told.entry,
        "by": told.by,
        "secret": True,
        "notes": [],
    }
    said = len(at.mouth.said)
    at.board.announced(told, at.table.game)
    assert len(at.mouth.said) == said


def test_numbers_that_have_to_be_remembered_are_in_no_view_and_no_stream():
    at = Watched("forced_memory").play()
    yellow = [die for die in at.table.state.pyramid.values() if die[0] == "y" and die[1:].isdigit()]
    shown = "\n".join(at.events)

    assert yellow, "the referee itself has to know them"
    assert not any(f'"{die}"' in shown for die in yellow)


def test_a_support_bundle_knows_nobody_and_shows_nothing():
    at = Watched("abspecken").play()
    words = game_words(at.table.game)
    log = "\n".join(words.say(entry.says, "en") for entry in at.table.log())
    packed = support_bundle((), Readings(), {"log.txt": log}, NAMES)
    with zipfile.ZipFile(io.BytesIO(packed)) as bundle:
        texts = {name: bundle.read(name) for name in bundle.namelist()}

    assert not any(name.endswith((".jpg", ".png")) for name in texts)
    assert not any(person.encode() in text for person in NAMES for text in texts.values())


def test_pictures_stay_in_memory(tmp_path, monkeypatch):
    """A whole evening with a camera writes no picture anywhere, not even for a moment."""
    written = []
    honest = builtins.open
    monkeypatch.setattr(
        builtins, "open", lambda file, mode="r", *a, **k: _noting(written, honest, file, mode, *a, **k)
    )
    for name in ("write_bytes", "write_text"):
        monkeypatch.setattr(Path, name, lambda self, *_a, **_k: written.append(str(self)))
    clock, frames = HandClock(10**9), iter(range(40))

    def draw():
        number = next(frames, None)
        clock.advance(60 * MS)
        return (
            None if number is None else Frame(np.full((120, 160, 3), number, np.uint8), clock.now(), number)
        )

    board = TableBoard(Wires.pretend(clock, draw=draw), lambda: "en")
    board.start(lambda thing: None)
    board.stop()

    assert written == []
    assert list(tmp_path.iterdir()) == []


def _noting(written, honest, file, mode, *args, **more):
    if any(letter in mode for letter in "wax+"):
        written.append(str(file))
    return honest(file, mode, *args, **more)
