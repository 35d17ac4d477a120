"""House rules as they are typed and shown, and who may sit down with which of them."""

import msgspec
import pytest

from companion.games import all_games, find_game
from companion.house_rules import switches
from companion.seats import seats_named
from companion.table.opening import CannotStart, open_game

GAMES = all_games()


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("T1,T9", ("T1", "T9")),
        (" T1 , T9 ,", ("T1", "T9")),
        ("", ()),
        ('["T1", "T9"]', ("T1", "T9")),
        (["T1"], ("T1",)),
        ("sing, loudly; hop", ("sing, loudly", "hop")),
    ],
)
def test_a_list_can_be_typed_as_words(typed, meant):
    assert find_game("wobble").read_options({"tasks": typed}).tasks == meant


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
    assert words == ({"tasks", "own_tasks"} if game.about.name == "wobble" else set())


@pytest.mark.parametrize(("most", "people"), [(6, 6), (7, 7), (8, 8)])
def test_a_fm2_a_house_rule_lets_more_people_in(most, people):
    game, names = find_game("forced_memory"), "ABCDEFGHI"

    started = open_game(game, seats_named(names[:people]), {"max_players": most})
    assert len(started.seats) == people

    with pytest.raises(CannotStart) as refused:
        open_game(game, seats_named(names[: people + 1]), {"max_players": most})
    assert refused.value.says.key == "table.seat_count"
    assert refused.value.says.args["high"] == most
