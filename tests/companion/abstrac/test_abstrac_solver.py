"""The solver against exact deals, against plain search, and what bots and coach make of it."""

import tracemalloc
import xml.etree.ElementTree as ET
from functools import cache
from random import Random

import msgspec
import pytest

from companion.games.abstrac import GAME, bot
from companion.games.abstrac import moves as m
from companion.games.abstrac.ending import deal_scores
from companion.games.abstrac.lab import drawing
from companion.games.abstrac.melds import DECK, points
from companion.games.abstrac.solver import nodes, solve
from companion.games.abstrac.state import AbstracOptions
from companion.words import game_words, languages
from tests.at_first import quick

PLAIN, MISERE = AbstracOptions(), AbstracOptions(misere=True)

# taking order, value for the first player, values of taking 1, 2 and 3, value with misere
DEALS = {
    "D01": ("JS AD AS AH QS TH AC KD QD 9D 9C TD TC TS KH 9H KS JH QH QC JD JC 9S KC", 24, (24, -11, 6), 24),
    "D02": ("QH TD 9C 9H JH QC KC TS AH JS TH KH QS KD 9S AS 9D JD QD AC AD KS JC TC", 45, (0, 36, 45), 45),
    "D03": (
        "9D KH QS JH TC AC TS KD QD TH AS 9H QC JD JS KS 9C JC QH AD KC AH 9S TD",
        55,
        (-45, -23, 55),
        51,
    ),
    "D04": ("AS KD JS JH AD TC KH AC KS TH QS TS 9S JD 9D 9C AH JC KC QH 9H QC QD TD", 0, (-39, -24, 0), 0),
    "D05": ("TS KS JC TC 9H KD TD 9S AS KC JS 9D QH 9C JH QC JD AH AC QS AD QD TH KH", 36, (-27, 36, 36), 36),
    "D06": ("KH 9H TS JH 9S TD AC QC JS JC JD QD KD AD 9C QH KC TC AH TH KS QS 9D AS", 4, (2, 0, 4), 0),
    "D07": ("QS TC TH 9C QC 9S KH 9H AH KS JD TD KD QH JH AD TS JS AC AS QD KC 9D JC", 84, (-14, 36, 84), 76),
    "D08": (
        "9D 9C QS JC AH JD QD 9H TD KD KC TS AC KS JS QC AD QH KH TC AS TH 9S JH",
        -12,
        (-48, -21, -12),
        -12,
    ),
    "D09": ("TH TD TC TS JH 9D AC AD JD QD KS QC 9H QS KD JC 9S JS 9C QH KC AS KH AH", 0, (0, -24, 0), 6),
    "D10": ("KD QD QS JS 9D TS JC QH 9C AS TD 9S AH TC JD QC KH TH AD 9H AC KS JH KC", 72, (-22, 12, 72), 69),
}


def row_of(order):
    return tuple(reversed(order.split()))


@pytest.mark.parametrize("name", quick([*DEALS], 2))
def test_the_ten_exact_deals(name):
    order, value, takes, misere = DEALS[name]
    solved = solve(row_of(order), (), (), PLAIN)
    assert (solved.value, tuple(solved.takes().values())) == (value, takes)
    assert solve(row_of(order), (), (), MISERE).value == misere


def test_the_tree_has_the_known_size():
    assert nodes(24) == 1_389_537
    assert sum(map(len, solve(row_of(DEALS["D01"][0]), (), (), PLAIN).values)) == 3_045_153


def test_what_is_kept_of_many_deals_is_the_solution_of_the_last():
    tracemalloc.start()
    try:
        for name in ("D01", "D02", "D03"):
            solve(row_of(DEALS[name][0]), (), (), PLAIN)
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 1.1 * 4 * 3_045_153


def plain_search(row, own, other, house):
    """The values of all takes, by trying everything with the game's own scoring."""

    @cache
    def value(row, own, other):
        if not row:
            combos = points(own, house).combo, points(other, house).combo
            mine, theirs = deal_scores(combos, (len(own), len(other)), house.misere)
            return mine - theirs
        return max(after(row, own, other, n) for n in range(1, min(3, len(row)) + 1))

    def after(row, own, other, n):
        return -value(row[: len(row) - n], other, tuple(sorted((*own, *row[-n:]))))

    return {
        n: after(row, tuple(sorted(own)), tuple(sorted(other)), n) for n in range(1, min(3, len(row)) + 1)
    }


HOUSES = [
    PLAIN,
    MISERE,
    AbstracOptions(run_suit="any"),
    AbstracOptions(ace="high_low", misere=True),
    AbstracOptions(ace="wrap"),
    AbstracOptions(overlap="all"),
    AbstracOptions(run_suit="any", ace="wrap", overlap="all", misere=True),
]


@pytest.mark.parametrize("house", quick(HOUSES, 3), ids=range(len(HOUSES)))
def test_ends_of_deals_as_plain_search_finds_them(house):
    random = Random(7)
    for left in (1, 2, 3, 5, 8, 11):
        cards = list(DECK.cards())
        random.shuffle(cards)
        cut = random.randint(left, 24)
        row, own, other = tuple(cards[:left]), tuple(cards[left:cut]), tuple(cards[cut:])
        assert solve(row, own, other, house).takes() == plain_search(row, own, other, house)


def test_one_solution_answers_for_every_later_position():
    row = row_of(DEALS["D03"][0])
    solved = solve(row, (), (), PLAIN)
    line, hands = (2, 1, 3, 3, 1, 2), ([], [])
    left = list(row)
    for number, count in enumerate(line):
        hands[number % 2].extend(left.pop() for _ in range(count))
    fresh = solve(tuple(left), tuple(hands[0]), tuple(hands[1]), PLAIN)
    assert solved.takes(line) == fresh.takes()
    assert solved.best(line) == fresh.best()


@pytest.mark.parametrize("line", [(4,), (0,), (3,) * 9])
def test_a_line_that_cannot_be_played(line):
    with pytest.raises(ValueError, match="takes of 1 to 3"):
        solve(row_of(DEALS["D01"][0]), (), (), PLAIN).takes(line)


# --- bots ---


def deal_state(order, **options):
    state = GAME.start(("Elfi", "Bo"), GAME.options(**options))
    for move in (m.Lots(dealer="Bo"), m.Row(cards=row_of(order)), m.Agree(seat="Bo")):
        state = GAME.play(state, move).state
    return state


def play_deal(state, levels, random):
    while not state.results:
        seat = "Elfi" if state.phase == "choose" else state.turn
        move = bot.choose(state, seat, levels[seat], random)
        assert GAME.refuse(state, move) is None
        state = GAME.play(state, move).state
    return state


@pytest.mark.parametrize("level", bot.LEVELS)
def test_every_level_plays_legally_and_never_beats_the_value(level):
    order, value, _, _ = DEALS["D10"]
    state = play_deal(deal_state(order), {"Elfi": "perfect", "Bo": level}, Random(1))
    scores = state.results[0].scores
    assert scores["Elfi"] - scores["Bo"] >= value
    if level == "perfect":
        assert scores["Elfi"] - scores["Bo"] == value


def test_a_perfect_bot_goes_second_where_that_is_better():
    assert bot.choose(deal_state(DEALS["D08"][0]), "Elfi", "perfect", Random(1)).goes == "second"
    assert bot.choose(deal_state(DEALS["D10"][0]), "Elfi", "perfect", Random(1)).goes == "first"


# --- coach ---


def test_the_coach_finds_nothing_in_a_perfect_deal():
    state = play_deal(deal_state(DEALS["D05"][0]), dict.fromkeys(("Elfi", "Bo"), "perfect"), Random(1))
    (judged,) = drawing.reviews(state)
    assert judged.value == 36 and judged.choice_cost == 0
    assert judged.costs == {"Elfi": 0, "Bo": 0}
    assert {take.margin for take in judged.takes} == {36}


def test_the_coach_says_what_each_take_cost():
    state = deal_state(DEALS["D03"][0])
    state = GAME.play(state, m.Choose(seat="Elfi", goes="first")).state
    state = GAME.play(state, m.Take(seat="Elfi", count=1)).state
    (judged,) = drawing.reviews(play_deal(state, dict.fromkeys(("Elfi", "Bo"), "perfect"), Random(1)))
    slip = judged.takes[0]
    assert (slip.number, slip.seat, slip.best, slip.cost, slip.margin) == (1, "Elfi", (3,), 100, -45)
    assert judged.costs == {"Elfi": 100, "Bo": 0}
    assert judged.scores["Elfi"] - judged.scores["Bo"] == -45


def test_costs_and_choice_explain_the_result():
    random = Random(5)
    for order, value, *_ in DEALS.values():
        state = play_deal(deal_state(order), {"Elfi": "easy", "Bo": "casual"}, random)
        (judged,) = drawing.reviews(state)
        first, second = judged.seats
        assert judged.value == value
        margin = judged.scores[first] - judged.scores[second]
        assert margin == value - judged.costs[first] + judged.costs[second]


def test_the_choice_of_sides_is_judged():
    state = deal_state(DEALS["D10"][0])
    state = GAME.play(state, m.Choose(seat="Elfi", goes="second")).state
    (judged,) = drawing.reviews(play_deal(state, dict.fromkeys(("Elfi", "Bo"), "perfect"), Random(1)))
    assert judged.choice_cost == 144  # 72 behind instead of 72 ahead


@pytest.mark.parametrize("language", languages())
def test_the_coach_in_words_and_as_a_picture(language):
    state = play_deal(deal_state(DEALS["D07"][0]), {"Elfi": "easy", "Bo": "medium"}, Random(2))
    (judged,) = drawing.reviews(state)
    text = drawing.as_text(judged, game_words(GAME), language)
    picture = drawing.as_svg(judged, game_words(GAME), language)
    assert "{" not in text and "coach." not in text
    assert len(text.splitlines()) >= len(judged.takes) + 5
    root = ET.fromstring(picture)
    cards = [part for part in root.iter() if part.get("rx") == "5"]
    assert len(cards) == 24


def test_as12_the_first_player_is_named_above_the_chart_and_the_second_below_it():
    state = play_deal(deal_state(DEALS["D08"][0]), dict.fromkeys(("Elfi", "Bo"), "casual"), Random(2))
    (judged,) = drawing.reviews(state)
    root = ET.fromstring(drawing.as_svg(judged, game_words(GAME), "en"))
    height = {part.text: float(part.get("y")) for part in root.iter() if part.get("y") and part.text}
    bars = [part for part in root.iter() if part.tag.endswith("rect") and len(part)]
    bottom = drawing.CHART_TOP + drawing.CHART_HEIGHT

    assert len(bars) == len(judged.takes) and any(take.margin < 0 for take in judged.takes)
    assert all(float(bar.get("y")) + float(bar.get("height")) <= bottom for bar in bars)
    assert height[f"▲ {judged.seats[0]}"] < drawing.CHART_TOP <= min(float(bar.get("y")) for bar in bars)
    assert bottom < height[f"▼ {judged.seats[1]}"] < drawing.HEIGHT


def test_a_name_cannot_break_the_picture():
    state = play_deal(deal_state(DEALS["D07"][0]), dict.fromkeys(("Elfi", "Bo"), "casual"), Random(2))
    (judged,) = drawing.reviews(state)
    rude = msgspec.structs.replace(judged, seats=("<&>", '"'), takes=())
    assert ET.fromstring(drawing.as_svg(rude, game_words(GAME), "en")) is not None
