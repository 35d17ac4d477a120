"""What every game has to keep to, as plain functions: call them for a game of your own as well.

    from companion.lab.conformance import examine
    for finding in examine(GAME):
        print(finding)

Each check is a generator of sentences about what is wrong, so an empty answer is a pass. Nothing in here
knows a test framework; ``python -m companion.conformance GAME`` runs all of it, and
``python -m companion.conformance record GAME`` writes a golden game.
"""

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

from companion.game import AnyGame
from companion.lab.conformance.citing import rules_are_cited, rules_exist
from companion.lab.conformance.folder import folder_is_complete
from companion.lab.conformance.golden import golden_games_replay
from companion.lab.conformance.playing import Effort, games_end, notation_is_reversible, replay_agrees
from companion.lab.conformance.seating import names_do_not_matter
from companion.lab.conformance.stumbling import nothing_makes_it_stumble
from companion.lab.conformance.touching import touch_is_enough
from companion.lab.conformance.wording import all_is_said, words_are_complete

Check = Callable[[AnyGame, Effort], Iterator[str]]

CHECKS: dict[str, Check] = {
    "the folder is complete": folder_is_complete,
    "the words are complete in every language": words_are_complete,
    "the rules that are named exist": rules_exist,
    "every rule is cited in the code": rules_are_cited,
    "random games end": games_end,
    "notation is reversible": notation_is_reversible,
    "replay and undo agree at every step": replay_agrees,
    "names and places do not matter": names_do_not_matter,
    "no move makes the referee stumble": nothing_makes_it_stumble,
    "everything that is said has words": all_is_said,
    "touch alone is enough": touch_is_enough,
    "golden games replay": golden_games_replay,
}


class Finding(Struct, frozen=True):
    """Something that does not hold, and the check that found it."""

    check: str
    what: str

    def __str__(self) -> str:
        return f"{self.check}: {self.what}"


def examine(game: AnyGame, effort: Effort | None = None, checks: Iterable[str] = CHECKS) -> Iterator[Finding]:
    """Everything that does not hold for *game*."""
    for check in checks:
        try:
            yield from [Finding(check, what) for what in CHECKS[check](game, effort or Effort())]
        except Exception as error:  # a game that fails is a finding as well, and the other checks go on
            yield Finding(check, f"the game raised {type(error).__name__}: {error}")


__all__ = ["CHECKS", "Check", "Effort", "Finding", "examine"]
