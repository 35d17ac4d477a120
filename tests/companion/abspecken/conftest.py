"""Tables to start from, written in the game's own notation."""

from typing import Any

import pytest

from companion.games.abspecken import GAME
from companion.games.abspecken.state import AbspeckenState


def table(players: dict[str, Any], **more: Any) -> AbspeckenState:
    """A table with open hands in which everybody may act; `roll` is two dice and the barred number."""
    dice, ban, *pig = more.pop("roll", ((2, 4), "4"))
    rolled = {"pips": dice, "ban": ban, "pig": pig[0] if pig else ""}
    options = {"hands": "open", **more.pop("options", {})}
    plain = {seat: _player(cards) for seat, cards in players.items()}
    return GAME.read_position({"players": plain, "rolled": rolled, "options": options, **more})


def _player(cards: Any) -> dict[str, Any]:
    """A hand like "12456", perhaps with the number of cards in the draw piles: ("12456", 19)."""
    if isinstance(cards, dict):
        return {key: list(value) if isinstance(value, str) else value for key, value in cards.items()}
    hand, draw = cards if isinstance(cards, tuple) else (cards, 19)
    return {"hand": list(hand), "draw": draw}


class Referee:
    """Plays moves in notation, and remembers the last ruling."""

    def __init__(self, state: AbspeckenState) -> None:
        self.state = state
        self.notes: tuple[Any, ...] = ()

    def refused(self, move: str, **more: Any) -> str:
        """The rule that refuses this move, or "" if it may stand."""
        refusal = GAME.refuse(self.state, GAME.read_move({"move": move, **more}))
        return refusal.rule if refusal else ""

    def reason(self, move: str, **more: Any) -> str:
        refusal = GAME.refuse(self.state, GAME.read_move({"move": move, **more}))
        return refusal.says.key if refusal else ""

    def play(self, move: str, **more: Any) -> "Referee":
        assert self.refused(move, **more) == ""
        step = GAME.play(self.state, GAME.read_move({"move": move, **more}))
        self.state, self.notes = step.state, step.notes
        return self

    def told(self) -> list[str]:
        return [note.says.key for note in self.notes]

    def hand(self, seat: str) -> str:
        return "".join(self.state.player(seat).hand)


@pytest.fixture
def referee():
    """A referee at the table that is described."""
    return lambda players, **more: Referee(table(players, **more))


@pytest.fixture
def new_game():
    """A referee at the very beginning."""
    return lambda seats="ABC", **options: Referee(GAME.start(tuple(seats), GAME.read_options(options)))
