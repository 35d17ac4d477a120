"""ABspecken: random games, random positions, and how many sequences of moves there are."""

from random import Random

import msgspec
import pytest

from companion.games.abspecken import GAME
from companion.games.abspecken.knowledge import census, places, point_bounds
from companion.games.abspecken.state import Phase, points_of
from companion.lab.audit import audit
from companion.lab.candidates import legal
from companion.lab.conformance.playing import Effort, Opening, as_json, random_game, random_games


def broken(state):
    """What must hold at every moment (A3: no card comes or goes), as sentences."""
    seats = len(state.seats)
    lying = sum(len(p.own) + len(p.pile) for p in state.players.values())
    if lying != 24 * seats:
        yield f"{lying} cards are on the table of {seats}"
    wrong = audit(census(state), places(state)).wrong
    if wrong and not any("?" in p.own for p in state.players.values()):
        yield f"the cards do not add up: {wrong}"
    for seat, player in state.players.items():
        if len(player.hand) > len(player.own):
            yield f"{seat} holds more than is there"
        if player.total < 0 or sum(points[seat] for points in state.sheet) != player.total:
            yield f"{seat} has {player.total} on the sheet"
        low, high = point_bounds(state, seat)
        if "?" not in player.own and not low == high == points_of(player.own):
            yield f"{seat} has between {low} and {high} points"


def check_random_games(effort):
    for opening, moments in random_games(GAME, effort):
        assert GAME.outcome(moments[-1].after) is not None, opening
        for moment in (*moments[::25], moments[-1]):
            assert list(broken(moment.after)) == []


def test_random_games_break_nothing():
    """A26, A30, A34: every game ends; every card stays on the table."""
    random = Random(4)
    for number in range(24):  # each number of people, each way to hold a hand, with and without piggy
        seats = ("A", "B", "C", "D", "E")[: 2 + number % 4]
        options = {"piggy": number % 2 == 0, "hands": ("hidden", "ledger", "open")[number % 3], "limit": 5}
        moments = list(random_game(GAME, Opening(seats, GAME.read_options(options)), random, 20_000))
        assert GAME.outcome(moments[-1].after) is not None
        assert [what for moment in moments[::25] for what in broken(moment.after)] == []


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("seed", range(0, 10_000, 100))
def test_ten_thousand_random_games_break_nothing(seed):
    check_random_games(Effort(games=100, seed=seed))


# How many sequences of moves there are from a fixed start: a silent change of the rules changes them
@pytest.mark.parametrize(
    ("position", "counts"),
    [
        pytest.param(
            {"players": {"A": {"hand": [1, 2, 4, 5, 6], "draw": 19},
                         "B": {"hand": [2, 2, 4, 5, 6], "draw": 19}},
             "rolled": {"pips": [2, 4], "ban": "4"}, "options": {"hands": "open"}},
            (6, 16, 32), id="A12 the booklet's example",
        ),
        pytest.param(
            {"players": {"A": {"hand": "?????", "draw": 19}, "B": {"hand": [5, 5, 5, 6, 6], "draw": 19}},
             "rolled": {"pips": [1, 1], "ban": "2"}, "options": {"hands": "hidden"}},
            (4, 10, 40), id="A21 one cannot",
        ),
    ],
)  # fmt: skip
def test_the_number_of_move_sequences(position, counts):
    position["players"]["A"]["hand"] = list(position["players"]["A"]["hand"])
    states, found = [GAME.read_position(position)], []
    for _ in counts:
        states = [
            GAME.play(state, move).state
            for state in states
            for seat in state.seats
            for move in legal(GAME, state, seat)
            if type(move).__name__ not in ("Agree", "Roll")
        ]
        found.append(len(states))

    assert tuple(found) == counts


STRANGE = [None, -1, 7, "", "?", "1", "A", "Nobody", [], {}, ["?"], *Phase]


def mutilated(position, random):
    """*position* with one or two of its parts cut out or replaced by something strange."""
    for _ in range(random.randint(1, 2)):
        parts = list(parts_of(position))
        if parts:
            holder, key = random.choice(parts)
            if random.random() < 0.3:
                del holder[key]
            else:
                holder[key] = random.choice(STRANGE)
    return position


def parts_of(value):
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in list(keys):
        yield value, key
        yield from parts_of(value[key])


@pytest.mark.parametrize("seed", range(4))
def test_a_mutilated_position_is_an_error_or_one_can_play_on(seed):
    """Whatever a program sends: a reason, or a table at which somebody can do something."""
    random = Random(seed)
    states = [m.after for _, moments in random_games(GAME, Effort(games=4)) for m in moments[::9]]
    for _ in range(200):
        position = mutilated(as_json(GAME.write_position(random.choice(states))), random)
        try:
            state = GAME.read_position(position)
        except msgspec.ValidationError:
            continue
        moves = [move for seat in state.seats for move in legal(GAME, state, seat)]
        assert bool(moves) != bool(GAME.outcome(state)), position
        for move in random.sample(moves, min(3, len(moves))):
            after = GAME.play(state, move).state
            GAME.asks(after), GAME.view(after), GAME.public(after)
