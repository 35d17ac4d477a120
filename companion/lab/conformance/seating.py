"""What people are called and which of them sits down first must not matter to the rules."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from companion.asks import JSON
from companion.game import AnyGame
from companion.lab.conformance.playing import Effort, Opening, as_json, random_games

# In another alphabetical order than the names they stand for, and not simply the reverse
OTHERS = ("Mia", "Zoe", "Bob", "Yan", "Lou", "Abe", "Xia", "Cem", "Wim", "Don", "Vic", "Edu")


def names_do_not_matter(game: AnyGame, effort: Effort) -> Iterator[str]:
    """The same moves of people with other names lead to the same table, asks and view with those names."""
    for opening, moments in random_games(game, effort):
        names = dict(zip(opening.seats, OTHERS, strict=False))
        other = Opening(tuple(names[seat] for seat in opening.seats), opening.options)
        state = game.start(other.seats, other.options)
        for number, moment in enumerate(moments):
            move = game.read_move(renamed(as_json(game.write_move(moment.move)), names))
            if (refusal := game.refuse(state, move)) is not None:
                yield f"move {number} is refused of {move.seat or 'somebody'} with another name: {refusal}"
                return
            state = game.play(state, move).state
            if difference := _difference(game, moment.after, state, names):
                yield f"after move {number} {moment.move} the {difference} depends on names"
                return


def _difference(game: AnyGame, one: Any, other: Any, names: Mapping[str, str]) -> str:
    pairs = {
        "position": (game.write_position(one), game.write_position(other)),
        "asks": (game.asks(one), game.asks(other)),
        "view": (game.view(one), game.view(other)),
    }
    return next((what for what, (a, b) in pairs.items() if not _same(as_json(a), as_json(b), names)), "")


def _same(one: JSON, other: JSON, names: Mapping[str, str]) -> bool:
    """Whether *one* is *other* but for the names; nearly always that shows in what is written at once."""
    written = _pattern(tuple(names)).sub(lambda found: names[found[0]], json.dumps(one))
    return written == json.dumps(other) or renamed(one, names) == other


def renamed(value: JSON, names: Mapping[str, str]) -> JSON:
    """*value* with every name replaced, also inside of places like "discard:Ada"."""
    if isinstance(value, dict):
        return {renamed(key, names): renamed(part, names) for key, part in value.items()}
    if isinstance(value, list):
        return [renamed(part, names) for part in value]
    if isinstance(value, str):
        return _pattern(tuple(names)).sub(lambda found: names[found[0]], value)
    return value


@cache
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(r"\b(" + "|".join(map(re.escape, names)) + r")\b")
