"""Visits every game folder: what holds for one game has to hold for all, also for a game from outside."""

from pathlib import Path

import pytest

from companion.games import all_games
from companion.lab.conformance import CHECKS, Effort, Finding, examine
from companion.lab.conformance.citing import ids_in, texts_under, uncited
from companion.lab.conformance.golden import recorded, replayed
from companion.lab.conformance.playing import Opening, random_games
from companion.lab.conformance.seating import renamed
from companion.rulebook import own_rules
from tests.at_first import MORE
from tests.companion.eleventh.pig import GAME as PIG

TESTS = Path(__file__).parent
GAMES = {**all_games(), "pig": PIG}  # Pig stands for the eleventh game, which nothing else knows of
QUICK = Effort(games=1)
THOROUGH = Effort(games=60, seed=1000)

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


DEAR = "names and places do not matter"  # plays each game anew; the first three games say it every time
HELD = [
    pytest.param(game, check, marks=MORE if check == DEAR and number > 2 else (), id=f"{name}-{check}")
    for number, (name, game) in enumerate(GAMES.items())
    for check in CHECKS  # all of one game after the other: they look at the same random games
]


@pytest.mark.parametrize(("game", "check"), HELD)
def test_holds(game, check):
    assert [finding.what for finding in examine(game, QUICK, [check])] == []


@pytest.mark.long
@pytest.mark.timeout(3600)
@every_game
def test_holds_in_many_games(game):
    assert list(examine(game, THOROUGH)) == []


@every_game
def test_every_rule_has_a_test(game):
    """The ids of the rules stand in the tests of the game's own folder."""
    name = game.about.name
    folder = TESTS / "eleventh" if game is PIG else TESTS / name
    own_files = (file.read_text("utf-8") for file in TESTS.glob(f"test_{name}*.py"))

    assert list(uncited(own_rules(game), [*texts_under(folder), *own_files])) == []


# --- the checks themselves can fail ---


class ForgetfulPig(type(PIG)):
    """A game with one mistake of each kind."""

    def scores(self, state):
        return {}

    def read_move(self, value):
        return super().read_move({**value, "seat": "Ada"} if isinstance(value, dict) else value)


def test_mistakes_are_found():
    game = ForgetfulPig()

    found = {finding.check for finding in examine(game, QUICK)}

    assert {"random games end", "notation is reversible", "replay and undo agree at every step"} <= found


def test_a_game_that_raises_is_a_finding():
    class BrokenPig(type(PIG)):
        def asks(self, state):
            raise KeyError("no such thing")

    found = list(examine(BrokenPig(), QUICK, ["random games end"]))

    assert found == [Finding("random games end", "the game raised KeyError: 'no such thing'")]


def test_a_referee_that_stumbles_over_strangers_is_found():
    class StumblingPig(type(PIG)):
        def refuse(self, state, move):
            return super().refuse(state, move) if state.totals[move.seat] >= 0 else None

    found = list(examine(StumblingPig(), QUICK, ["no move makes the referee stumble"]))

    assert any("KeyError: 'Nobody'" in finding.what for finding in found)


def test_a_golden_game_notices_a_changed_rule():
    opening, moments = random_games(PIG, QUICK)[0]
    lines = list(recorded(PIG, opening, [moment.move for moment in moments]))

    class GenerousPig(type(PIG)):
        def play(self, state, move):
            step = super().play(state, move)
            return step if step.state.pot == state.pot else type(step)(state, step.notes)

    assert list(replayed(PIG, lines)) == []
    assert any("another position" in what for what in replayed(GenerousPig(), lines))


def test_ranges_cite_every_rule_in_them():
    assert set(ids_in("A12 to A14, AM-3, and A-SP1")) == {"A12", "A13", "A14", "AM-3", "A-SP1"}
    assert list(uncited(["A1", "A13", "A2"], ["A12 to A14", "A1"])) == ["A2"]


def test_names_are_replaced_wherever_they_stand():
    names = {"Ada": "Mia", "Ben": "Zoe"}

    assert renamed({"discard:Ada": ["Ben", "Adam"]}, names) == {"discard:Mia": ["Zoe", "Adam"]}


def test_the_eleventh_game_is_played_by_its_rules():
    """PG1 to PG4: turns, the one, keeping and the goal."""
    opening = Opening(("Ada", "Ben"), PIG.options(goal=10))
    state = PIG.start(opening.seats, opening.options)

    assert PIG.refuse(state, PIG.read_move({"move": "hold", "seat": "Ada"})).rule == "PG3"
    assert PIG.refuse(state, PIG.read_move({"move": "roll", "seat": "Ben", "pips": 4})).rule == "PG1"
    for pips in (6, 4):
        state = PIG.play(state, PIG.read_move({"move": "roll", "seat": "Ada", "pips": pips})).state
    assert PIG.play(state, PIG.read_move({"move": "roll", "seat": "Ada", "pips": 1})).state.pot == 0
    state = PIG.play(state, PIG.read_move({"move": "hold", "seat": "Ada"})).state
    assert PIG.outcome(state).winners == ("Ada",)
