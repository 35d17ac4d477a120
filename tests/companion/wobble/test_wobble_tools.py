"""Attacks in time, and the tasks with their tools (AW-4, AW-14 to AW-17, AW-23, AW-26)."""

from wobble_tables import after, lay, move, rule, table

from companion.asks import MS, Fact, Kind, Source
from companion.games.wobble import GAME, judging
from companion.games.wobble.trying import TASKS, offered
from tests.tables import cases

# --- attacks: time and tools (AW-4, AW-14 to AW-17, AW-23, AW-26) ---


def test_aw4_minus_20_is_taken_after_three_seconds():
    state = after(table(), lay("A", "mM20"))
    ask = next(ask for ask in GAME.asks(state) if ask.id.startswith("answer"))
    assert ask.within_ms == 3000
    accept = GAME.understand(state, ask, Fact(Kind.TIME, ask.id, 0, Source.CLOCK))
    assert after(state, accept).players["B"].minus == 20
    settled = after(state, accept)
    assert rule(settled, lay("B", "DG")) == "AW-38"


def test_aw4_touching_the_pile_takes_the_cards_aw26_without_defence():
    state = after(table(), lay("A", "mP3"), move("touch", "B"))
    assert len(state.players["B"].hand) == 9


def test_aw23_an_empty_pile_is_filled_but_for_the_attack():
    state = table(discard=["m1", "m2", "m5"], draw=1)
    state = after(state, lay("A", "mP5"), move("accept", "B"))
    assert (state.discard, state.draw, len(state.players["B"].hand)) == (("mP5",), 0, 10)


def dared(task, **position):
    return after(table(**position), lay("A", "mP3"), move("dare", "B", task=task))


def drew(state):
    return len(state.players["B"].hand) - 6


@cases(
    "task, steps, cards",
    {
        "W-T1 seven seconds": ("T1", [("begin", {"t": 0}), ("end", {"t": 7000 * MS})], 0),
        "W-T1 too short": ("T1", [("begin", {"t": 0}), ("end", {"t": 6999 * MS})], 6),
        "W-T1 bumped": (
            "T1",
            [("begin", {"t": 0}), ("end", {"t": 5000 * MS, "how": "bump"}), ("end", {"t": 9000 * MS})],
            6,
        ),
        "W-T2 ninety seconds": ("T2", [("begin", {"t": 0}), ("end", {"t": 90_000 * MS})], 0),
        "W-T2 told why": ("T2", [("begin", {"t": 0}), ("end", {"t": 95_000 * MS, "how": "told"})], 6),
        "W-T2 AW-14 AW-16 declined": ("T2", [("judged", {"result": "cannot"})], 3),
        "W-T3 AW-17": ("T3", [("turned", {"cards": ["mSK", "CAP", "y3"]})], 13),
        "W-T3 a zero": ("T3", [("turned", {"cards": ["m0"]})], 0),
        "W-T4": ("T4", [("judged", {"result": "ok"})], 0),
        "W-T5": ("T5", [("judged", {"result": "fail"})], 6),
        "W-T7 AW-14 the word is not accepted": ("T7", [("judged", {"result": "cannot"})], 3),
        "W-T7": ("T7", [("begin", {}), ("judged", {"result": "ok"})], 0),
        "W-T9 AW-40 cut off": ("T9", [("begin", {"t": 0}), ("end", {"t": 21_009 * MS})], 0),
        "W-T9 too early": ("T9", [("begin", {"t": 0}), ("end", {"t": 18_999 * MS})], 6),
        "W-T10 two wins": (
            "T10",
            [("throw", {"own": a, "other": b}) for a, b in ("RS", "PP", "SR", "PR")],
            0,
        ),
        "W-T11": ("T11", [("judged", {"result": "ok"})], 0),
        "W-T12 linear": ("T12", [("number", {"value": 1500}), ("number", {"value": 125})], 0),
        "W-T12 beyond": ("T12", [("number", {"value": 1500}), ("number", {"value": 126})], 6),
    },
)
def test_tasks_with_their_tools(task, steps, cards):
    state = after(dared(task), *(move(name, "B", **fields) for name, fields in steps))
    assert drew(state) == cards
    assert (state.phase, state.turn) == ("turn", "B")


def test_wt8_population_from_the_shipped_table():
    """W-T8: 92 countries with a source and a year."""
    assert len(judging.people_by_country()) >= 60
    assert "World Bank" in judging.source_of_people() and "2024" in judging.source_of_people()
    state = dared("T8")
    assert rule(state, move("country", "B", code="CN")) == "W-T8"
    assert rule(state, move("country", "A", code="XX")) == "W-T8"
    state = after(state, move("country", "A", code="CN"), move("begin", "B"))
    people = judging.people_by_country()["CN"]
    assert drew(after(state, move("number", "B", value=people * 11 // 10))) == 0  # AW-40
    assert drew(after(state, move("number", "B", value=people * 11 // 10 + 1))) == 6
    strict = GAME.read_position({**GAME.write_position(state), "options": {"pop": "lt"}})
    assert drew(after(strict, move("number", "B", value=people * 11 // 10))) == 6


def test_aw14_a_begun_task_cannot_be_impossible_and_measures_are_not_voted_on():
    state = dared("T9")
    assert rule(state, move("judged", "", result="ok")) == "W-T9"
    begun = after(state, move("begin", "B", t=0))
    assert rule(begun, move("judged", "", result="cannot")) == "AW-14"
    shown = GAME.view(begun).detail["task"]
    assert (shown["task"], shown["watch"], shown["begun"]) == ("T9", "hidden", True)
    stop = next(ask for ask in GAME.asks(begun) if ask.id == "stop:T9")
    over = GAME.understand(begun, stop, Fact(Kind.TIME, stop.id, 60_000 * MS, Source.CLOCK))
    assert drew(after(begun, over)) == 6


@cases(
    "task, moves",
    {
        "W-T3": ("T3", ()),
        "W-T4": ("T4", ()),
        "W-T10 lost once": ("T10", (move("throw", "B", own="S", other="R"),)),
        "W-T12 measured": ("T12", (move("number", "B", value=1500),)),
    },
)
def test_aw14_begun_is_begun(task, moves):
    """After a dare nothing turns out to be impossible any more: that is drawing the double."""
    state = after(dared(task), *moves)
    assert rule(state, move("judged", "", result="cannot")) == "AW-14"
    assert drew(after(state, move("judged", "", result="fail"))) == 6
    verdict = next(ask for ask in GAME.asks(state) if ask.id.startswith("judged"))
    assert "cannot" not in [choice.value for choice in verdict.choices]


def test_aw15_the_own_card_is_done_against_whoever_directed_it():
    state = after(table(), lay("A", "mP3"), lay("B", "MIR"), move("dare", "A", task="T4"))
    assert state.trying.opponent == "B"
    state = after(table(), lay("A", "mP3"), lay("C", "NM"), move("dare", "B", task="T4"))
    assert state.trying.opponent == "A"


def test_aw16_w50_the_list_of_tasks():
    hit = after(table(), lay("A", "mP3"))
    assert offered(hit) == TASKS
    assert offered(after(table(options={"tasks": ["T4", "T9"]}), lay("A", "mP3"))) == ("T4", "T9")
    house = {"options": {"tasks": ["T4"], "own_tasks": ["hop on one leg"]}}
    state = after(table(**house), lay("A", "mP3"))
    assert rule(state, move("dare", "B", task="T2")) == "AW-16"
    state = after(state, move("dare", "B", task="own", own="hop on one leg"))
    assert drew(after(state, move("judged", "", result="ok"))) == 0


def test_aw37_only_colour_and_symbol_make_a_card_the_same():
    state = after(table(), lay("A", "mP3"))
    assert after(state, lay("C", "mP3")).attack.total == 6
    assert rule(state, lay("B", "c1")) == "W21"
