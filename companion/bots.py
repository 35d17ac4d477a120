"""What every opponent is like, and the search that several of them share.

A bot is the module `bot.py` in a game's folder with

* ``LEVELS``: the names of its strengths, the weakest first, where they are not those of the house
* ``choose(state, seat, level, random, nodes) -> Move | None``: what it would do for *seat*, or None if there
  is nothing to do. It knows only what the state, that is the table, knows. *random* and *nodes* (how many
  positions it may look at) come from outside, so the same question always has the same answer.
"""

import importlib
from collections.abc import Sequence
from math import inf
from types import ModuleType
from typing import Any, Generic, Protocol, TypeVar

from companion.game import AnyGame
from companion.words import package_of

LEVELS = ("random", "easy", "medium", "strong")  # of most bots

P = TypeVar("P")  # a position as the search sees it; may be leaner than the game's state
A = TypeVar("A")  # an action


class Searchable(Protocol[P, A]):
    """What a search has to know about a game."""

    def to_move(self, position: P) -> int:
        """The number of the player on turn."""

    def actions(self, position: P) -> Sequence[A]:
        """What may be done, the most promising first; nothing when the game is over."""

    def after(self, position: P, action: A) -> P:
        """The position that *action* leads to."""

    def worth(self, position: P, player: int) -> float:
        """How good *position* is for *player*."""


class _OutOfNodesError(Exception):
    """The budget is used up."""


class Paranoid(Generic[P, A]):
    """Alpha-beta for one player against all others together, deeper and deeper until the nodes are used up.

    Taking the others for one opponent is too dark a view, but it prunes well, and a move that stands against
    two is good against each.
    """

    def __init__(self, rules: Searchable[P, A], player: int, nodes: int) -> None:
        self._rules, self._player, self._left = rules, player, nodes
        self.depth = 0  # how many moves ahead the answer was looked through completely

    def best(self, position: P, deepest: int = 20) -> A | None:
        """The best action of the player, who is on turn, or None if there is none."""
        actions = list(self._rules.actions(position))
        if len(actions) < 2:
            return actions[0] if actions else None
        found = actions[0]
        try:
            for depth in range(1, deepest + 1):
                actions = self._ordered(position, actions, depth)
                found, self.depth = actions[0], depth
        except _OutOfNodesError:
            pass
        return found

    def _ordered(self, position: P, actions: list[A], depth: int) -> list[A]:
        """*actions* with the best one first, then the others as they were."""
        alpha, best = -inf, actions[0]
        for action in actions:
            worth = self._worth(self._rules.after(position, action), depth - 1, alpha, inf)
            if worth > alpha:
                alpha, best = worth, action
        return [best, *(action for action in actions if action is not best)]

    def _worth(self, position: P, depth: int, alpha: float, beta: float) -> float:
        self._left -= 1
        if self._left < 0:
            raise _OutOfNodesError
        actions = self._rules.actions(position) if depth > 0 else ()
        if not actions:
            return self._rules.worth(position, self._player)
        mine = self._rules.to_move(position) == self._player
        best = -inf if mine else inf
        for action in actions:
            worth = self._worth(self._rules.after(position, action), depth - 1, alpha, beta)
            if mine:
                best, alpha = max(best, worth), max(alpha, worth)
            else:
                best, beta = min(best, worth), min(beta, worth)
            if alpha >= beta:
                break
        return best


class EachForItself(Generic[P, A]):
    """Everybody does what is best for himself (max-n), ever deeper until the nodes are used up.

    Only the few actions that look best at once are followed further. In a race this beats `Paranoid`,
    which waits for attacks that nobody means to make: in Dice March it lost every game to a shallower self.
    """

    def __init__(self, rules: Searchable[P, A], nodes: int, width: int = 6) -> None:
        self._rules, self._left, self._width = rules, nodes, width
        self.depth = 0  # how many moves ahead the answer was looked through completely

    def best(self, position: P, deepest: int = 9) -> A | None:
        """The best action of who is on turn, or None if there is none."""
        found = next(iter(self._rules.actions(position)), None)
        try:
            for depth in range(1, deepest + 1):
                choice = self._choice(position, depth)
                if choice is None:
                    break
                found, self.depth = choice[0], depth
        except _OutOfNodesError:
            pass
        return found

    def _choice(self, position: P, depth: int) -> tuple[A, P] | None:
        """What who is on turn would do, looking *depth* moves ahead, and where that leads in the end."""
        player = self._rules.to_move(position)
        looked = [(action, self._after(position, action)) for action in self._rules.actions(position)]
        if not looked:
            return None
        looked.sort(key=lambda pair: self._rules.worth(pair[1], player), reverse=True)
        if depth == 1:
            return looked[0]
        followed = [(action, self._end(after, depth - 1)) for action, after in looked[: self._width]]
        return max(followed, key=lambda pair: self._rules.worth(pair[1], player))

    def _end(self, position: P, depth: int) -> P:
        choice = self._choice(position, depth)
        return choice[1] if choice else position

    def _after(self, position: P, action: A) -> P:
        self._left -= 1
        if self._left < 0:
            raise _OutOfNodesError
        return self._rules.after(position, action)


def bot_of(game: AnyGame) -> ModuleType:
    """The module with the opponent of *game*."""
    return importlib.import_module(f"{package_of(game)}.bot")


def levels_of(bot: Any) -> tuple[str, ...]:
    """How strong the opponent in the module *bot* can be, the weakest first."""
    return getattr(bot, "LEVELS", LEVELS)
