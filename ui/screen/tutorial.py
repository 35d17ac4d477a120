"""The first time that something is asked in a game it is explained: what is wanted, the rule, how to tell it.

Each ask of each game is explained once and remembered as explained; the family can begin anew at any time.
"""

from collections.abc import Collection, Sequence

from msgspec import Struct

from companion.asks import Ask, Say
from companion.facts import Kind
from companion.game import AnyGame, Options
from companion.rulebook import find_rule
from ui.screen.language import Speaker
from ui.screen.ports import Board, Preferences
from ui.screen.wishes import is_on

MOST = 3  # things explained at once
KEPT = "explained"


class Lesson(Struct, frozen=True):
    """What has not been explained yet of what is asked now."""

    keys: tuple[str, ...]
    asks: tuple[Ask, ...]


class Part(Struct, frozen=True):
    """One ask explained."""

    prompt: str
    rule: str  # its number
    because: str  # the rule in our words
    how: str  # how to enter it


class Tutor:
    """Knows what has been explained."""

    def __init__(self, preferences: Preferences) -> None:
        self._preferences = preferences

    def lesson(self, game: AnyGame, asks: Sequence[Ask]) -> Lesson | None:
        """What is new in *asks*, if the family wants explanations."""
        if not is_on(self._preferences, "tutorial"):
            return None
        explained = self._explained()
        new: dict[str, Ask] = {}
        for ask in asks:
            key = f"{game.about.name}:{ask.id.partition(':')[0]}"
            if ask.kind is not Kind.TIME and not ask.secret and key not in explained:
                new.setdefault(key, ask)
        kept = dict(list(new.items())[:MOST])
        return Lesson(tuple(kept), tuple(kept.values())) if kept else None

    def understood(self, lesson: Lesson) -> None:
        """It is not explained again."""
        self._preferences.put(KEPT, sorted({*self._explained(), *lesson.keys}))

    def begin_anew(self, game: AnyGame) -> None:
        """Everything of *game* is explained once more."""
        start = f"{game.about.name}:"
        self._preferences.put(KEPT, sorted(key for key in self._explained() if not key.startswith(start)))

    def _explained(self) -> Collection[str]:
        kept = self._preferences.get(KEPT)
        return {key for key in kept if isinstance(key, str)} if isinstance(kept, list) else set()


def parts(say: Speaker, game: AnyGame, options: Options, lesson: Lesson, board: Board) -> tuple[Part, ...]:
    """*lesson* in words, by the house rules *options*."""
    return tuple(_part(say, game, options, ask, board) for ask in lesson.asks)


def _part(say: Speaker, game: AnyGame, options: Options, ask: Ask, board: Board) -> Part:
    rule = find_rule(game, ask.rule, options)
    return Part(
        prompt=say.game(game, Say(ask.prompt.key, ask.prompt.args)),
        rule=ask.rule,
        because=rule.text(say.language) if rule else "",
        how=say(f"tutorial.{_how(ask, board)}"),
    )


def _how(ask: Ask, board: Board) -> str:
    """The key of how *ask* is answered at a table with this *board*."""
    if ask.kind is Kind.CALL:
        return "call_button" if board.buttons else "call_touch"
    if ask.kind in (Kind.DICE, Kind.CARD, Kind.PYRAMID):
        return f"{ask.kind.value}_{'seen' if board.eyes else 'touch'}"
    return str(ask.kind.value)
