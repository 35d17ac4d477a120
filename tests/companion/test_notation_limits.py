"""The notation of all games: what holds where nothing is said, and which numbers cannot be written down."""

from typing import Any, get_args

import msgspec
import pytest

from companion.games import all_games
from tests.tables import cases

GAMES = all_games()
NAMES = ("Ann", "Ben", "Cleo")

# What is counted before the first move, everything that is not named here being nought.
FIRST: dict[str, dict[str, Any]] = {
    "abi94": {"project": 1, "round": 1, "draw": 92, "box": 30},  # AB6: 92 cards, 30 stress chips
    "abspecken": {"round": 1, "playthrough": 1},
    "liars_dice": {"rounds": 1},
    "mau_mau": {"pack": 21, "way": 1},  # MM1: 32 cards, five for each of two, and one that lies open
    "wobble": {"round": 1, "dir": 1, "draw": 126},  # W1, W4: 138 cards, six for each of two
}
# What a move says that leaves a number out, everything that is not named here being nought.
SILENT: dict[str, dict[str, Any]] = {"pack_rat": {"Late.dice": 1}, "wobble": {"Half.away": True}}

every_game = pytest.mark.parametrize("name", GAMES)


@every_game
def test_before_the_first_move_nothing_is_counted(name):
    game = GAMES[name]
    state = game.start(NAMES[: max(2, game.about.seats[0])], game.options())

    counts = {key: value for key in state.__struct_fields__ if isinstance(value := getattr(state, key), int)}
    usual = dict.fromkeys(counts, 0) | FIRST.get(name, {})

    assert counts == usual


@every_game
def test_a_move_without_a_number_has_none(name):
    moves = get_args(GAMES[name].moves)
    numbers = {
        f"{move.__name__}.{field.name}": field.default
        for move in moves
        for field in msgspec.structs.fields(move)
        if isinstance(field.default, int)
    }

    assert numbers == dict.fromkeys(numbers, 0) | SILENT.get(name, {})


@cases(
    "name, move, field, least, most",
    {
        "SU2 a die": ("sums", {"move": "roll", "dice": [1, 1, 1]}, "dice", 1, 6),
        "SU10 three faces": ("sums", {"move": "summed"}, "sum", 3, 18),
        "SP4 the turquoise die": ("squeeze_play", {"move": "roll"}, "number", 1, 6),
        "PR2 the turquoise die": ("pack_rat", {"move": "roll"}, "number", 1, 6),
        "PR1 all but the top die": ("pack_rat", {"move": "counted"}, "dice", 0, 164),
        "PR8 late dice": ("pack_rat", {"move": "late"}, "dice", 1, 45),
        "FM2 a die": ("forced_memory", {"move": "roll", "dice": [1, 1, 1]}, "dice", 1, 6),
        "FM11 a sum": ("forced_memory", {"move": "say"}, "sum", 3, 18),
        "FM3 three faces": ("forced_memory", {"move": "read"}, "sum", 3, 18),
        "DM2 the face towards the owner": ("dice_march", {"move": "pick"}, "front", 1, 6),
        "DM2": ("dice_march", {"move": "turn", "cell": [8, 0, 0], "faces": [1, 1, 1]}, "faces", 1, 6),
    },
)
def test_numbers_that_moves_can_have(name, move, field, least, most):
    game = GAMES[name]

    def read(number):
        several = isinstance(move.get(field), list)
        return game.read_move({**move, field: [number] * 3 if several else number})

    for number in (least, most):
        assert getattr(read(number), field) in (number, (number,) * 3)
    for number in (least - 1, most + 1):
        with pytest.raises(msgspec.ValidationError):
            read(number)


@cases(
    "name, piles, most",
    {
        "W1 138 cards": ("wobble", lambda n: {"draw": n}, 138),
        "AB1 92 cards": ("abi94", lambda n: {"draw": n}, 92),
        "A2": ("abspecken", lambda n: {"players": {"Ann": {"hand": [], "draw": n}}}, 120),
    },
)
def test_no_pile_is_larger_than_the_box(name, piles, most):
    """Every hidden card is counted on its own: a billion of them would fill the memory."""
    game = GAMES[name]

    def read(cards):
        return game.read_position({"seats": list(NAMES), **piles(cards)})

    assert read(most)
    for cards in (-1, most + 1, 10**9, 10**20):
        with pytest.raises(msgspec.ValidationError):
            read(cards)


FAR = [88_888_888_888, 2, 3]


@cases(
    "name, position",
    {
        "SP9 the start pyramid": ("squeeze_play", {"phase": "build", "rolled": 3, "start": [FAR]}),
        "SP5 what was tapped": ("squeeze_play", {"phase": "build", "rolled": 3, "tapped": [FAR]}),
        "SP11 below nought": ("squeeze_play", {"phase": "bonus", "bonus": 1, "tapped": [[-1, 2, 3]]}),
        "DM2 a die that was picked": ("dice_march", {"phase": "play", "picked": FAR}),
        "DM2 where none lies": ("dice_march", {"phase": "play", "picked": [4, 2, 2]}),
    },
)
def test_a_place_that_no_pyramid_has(name, position):
    """A set of cells has a bit for each: one that is far away would fill the memory."""
    with pytest.raises(msgspec.ValidationError, match="expected"):
        GAMES[name].read_position({"seats": list(NAMES), **position})
