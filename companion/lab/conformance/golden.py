"""Golden games: whole recorded games that are replayed, so that no rule changes unnoticed.

A golden game is a file of JSON lines in the folder ``golden`` of its game: first who sits down and what they
have agreed on, then every move with a digest of the position after it, last the scores and the winners.
"""

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator
from importlib import resources
from typing import Any

import msgspec

from companion.asks import JSON
from companion.game import AnyGame, State
from companion.lab.conformance.playing import Effort, Opening, as_json
from companion.words import package_of


def digest(game: AnyGame, state: State, agreed: Collection[str]) -> str:
    """A short fingerprint of the position, with the switches that were *agreed* on and no newer ones."""
    written = as_json(game.write_position(state))
    if isinstance(written.get("options"), dict):
        written["options"] = {name: value for name, value in written["options"].items() if name in agreed}
    position = json.dumps(written, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(position.encode()).hexdigest()[:12]


def recorded(game: AnyGame, opening: Opening, moves: Iterable[Any]) -> Iterator[str]:
    """The lines of a golden game in which these *moves* are made."""
    state = game.start(opening.seats, opening.options)
    options = msgspec.to_builtins(opening.options)
    yield _line(
        {"game": game.about.name, "version": game.about.version, "seats": opening.seats, "options": options}
    )
    for move in moves:
        state = game.play(state, move).state
        yield _line({"move": game.write_move(move), "then": digest(game, state, options)})
    yield _line(_end(game, state))


def _line(value: JSON) -> str:
    return json.dumps(value, ensure_ascii=False)


def _end(game: AnyGame, state: State) -> dict[str, JSON]:
    outcome = game.outcome(state)
    return {"scores": game.scores(state), "winners": list(outcome.winners) if outcome else None}


def golden_games_replay(game: AnyGame, effort: Effort) -> Iterator[str]:
    """Every recorded game comes to the same positions, scores and winners."""
    folder = resources.files(package_of(game)) / "golden"
    for file in sorted(folder.iterdir(), key=lambda f: f.name) if folder.is_dir() else ():
        if file.name.endswith(".jsonl"):
            lines = file.read_text("utf-8").splitlines()
            yield from (f"{file.name}: {what}" for what in replayed(game, lines))


def replayed(game: AnyGame, lines: Iterable[str]) -> Iterator[str]:
    """Where the game written in *lines* goes another way."""
    written = [json.loads(line) for line in lines if line.strip()]
    head, moves, end = written[0], written[1:-1], written[-1]
    version = game.about.version
    if head["version"] != version:
        yield f"was recorded under version {head['version']} of the rules, which are at {version} now"
        return
    state = game.start(tuple(head["seats"]), game.read_options(head["options"]))
    for number, line in enumerate(moves, 2):
        move = game.read_move(line["move"])
        if (refusal := game.refuse(state, move)) is not None:
            yield f"line {number}: {line['move']} is refused now ({refusal.rule} {refusal.says.key})"
            return
        state = game.play(state, move).state
        if digest(game, state, head["options"]) != line["then"]:
            yield f"line {number}: {line['move']} leads to another position now"
            return
    if as_json(_end(game, state)) != end:
        yield f"ends with {_end(game, state)} now, not with {end}"
