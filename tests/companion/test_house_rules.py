"""House rules as they are typed and shown, and who may sit down with which of them."""

import msgspec
import pytest

from companion.games import all_games, find_game
from companion.games.abi94.deck import shipped
from companion.games.abi94.scoring import Record, grade, ranking
from companion.lab.referee_loop import RefereeLoop
from companion.rulebook import Switch, rulebook, switches
from companion.seats import LOOKS, seats_named
from companion.table.line import CannotStart, open_game

GAMES = all_games()


@pytest.mark.parametrize(
    ("name", "option", "typed", "meant"),
    [
        ("wobble", "tasks", "T1,T9", ("T1", "T9")),
        ("wobble", "tasks", " T1 , T9 ,", ("T1", "T9")),
        ("wobble", "tasks", "", ()),
        ("wobble", "tasks", '["T1", "T9"]', ("T1", "T9")),
        ("wobble", "tasks", ["T1"], ("T1",)),
        ("wobble", "tasks", "sing, loudly; hop", ("sing, loudly", "hop")),
        *(("abspecken", "piggy", typed, True) for typed in ("on", "true", True)),
        *(("abspecken", "piggy", typed, False) for typed in ("off", "false")),
        ("abspecken", "limit", "12", 12),
    ],
)
def test_lists_numbers_yes_and_no_as_people_type_them(name, option, typed, meant):
    assert getattr(find_game(name).read_options({option: typed}), option) == meant


@pytest.mark.parametrize(
    "typed", ["[1", "{]", "[" * 5000, "[\ud800"], ids=["cut off", "crossed", "deep", "half"]
)
def test_what_is_no_json_is_told(typed):
    with pytest.raises(msgspec.ValidationError, match="no JSON"):
        find_game("abi94").read_options({"cards": typed})


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_every_switch_says_what_may_be_typed(game):
    assert all(switch.allowed for switch in switches(game))
    words = {switch.name for switch in switches(game) if switch.words}
    assert words == ({"tasks", "own_tasks", "afk_tasks"} if game.about.name == "wobble" else set())


@pytest.mark.parametrize(
    ("name", "switch", "allowed"),
    [
        pytest.param("abspecken", Switch("piggy", False, (True, False)), "on | off", id="P1 yes or no"),
        pytest.param("abspecken", Switch("challenge", True, (True, False)), "on | off", id="AM-7 yes or no"),
        pytest.param(
            "abspecken", Switch("hands", "hidden", ("hidden", "ledger", "open")), "hidden | ledger | open",
            id="AM-15 one of three",
        ),
        pytest.param("forced_memory", Switch("max_players", 6, (6, 7, 8)), "6 | 7 | 8", id="A-FM2 a number"),
        pytest.param(
            "abspecken", Switch("limit", 33, low=1, high=999), "1–999", id="A34 a number within bounds"
        ),
        pytest.param(
            "wobble", Switch("tasks", (), words=True), "…, …",
            id="AW-16 words",
        ),
        pytest.param("wobble", Switch("census", {}), "…", id="W1 something else"),
    ],
)  # fmt: skip
def test_what_may_be_chosen(name, switch, allowed):
    (found,) = (each for each in switches(GAMES[name]) if each.name == switch.name)

    assert found == switch
    assert found.allowed == allowed


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_at_most_three_questions_are_asked_before_a_game_each_with_the_rule_it_changes(game):
    """Which ones: docs/developers/rules-in-figures.md. One tap keeps a default, so there has to be one."""
    asked = game.about.matter

    assert len(asked) <= 3
    for name, rule in asked.items():
        (switch,) = (each for each in switches(game) if each.name == name)
        assert switch.default in switch.choices and name in rulebook(game)[rule].options


def test_a_number_without_an_upper_bound():
    assert Switch("most", 3, low=2).allowed == "≥ 2"


def test_people_sit_down_with_their_looks_and_buttons():
    """Clockwise; the ninth looks like the first again, with a button of its own."""
    seats = seats_named("ABCDEFGHI", "de")

    assert [(s.colour, s.shape, s.letter) for s in seats] == [*LOOKS, LOOKS[0]]
    assert [s.button for s in seats] == list("123456789")
    assert {s.language for s in seats} == {"de"}
    assert [s.name for s in seats] == list("ABCDEFGHI")


@pytest.mark.parametrize(("most", "people"), [(6, 6), (7, 7), (8, 8)])
def test_a_fm2_a_house_rule_lets_more_people_in(most, people):
    game, names = find_game("forced_memory"), "ABCDEFGHI"

    started = open_game(game, seats_named(names[:people]), {"max_players": most})
    assert len(started.seats) == people

    with pytest.raises(CannotStart) as refused:
        open_game(game, seats_named(names[: people + 1]), {"max_players": most})
    assert refused.value.says.key == "table.seat_count"
    assert refused.value.says.args["seats"].args["high"] == most


TYPED = {  # what may be typed for switches that have neither choices nor bounds
    "grades": ['{"1.0": 69, "4.0": -999}', '{"sehr gut": 60, "gut": 40, "ausreichend": 0}'],
    "tasks": ["T1, T9"],
    "own_tasks": ["hop, on one leg; sing"],
    "afk_tasks": ["fetch a spoon"],
    "cards": [
        msgspec.json.encode(shipped("b")).decode(),
        msgspec.json.encode({kind.id: kind.count for kind in shipped("b")}).decode(),
    ],
}


def _typed_values(game):
    for switch in switches(game):
        bounds = [n for n in (switch.low, switch.default, switch.high) if n is not None]
        written = {True: "on", False: "off"}
        for value in switch.choices or TYPED.get(switch.name) or bounds:
            yield switch.name, written[value] if isinstance(value, bool) else str(value)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_every_option_goes_through_the_start_of_a_game_as_it_is_typed(game):
    """And everybody can be asked something then, and be judged."""
    low, _ = game.about.seats
    for name, value in _typed_values(game):
        loop = RefereeLoop(game, list("ABCDE")[:low], {name: value})
        for question in ("asks", "view", "legal", "scores"):
            told = msgspec.json.decode(loop.answer(msgspec.json.encode({"do": question}).decode()))
            assert "why" not in told, (name, value, told)


def test_a_grade_is_better_the_more_points_it_needs():
    """AB4: whatever it is called; "ausreichend" stands before "sehr gut" in the alphabet."""
    table = {"ausreichend": 0, "sehr gut": 60, "gut": 40}

    assert [grade(total, table) for total in (61, 45, 3, -9)] == [
        "sehr gut",
        "gut",
        "ausreichend",
        "ausreichend",
    ]
    options = GAMES["abi94"].read_options({"grades": msgspec.json.encode(table).decode()})
    records = [Record("Ana", 10, 5, 0, passed=True), Record("Ben", 70, 5, 0, passed=True)]
    assert ranking(records, options) == (("Ben",), ("Ana",))
