"""The first time that something is asked in a game it is explained: what is wanted, the rule, how to tell it.

Before all that stands what the game is about. Everything is explained once in each game and remembered as
explained; the family can begin anew at any time.
"""

from collections.abc import Collection, Sequence

from msgspec import Struct

from companion.asks import Ask, Kind, Say, by_cards, sets_aside
from companion.game import AnyGame, Options
from companion.rulebook import find_rule
from companion.words import game_words
from ui.screen.language import Speaker
from ui.screen.numbered import cells_meant
from ui.screen.ports import NoBoard
from ui.screen.wishes import is_on
from ui.settings import Forgetful

MOST = 3  # things explained at once
KEPT = "explained"
GOAL = "about.goal"


class Lesson(Struct, frozen=True):
    """What has not been explained yet of what is asked now."""

    keys: tuple[str, ...]
    asks: tuple[Ask, ...]

    @property
    def goal(self) -> bool:
        """Whether it says what the game is about."""
        return not self.asks


class Part(Struct, frozen=True):
    """One ask explained."""

    prompt: str
    rule: str = ""  # its number
    because: str = ""  # the rule in our words
    how: str = ""  # how to enter it


class Tutor:
    """Knows what has been explained."""

    def __init__(self, preferences: Forgetful) -> None:
        self._preferences = preferences

    def lesson(self, game: AnyGame, asks: Sequence[Ask]) -> Lesson | None:
        """What is new in *asks*, if the family wants explanations."""
        if not is_on(self._preferences, "tutorial"):
            return None
        explained, goal = self._explained(), f"{game.about.name}:{GOAL}"
        if asks and goal not in explained and GOAL in game_words(game):
            return Lesson((goal,), ())
        new: dict[str, Ask] = {}
        race = any(
            ask.kind is Kind.CALL and not ask.optional for ask in asks
        )  # nothing lies over its buttons
        for ask in asks:
            if race and ask.optional:
                continue
            key, said = f"{game.about.name}:{ask.id.partition(':')[0]}", f"{game.about.name}:{ask.prompt.key}"
            if ask.kind is not Kind.TIME and not ask.secret and not {key, said} & {*explained}:
                new.setdefault(key, ask)
        kept = dict(list(new.items())[:MOST])
        keys = (*kept, *(f"{game.about.name}:{ask.prompt.key}" for ask in kept.values()))
        return Lesson(keys, tuple(kept.values())) if kept else None

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


def parts(
    say: Speaker, game: AnyGame, options: Options, asks: Sequence[Ask], board: NoBoard | None
) -> tuple[Part, ...]:
    """*asks* explained, by the house rules *options*; what several people are asked alike only once.

    Without a *board* all things are only on the screen.
    """
    explained = {part.prompt: part for part in (_part(say, game, options, ask, board) for ask in asks)}
    first = {part.rule: part for part in reversed(explained.values())}  # a rule is told once
    return tuple(
        part if first[part.rule] is part else Part(part.prompt, how=part.how) for part in explained.values()
    )


def _part(say: Speaker, game: AnyGame, options: Options, ask: Ask, board: NoBoard | None) -> Part:
    rule = find_rule(game, ask.rule, options)
    return Part(
        prompt=say.game(game, Say(ask.prompt.key, ask.prompt.args)),
        rule=ask.rule,
        because=rule.text(say.language) if rule else "",
        how=say(f"tutorial.{_how(ask, board)}"),
    )


def _how(ask: Ask, board: NoBoard | None) -> str:
    """The key of how *ask* is answered at a table with this *board*."""
    if board is None and ask.kind in (Kind.CALL, Kind.CONFIRM):
        return f"{ask.kind.value}_here"
    if board is None and by_cards(ask):
        return "card_here"
    if board is None and ask.kind is Kind.CARD and ask.place.startswith("hand:"):
        return "card_to_hand"
    if ask.kind is Kind.CALL:
        return "call_button" if board is not None and board.buttons else "call_touch"
    if ask.kind in (Kind.DICE, Kind.CARD, Kind.PYRAMID):
        way = "here" if board is None else "seen" if board.eyes else "touch"
        return f"{ask.kind.value}_{way}"
    if sets_aside(ask) and board is None:
        return "aside_here"
    if ask.kind is Kind.CHOICE and any(cells_meant(choice.value) for choice in ask.choices):
        return "pyramid_here"  # the places are tapped in the drawing
    return str(ask.kind.value)
