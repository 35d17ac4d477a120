"""The game as a whole: vectors, random play, positions, the view, and figures."""

import json
import os
from pathlib import Path
from random import Random

import msgspec
import pytest

from companion.asks import Say
from companion.conform import run_file
from companion.conformance.playing import Effort, Opening, as_json, random_game, random_games
from companion.facts import Fact, Kind, Source
from companion.game import next_seat
from companion.games.abspecken import GAME, odds
from companion.games.abspecken.knowledge import audit, holdings, point_bounds
from companion.games.abspecken.pieces import points_of
from companion.games.abspecken.state import Phase, Rolled
from companion.rulings import Verdict
from companion.table.judge import judge
from companion.words import game_words

# --- vectors ---


@pytest.mark.skipif(
    "COMPANION_VECTORS" not in os.environ, reason="COMPANION_VECTORS names no folder of vectors"
)
def test_all_vectors_hold():
    results = list(run_file(Path(os.environ["COMPANION_VECTORS"]) / "abspecken.json"))

    assert [result for result in results if not result.passed] == []
    assert results


ABLE, UNABLE = [2, 3, 4, 5, 6], [5, 5, 5, 6, 6]


def playthrough(expect, **more):
    """Two people after the roll 1 and 5 with the 5 barred."""
    vector = {
        "id": "x",
        "kind": "playthrough",
        "seats": ["A", "B"],
        "players": {"A": {"hand": ABLE, "draw": 9}, "B": {"hand": [1, 3, 3, 4, 4], "draw": 9}},
        "roll": {"dice": [1, 5], "ban": 5, "roller": "A"},
        "discards": {"A": [6], "B": [1]},
        "expect": expect,
    }
    return {**vector, **more}


VECTORS = [
    pytest.param(playthrough({"errors": [], "next_roller": "B"}), id="A12 all is well"),
    pytest.param(playthrough({"errors": ["ILLEGAL_DISCARD:A"]}, discards={"A": [5], "B": [1]}), id="A19"),
    pytest.param(
        playthrough({"errors": ["COULD_DISCARD:A"]}, discards={"B": [1]}, cannot=[["A", 5]]), id="A13"
    ),
    pytest.param(
        playthrough({"errors": []}, discards={"B": [1]}, cannot=[["A", 5]], rules={"challenge": False}),
        id="AM-7 on honour",
    ),
    pytest.param(
        playthrough(
            {"errors": ["EARLY:A"], "take_order": ["A"]},
            players={"A": {"hand": [2, 2, 3, 5, 5], "draw": 9}, "B": {"hand": [1, 3, 3, 4, 4], "draw": 9}},
            discards={"B": [1]},
            cannot=[["A", -20], ["A", 400]],
        ),
        id="A21 early, and once more in time",
    ),
    pytest.param(
        playthrough(
            {"errors": ["TAKE_NOT_POSSIBLE:B"]}, takes=[{"by": "B", "from": "A", "card": 2}]
        ),
        id="A23 a take without a call",
    ),
    pytest.param(
        playthrough(
            {"errors": ["PIG_NOT_ALLOWED:A"]}, roll={"dice": [1, 5], "ban": 5, "roller": "A", "pig": 2}
        ),
        id="P3",
    ),
    pytest.param(
        playthrough(
            {"errors": ["GIFT_NOT_POSSIBLE:A"]},
            players={"A": {"hand": ABLE, "draw": 9, "pile": [1]}, "B": {"hand": [1, 3, 3, 4, 4], "draw": 9}},
            roll={"dice": [1, 5], "ban": 5, "roller": "A", "pig": "smile"},
            gift={"to": "A", "card": 2},
        ),
        id="P8",
    ),
    pytest.param(
        {"id": "x", "kind": "order", "seats": ["A", "B"], "roller": "A", "tie_ms": 1,
         "cannot": [["B", 10], ["A", 20]], "expect": ["B", "A"]},
        id="AM-8 the window is a switch",
    ),
    pytest.param(
        {"id": "x", "kind": "score", "limit": 10, "prev": {"A": 9}, "remaining": {"A": [1], "B": []},
         "expect": {"game_over": True, "winners": ["B"]}},
        id="A34",
    ),
    pytest.param(
        {"id": "x", "kind": "legal", "hand": [1, 1, 1, 1, 2, 2], "dice": [3, 5], "ban": 6,
         "switches": {"cap": "none"}, "legal": [[1, 1, 1, 1, 2, 2]]},
        id="AM-5",
    ),
]  # fmt: skip


@pytest.mark.parametrize("vector", VECTORS)
def test_vectors_go_through_the_real_rules(vector, tmp_path):
    file = tmp_path / "abspecken.json"
    file.write_text(json.dumps([vector]), "utf-8")

    (result,) = run_file(file)

    assert (result.trouble, result.got) == ("", result.expected)


# --- random play ---


def broken(state):
    """What must hold at every moment (A3: no card comes or goes), as sentences."""
    seats = len(state.seats)
    lying = sum(len(p.own) + len(p.pile) for p in state.players.values())
    if lying != 24 * seats:
        yield f"{lying} cards are on the table of {seats}"
    if not audit(state).ok and not any("?" in p.own for p in state.players.values()):
        yield f"the cards do not add up: {audit(state).wrong}"
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


def test_two_hundred_random_games_break_nothing():
    """A26, A30, A34: every game ends; every card stays on the table."""
    random = Random(4)
    for number in range(200):
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
            (4, 10, 28), id="A21 one cannot",
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
            for move in GAME.legal(state, seat)
            if type(move).__name__ not in ("Agree", "Roll")
        ]
        found.append(len(states))

    assert tuple(found) == counts


# --- by touch alone ---


def test_a_playthrough_by_touch_takes_few_taps():
    """A9, A12, A27: one tap each for the hand, the discard and nothing else; one for all who refill."""
    taps = [
        (Kind.CHOICE, "Ada", "", ""),
        (Kind.CONFIRM, True, "Ada", "pick_unseen:Ada"),
        (Kind.CONFIRM, True, "Ben", "pick_unseen:Ben"),
        (Kind.DICE, {"pips": [2, 4], "colour": ["blue"]}, "", ""),
        (Kind.CARD, {"place": "discard:Ada", "cards": ["5", "1"]}, "", ""),
        (Kind.CARD, {"place": "discard:Ben", "cards": ["2"]}, "", ""),
        (Kind.CONFIRM, True, "", "refill"),
        (Kind.DICE, {"pips": [1, 1], "colour": ["pink"]}, "", ""),
        (Kind.CALL, "cannot", "Ada", ""),
        (Kind.CARD, {"place": "discard:Ben", "cards": ["1"]}, "", ""),
        (Kind.CHOICE, "Ben", "", "take"),
        (Kind.CONFIRM, True, "", "refill"),
    ]
    state = GAME.start(("Ada", "Ben"), GAME.read_options({}))
    for t, (kind, value, seat, ask) in enumerate(taps):
        fact = Fact(kind, value, t, Source.TOUCH, seat, ask)
        judgement = judge(GAME, state, GAME.asks(state), fact)
        assert judgement.ruling.verdict is Verdict.ACCEPTED, (fact, judgement.ruling)
        state = judgement.state

    assert (state.playthrough, state.phase, state.roller) == (3, "rolling", "Ada")
    assert (len(state.player("Ada").hand), len(state.player("Ben").hand)) == (6, 5)


def test_after_a_few_seconds_nobody_objects():
    """A12: then a fact of the clock ends the time for objections."""
    state = GAME.read_position(
        {"players": {"A": {}, "B": {}}, "phase": "read", "rolled": {"pips": [1, 2], "ban": "3"}}
    )
    (ask,) = [ask for ask in GAME.asks(state) if ask.within_ms]

    judgement = judge(GAME, state, GAME.asks(state), Fact(Kind.TIME, ask.id, 9, Source.CLOCK))

    assert judgement.state.phase == "act"


# --- positions ---


def test_a_partial_position_takes_defaults():
    """Cards may be numbers, draw piles a number of cards, and the first seat rolls."""
    state = GAME.read_position(
        {"players": {"A": {"hand": [5, 1], "draw": 3}, "B": {}}, "rolled": {"pips": [1, 2], "ban": "3"}}
    )

    assert (state.seats, state.roller, state.phase) == (("A", "B"), "A", "act")
    assert state.player("A").hand == ("1", "5")
    assert (state.player("A").in_piles, len(state.player("B").own)) == (3, 24)


@pytest.mark.parametrize(
    "position",
    [
        {"players": {"A": {"hand": ["7"]}}},
        {"players": {"A": {"hand": ["1", "2"], "own": ["1"]}}},
        {"players": {"A": {"hand": ["6"], "own": ["1"]}}},
        {"players": {"A": {"hand": 5}}},
        {"players": {"A": {"own": ["1"] * 200}}},
        {"players": {"A": 3}},
        {"players": [1]},
        {"seats": ["A"], "players": {"B": {}}},
        {"players": {"A": {}, "B": {}}, "roller": "C"},
        {"players": {"A": {}, "B": {}}, "phase": "act"},
        {"players": {"A": {}, "B": {}}, "phase": "take", "rolled": {"pips": [1, 1], "ban": "2"}},
        {"rolled": {"pips": [1, 7], "ban": "2"}},
        {"phase": "lunch"},
        7,
    ],
)
def test_a_position_that_cannot_be_is_an_error_with_a_reason(position):
    with pytest.raises(msgspec.ValidationError) as error:
        GAME.read_position(position)

    assert "xpected" in str(error.value) or "nvalid" in str(error.value)


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
        moves = [move for seat in state.seats for move in GAME.legal(state, seat)]
        assert bool(moves) != bool(GAME.outcome(state)), position
        for move in random.sample(moves, min(3, len(moves))):
            after = GAME.play(state, move).state
            GAME.asks(after), GAME.view(after), GAME.public(after)


# --- view, knowledge, odds ---


def test_the_view_shows_the_barred_colour_and_the_sums(referee):
    """A7, A19, P5: and whom the Piggy Die concerns."""
    hands = {"K": {"hand": "22346", "draw": 10, "pile": "1"}, "M": ("12456", 10)}
    view = GAME.view(referee(hands, roll=((1, 1), "2", "+-2"), roller="K").state)
    words = game_words(GAME)

    assert [(die.kind, die.value, die.barred) for die in view.dice] == [
        ("pips", "1", False),
        ("pips", "1", False),
        ("colour", "pink", True),
        ("piggy", "+-2", False),
    ]
    assert words.say(view.dice[2].note, "de") == "keine 2 (rosa) in diesem Durchgang"
    assert view.detail["sums"] == {"K": [2, 4], "M": [2]}
    assert [panel.turn for panel in view.panels] == [True, False]


def test_sentences_are_whole(referee):
    says = Say("card_barred", {"seat": "Elfi", "colour": Say("colour.blue"), "card": "4"})

    assert game_words(GAME).say(says, "en").startswith("Elfi, blue is barred now.")


def test_what_can_be_known_of_hidden_cards(referee):
    """A3: of the own set the discards are gone, an unseen take blurs it, and the rest is bounds."""
    whole = "".join(n * 4 for n in "123456")
    players = {"A": {"hand": "?????", "own": whole}, "B": {"hand": "55566", "own": whole}}
    table = referee(players, options={"hands": "hidden"})
    assert point_bounds(table.state, "A") == (84, 84)

    table.play("lay", seat="A", cards=["2"]).play("cannot", seat="B", t=1).play("take", seat="B", victim="A")
    assert holdings(table.state, "A")["6"] == (3, 4)
    assert point_bounds(table.state, "A") == (84 - 2 - 6, 84 - 2 - 1)


@pytest.mark.parametrize(
    ("hand", "rolls"),
    [("12456", 216), ("11112", 108), ("246", 188), ("36", 141), ("2456", 210), ("6", 80), ("1", 55)],
)
def test_the_odds_of_a_hand(hand, rolls):
    """A15 to A19 over all 216 rolls."""
    assert odds.rolls_with_a_discard(tuple(hand)) == rolls


def test_exactly_one_opening_hand_can_always_discard():
    hands = list(odds.opening_hands())
    chances = {hand: odds.chance_to_discard(hand) for hand in hands}

    assert len(hands) == 246
    assert [hand for hand, chance in chances.items() if chance == 1] == [tuple("12456")]
    assert round(sum(chances.values()) / 246, 3) == 0.855


@pytest.mark.parametrize(
    ("hand", "pips", "ban", "shift", "most"),
    [
        pytest.param("12456", (2, 4), "1", 0, 6, id="A15 the sum: a 6, or a 2 and a 4"),
        pytest.param("12456", (2, 4), "6", 0, 6, id="A15 without the 6"),
        pytest.param("36", (3, 5), "1", 0, 3, id="A16 one die"),
        pytest.param("36", (3, 5), "1", 1, 9, id="P7 one more: both cards"),
        pytest.param("66", (1, 2), "3", 0, 0, id="A21 nothing"),
    ],
)
def test_the_best_discard(hand, pips, ban, shift, most):
    assert odds.best_discard(tuple(hand), Rolled(pips, ban), shift) == most


@pytest.mark.parametrize(("hand", "top"), [("6", "1"), ("13", "6"), ("244", "2")])
def test_what_the_piggy_is_worth_on_average(hand, top):
    """P6 to P11 written a second time: each of the six faces with each of the 216 rolls."""

    def best(held, rolled, shift=0):
        return odds.best_discard(tuple(sorted(held)), rolled, shift)

    def with_face(rolled, face):
        match face:
            case "grim":
                return best(hand + top, rolled) - int(top)
            case "smile":
                return max(int(c) + best(hand.replace(c, "", 1), rolled) for c in hand)
        return best(hand, rolled, int(face[-1]))

    gains = [
        with_face(rolled, face) - best(hand, rolled)
        for rolled in odds.rolls()
        for face in ("+-1", "+-2", "+-3", "smile", "grim", "grim")
    ]
    assert odds.piggy_gain(tuple(hand), top) == pytest.approx(sum(gains) / (216 * 6))


def test_the_piggy_pays_with_a_low_card_on_top():
    """P11, P13: the booklet's tip, in figures."""
    assert odds.piggy_gain(tuple("13356"), "1") > odds.piggy_gain(tuple("13356"), "6")


def test_the_roller_changes_clockwise():
    """P2, A37."""
    assert next_seat(("A", "B", "C"), "C") == "A"
