"""An old round's points can be changed on the sheet of every game, and the version before is kept."""

from random import Random

import pytest

from companion.asks import MS, Source
from companion.clock import HandClock
from companion.games import all_games
from companion.journal import Journal
from companion.lab.candidates import legal
from companion.people.past import past_game
from companion.people.tables import as_json, games_csv, sheet_csv, sheet_of
from companion.rescoring import Cell, number_in, rescored
from companion.rulings import Verdict
from companion.seats import Seat
from companion.table import Table

# Which figures on the sheet make the points; the others come from what was found or counted on the table.
POINTS = {
    "abi94": "project.klausur",
    "abspecken": "sheet.round",
    "abstrac": "sheet.total",
    "dice_march": "sheet.won",
    "pack_rat": "row.dice",
    "squeeze_play": "sheet.left",
    "wobble": "sheet.total",
}
GAMES = all_games()


def played(name, moves=400):
    game, random = GAMES[name], Random(3)
    state = game.start(tuple("ABCDEFGHIJK"[: game.about.seats[0]]), game.options())
    for _ in range(moves):
        ways = [move for seat in state.seats for move in legal(game, state, seat)]
        if not ways:
            break
        state = game.play(state, random.choice(ways)).state
    return game, state


@pytest.mark.parametrize("name", POINTS)
def test_the_points_follow_the_cell_and_nobody_elses_change(name):
    game, state = played(name)
    before = game.scores(state)
    changed = 0
    for number, row in enumerate(game.view(state).sheet):
        if row.label.key != POINTS[name]:
            continue
        for column, seat in enumerate(state.seats):
            old = number_in(row.cells[column])
            if not old:
                continue
            value = old + (1 if old > 0 else -1)
            part = rescored(game, state, Cell(number, seat), value)
            assert part is not None
            after = game.read_position({**game.write_position(state), **part})
            assert number_in(game.view(after).sheet[number].cells[column]) == value
            scores = game.scores(after)
            assert abs(scores[seat] - before[seat]) == 1
            assert {s: n for s, n in scores.items() if s != seat} == {
                s: n for s, n in before.items() if s != seat
            }
            changed += 1
    assert changed


@pytest.mark.parametrize("name", sorted(GAMES))
def test_no_change_of_a_cell_touches_anything_else(name):
    game, state = played(name, 120)
    view = game.view(state)
    for number, row in enumerate(view.sheet):
        for column, seat in enumerate(state.seats):
            old = number_in(row.cells[column])
            part = None if old is None else rescored(game, state, Cell(number, seat), old + 2)
            if part is None:
                continue
            changed = game.read_position({**game.write_position(state), **part})
            after = game.view(changed)
            assert [ask.id for ask in game.asks(state)] == [ask.id for ask in game.asks(changed)]
            assert all(
                mine == theirs
                for before_row, after_row in zip(view.sheet, after.sheet, strict=True)
                for place, (mine, theirs) in enumerate(zip(before_row.cells, after_row.cells, strict=True))
                if place != column
            )


@pytest.mark.parametrize(
    ("text", "number"), [("12", 12), ("−3", -3), ("–3", -3), ("4 × 14 = 56", None), ("", None)]
)
def test_what_a_cell_shows(text, number):
    assert number_in(text) == number


@pytest.fixture
def finished():
    clock = HandClock(10**12, 10**18)
    journal, game = Journal.open(":memory:", clock), GAMES["abspecken"]
    seats = [Seat("=Ann", person=1), Seat("Ben")]
    table, random = Table.start(game, seats, {"limit": 60}, journal, clock), Random(2)
    while table.outcome is None:
        clock.advance(700 * MS)
        moves = [move for seat in table.state.seats for move in legal(game, table.state, seat)]
        table.propose(game.write_move(random.choice(moves)), Source.SIMULATED)
    return journal, clock, table


def test_an_old_game_gets_a_new_version_and_keeps_the_old_one(finished):
    journal, clock, table = finished
    before = past_game(journal, table.game_id)
    entries = len(journal.entries(table.game_id))
    sheet = sheet_of(journal, table.game_id)
    assert sheet.over and sheet.versions == ()
    old = number_in(sheet.view.sheet[0].cells[1])
    again = Table.resume(journal, clock, table.game_id)
    part = rescored(again.game, again.state, Cell(0, "Ben"), old - 30)
    ruling = again.override(part, "Ben had more cards left")
    assert ruling.verdict is Verdict.ACCEPTED
    after = past_game(journal, table.game_id)
    assert after.scores["Ben"] == before.scores["Ben"] - 30
    assert after.finished and after.versions == 1
    assert len(journal.entries(table.game_id)) > entries, "nothing was deleted"
    assert "Ben had more" in str(sheet_of(journal, table.game_id).versions[0].says.args)
    assert journal.verify().good


def test_a_figure_that_is_there_already_is_no_change(finished):
    journal, clock, table = finished
    again = Table.resume(journal, clock, table.game_id)
    there = number_in(again.view.sheet[0].cells[1])
    assert rescored(again.game, again.state, Cell(0, "Ben"), there) is None


def test_a_game_that_is_not_installed_has_no_sheet(finished):
    journal, _, table = finished
    assert sheet_of(journal, table.game_id, {}.__getitem__) is None
    assert sheet_of(journal, 999) is None


def test_tables_for_other_programs(finished):
    journal, _, table = finished
    game = past_game(journal, table.game_id)
    lines = games_csv([game]).splitlines()
    assert lines[0].startswith("game_id,date,game,seat")
    assert "'=Ann" in lines[1], "no spreadsheet takes a name for a formula"
    sheet = sheet_of(journal, table.game_id)
    rounds = sheet_csv(sheet, "de").splitlines()
    assert len(rounds) == len(sheet.view.sheet) + 2
    assert '"scores"' in as_json([game], (), lambda number: sheet)
