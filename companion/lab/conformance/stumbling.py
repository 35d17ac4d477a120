"""Whether any move at any time gets an answer: people press, lay and say things when nobody has asked."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from companion.asks import JSON
from companion.game import AnyGame
from companion.lab.conformance.playing import NAMES, Effort, Moment, Opening, as_json, random_games
from companion.lab.conformance.seating import renamed

STRANGER = "Nobody"
TRIES = 300  # moves out of place in every game


def nothing_makes_it_stumble(game: AnyGame, effort: Effort) -> Iterator[str]:
    """A move out of time, of another seat or of somebody who does not sit here is refused or played."""
    for opening, moments in random_games(game, effort):
        random = Random(effort.seed)
        yield from list(_out_of_place(game, opening, moments, random))[:5]


def _out_of_place(game: AnyGame, opening: Opening, moments: list[Moment], random: Random) -> Iterator[str]:
    kinds: dict[Any, list[JSON]] = {}  # the seldom moves are tried as often as the common ones
    for moment in moments:
        kinds.setdefault(type(moment.move), []).append(as_json(game.write_move(moment.move)))
    for _ in range(TRIES if moments else 0):
        state = random.choice(moments).state
        move = _by_somebody_else(random.choice(random.choice(list(kinds.values()))), opening, random)
        try:
            understood = game.read_move(move)
            if game.refuse(state, understood) is None:
                game.play(state, understood)
        except Exception as error:  # whatever it is, a family would see it
            yield f"{move} raises {type(error).__name__}: {error}"


def _by_somebody_else(move: JSON, opening: Opening, random: Random) -> JSON:
    """*move* with its names changed, sometimes to somebody who is not there, sometimes to nobody at all."""
    others = [*opening.seats, STRANGER]
    names: Mapping[str, Any] = {name: random.choice(others) for name in NAMES[: len(opening.seats)]}
    changed = renamed(move, names)
    return {**changed, "seat": ""} if isinstance(changed, dict) and random.random() < 0.1 else changed
