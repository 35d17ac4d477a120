"""Wobble: what is asked at each step, of whom, how loudly, and for whose eyes."""

from wobble_tables import SEATS, after, lay, move, table

from companion.asks import Kind
from companion.games.wobble import GAME
from companion.games.wobble.asks import EYES_MS
from tests.companion.in_short import asked
from tests.tables import cases

TWIN = ["twin, ABC, 1-2, may, silent", "toss, ABC, may, silent"]
TOSS = "toss, ABC, may, silent"
LAY, LAY_SILENT = "lay, ABC, 1-2", "lay, ABC, 1-2, silent"


def asks(state):
    return asked(GAME, state)


def by_name(state, name):
    return next(ask for ask in GAME.asks(state) if ask.id.startswith(name))


# --- before a round ---


@cases(
    "deck, census",
    {
        "W1 a printed box is known": ("test138", []),
        "W1 an unknown one may be shown": ("unknown", ["census, ABC, 138-138, may, silent"]),
    },
)
def test_w6_everybody_gets_ready_then_the_first_card_is_turned(deck, census):
    state = GAME.start(SEATS, GAME.options(deck=deck))
    assert asks(state) == [*(f"ready:1:{seat}, {seat}" for seat in SEATS), *census]

    state = after(state, move("ready", "B"))
    assert asks(state) == ["ready:1:A, A", "ready:1:C, C", *census]

    state = after(state, move("ready", "A"), move("ready", "C"))
    assert asks(state) == ["flip:1, A, 1-20", *census]


def test_w1_the_box_is_asked_for_in_the_first_round_only():
    state = GAME.start(SEATS, GAME.options(deck="unknown"))
    second = GAME.read_position({**GAME.write_position(state), "round": 2})

    assert asks(second) == [f"ready:2:{seat}, {seat}" for seat in SEATS]


# --- a turn ---


def test_w9_somebody_is_on():
    """W11: draw; W15: toss in; W28: show six grey cards."""
    assert asks(table()) == [LAY, "draw:A, A, silent", TOSS, "redraw:A, A, 6-6, may, silent"]
    lay_ask = by_name(table(discard=["m1", "m5"]), "lay")
    assert (lay_ask.lies, lay_ask.prompt.key, lay_ask.rule) == (("m5",), "ask.lay", "W9")


def test_w15_after_a_press_the_card_follows_within_two_seconds():
    state = after(table(), move("toss", "C", t=5))

    assert asks(state)[-1] == "no_toss:C:5, ABC, 4500 ms, may, silent"
    assert by_name(state, "no_toss").prompt.args == {"seats": ["C"]}
    at_once = after(table(options={"late_ms": 0}), move("toss", "C", t=5))
    assert by_name(at_once, "no_toss").within_ms == 1 + EYES_MS


def test_w11_a_drawn_card():
    """W10: its taker may be doubted by the others, once, and then shows the hand to the companion."""
    state = after(table(), move("touch", "A"))
    doubt = "doubt:A, BC, may, silent"
    assert asks(state) == [LAY_SILENT, "keep:A, A, silent", doubt]
    assert (by_name(state, "lay").prompt.key, by_name(state, "lay").rule) == ("ask.lay_drawn", "W11")

    state = after(state, move("doubt", "B"))
    assert asks(state) == ["show:1:A, A, 7-7, secret"]
    assert by_name(state, "show").prompt.key == "ask.show_secret"
    shown = ["c1", "c2", "c3", "y1", "y2", "y3", "y4"]
    assert asks(after(state, move("show", "A", cards=shown))) == [LAY_SILENT, "keep:A, A, silent"]


@cases(
    "card, ask, fill",
    {
        "W29 somebody or nobody": ("m0", "effect:seats:A, A, B/C/", None),
        "W37 somebody": ("mCE", "effect:exchange:A, A, B/C", None),
        "W36 two of five": ("mHH", "effect:half:A, A, away/keep", 2),
    },
)
def test_neutral_cards(card, ask, fill):
    state = after(table(), lay("A", card))

    assert asks(state) == [ask, *TWIN]
    assert fill is None or by_name(state, "effect").choices[0].says.args == {"n": fill}


# --- attacks ---

TASKS = "/".join(f"dare:T{n}" for n in range(1, 13))


@cases(
    "options, card, answer, rule",
    {
        "W40 draw, or dare a task": ({}, "mP3", f"answer:B:P3:3, B, accept/{TASKS}", "W40"),
        "AW-16 W50 this house's tasks": (
            {"tasks": ("T4",), "own_tasks": ("sing",)},
            "mP5",
            "answer:B:P5:5, B, accept/dare:T4/own:sing",
            "W40",
        ),
        "W38 a Skip": ({}, "mSK", "answer:B:SK:1, B, accept", "W38"),
        "W41 away": ({}, "mAFK", "answer:B:AFK:1, B, accept", "W41"),
        "AW-4 W39 three seconds": ({}, "mM20", "answer:B:M20:20, B, accept, 3000 ms", "W39"),
        "AW-4 as long as it takes": (
            {"response_window": "untimed"},
            "mM20",
            "answer:B:M20:20, B, accept",
            "W39",
        ),
        "W50 for AFK": ({"afk_tasks": ("sing",)}, "mAFK", "answer:B:AFK:1, B, accept/own:sing", "W41"),
        "AW-4 three seconds for all in this house": (
            {"response_window": "three_seconds"},
            "mSK",
            "answer:B:SK:1, B, accept, 3000 ms",
            "W38",
        ),
        "W42 a number": ({}, "mMAG", "name:B, B, 1/2/3/4/5/6/7/8/9", "W42"),
    },
)
def test_w25_whoever_is_hit_is_asked(options, card, answer, rule):
    state = after(table(options=options), lay("A", card))

    draws = ["draw:C, C, silent"] if card == "mSK" else []  # W38: C need not wait for B
    assert asks(state) == [answer, LAY_SILENT, *draws, TOSS]
    assert GAME.asks(state)[0].rule == rule


def test_w40_how_much_it_is_about():
    """AW-13: two +3 together are six cards, or two tasks."""
    state = after(table(options={"stack_tasks": "each"}), lay("A", "mP3"), lay("B", "cP3"))
    assert by_name(state, "answer").prompt.args == {"seat": "C", "n": 6, "tasks": 2}

    state = after(state, move("dare", "C", task="T4"), move("judged", "", result="ok"))
    assert by_name(state, "answer").prompt.args == {"seat": "C", "n": 3, "tasks": 1}
    assert by_name(state, "answer").choices[1].says.args["n"] == 1


def test_w42_a_pile_of_magnets_names_as_many():
    state = after(table(), lay("A", "mMAG"), lay("B", "cMAG"))

    assert by_name(state, "name").prompt.args == {"seat": "C", "n": 2}


@cases(
    "card, who, expected, rule",
    {
        "W44 somebody else, clockwise": ("YOU", "B", ["aim:B, B, C/A"], "W44"),
        "W48 anybody but oneself": ("CAP", "C", ["aim:C, C, A/B"], "W48"),
        "W46 all show a palm": ("UNL", "B", [f"vote:{s}, {s}, up/down" for s in SEATS], "W46"),
    },
)
def test_cards_that_point(card, who, expected, rule):
    state = after(table(), lay("A", "mP3"), lay(who, card))

    assert asks(state) == [*expected, *TWIN]
    assert GAME.asks(state)[0].rule == rule


def test_w46_two_show_a_sign_and_who_has_shown_is_not_asked_again():
    state = after(table(seats=("A", "B")), lay("A", "mP3"), lay("B", "UNL"))
    assert [ask for ask in asks(state) if "vote" in ask] == ["vote:A, A, R/P/S", "vote:B, B, R/P/S"]
    assert by_name(state, "vote").prompt.key == "ask.sign"
    assert by_name(after(table(), lay("A", "mP3"), lay("B", "UNL")), "vote").prompt.key == "ask.palm"

    assert asks(after(state, move("vote", "A", show="R")))[0] == "vote:B, B, R/P/S"


def test_w42_the_others_give_what_was_named():
    state = after(table(), lay("A", "mMAG"), move("accept", "B"), move("name", "B", name="7"))

    assert asks(state) == ["give:C, C, 0-6", "give:A, A, 0-5"]


def test_w41_who_is_away_may_come_back_at_any_time():
    """AW-36: at the end of a round the table waits for it where the house wants that."""
    state = after(table(), lay("A", "mAFK"), move("accept", "B"))
    assert asks(state)[-1] == "back:B, B, may, silent"
    assert asks(state)[0] == "lay, AC, 1-2"
    assert not any("toss, ABC" in ask for ask in asks(state))

    players = {"A": {"hand": ["m1"]}, "C": {"away": 2}}
    ended = after(table(options={"afk_last_waived": False}, players=players), lay("A", "m1"))
    assert asks(ended) == ["back:C, C"]
    assert by_name(ended, "back").prompt.args == {"seat": "C", "n": 2}


def test_w33_the_hands_are_shown_at_the_end_of_a_round():
    players = {"A": {"hand": ["m1"]}, "B": {"hand": ["?", "?"]}}
    state = after(table(players=players), lay("A", "m1"))

    sure = ["all_shown:B, B, may, silent", "all_shown:C, C, may, silent"]
    assert asks(state) == ["show:1:B, B, 2-2", "show:1:C, C, 6-6", *sure]
    assert asks(after(state, move("all_shown", "B")))[0] == "show:1:B, B, 0-138"
    assert by_name(state, "show").prompt.key == "ask.show"
    assert asks(after(state, move("show", "B", cards=["m2", "m3"]))) == ["show:1:C, C, 6-6", sure[1]]


# --- tasks ---


def dared(task, *moves):
    return after(table(), lay("A", "mP3"), move("dare", "B", task=task), *moves)


BEGIN = move("begin", "B", t=1000)
GIVE_UP = "ABC, fail/cannot, may, silent"
BEGUN = "ABC, fail, may, silent"


@cases(
    "state, expected",
    {
        "W-T1 a press begins": (dared("T1"), ["begin:T1, B", f"judged:T1, {GIVE_UP}"]),
        "W-T1 the coin spins": (
            dared("T1", BEGIN),
            ["stop:T1, B, 60000 ms", "seen:bump, AB, may, silent", f"judged:T1, {BEGUN}"],
        ),
        "W-T2 the call lasts ninety seconds at most": (
            dared("T2", BEGIN),
            ["stop:T2, B, 90000 ms", "seen:told, AB, may, silent", f"judged:T2, {BEGUN}"],
        ),
        "W-T9 a hidden watch": (dared("T9", BEGIN), ["stop:T9, B, 60000 ms", f"judged:T9, {BEGUN}"]),
        "W-T7 the word first": (dared("T7"), ["begin:T7, B", f"judged:T7, {GIVE_UP}"]),
        "W-T7 then the table votes": (dared("T7", BEGIN), ["judged:T7, ABC, ok/fail"]),
        "W-T4 the table votes": (dared("T4"), ["judged:T4, ABC, ok/fail"]),
        "W-T3 turning cards": (dared("T3"), ["turned, B, 1-60", f"judged:T3, {BEGUN}"]),
        "W-T10": (dared("T10"), ["throw, B, RR/RP/RS/PR/PP/PS/SR/SP/SS", f"judged:T10, {BEGUN}"]),
        "W-T12 the table": (dared("T12"), ["number:T12, B, 1000..10000", f"judged:T12, {BEGUN}"]),
        "W-T12 the coin": (
            dared("T12", move("number", "B", value=1500)),
            ["number:T12:rear, B, 0..1500", f"judged:T12, {BEGUN}"],
        ),
        "W-T8 the country is named": (
            dared("T8", move("country", "A", code="DE")),
            ["begin:T8, B", f"judged:T8, {GIVE_UP}"],
        ),
        "W-T8 an estimate": (
            dared("T8", move("country", "A", code="DE"), BEGIN),
            ["number:T8, B, 1..2000000000", f"judged:T8, {BEGUN}"],
        ),
    },
)
def test_what_a_task_needs(state, expected):
    assert asks(state) == expected


@cases(
    "task, kind, call",
    {
        "W-T1 a watch is started by a button": ("T1", Kind.CALL, "start"),
        "W-T9 so that nobody has to look": ("T9", Kind.CALL, "start"),
        "W-T7 a word by a tap": ("T7", Kind.CONFIRM, ""),
    },
)
def test_how_a_task_is_begun(task, kind, call):
    ask = by_name(dared(task), "begin")

    assert (ask.kind, ask.call, ask.rule) == (kind, call, f"W-{task}")


def test_w50_a_task_of_their_own_is_told_in_their_words():
    options = {"own_tasks": ("sing",)}
    state = after(table(options=options), lay("A", "mP3"), move("dare", "B", task="own", own="sing"))

    assert by_name(state, "judged").prompt.args["task"] == "sing"
    assert by_name(dared("T4"), "judged").prompt.args["task"] == "@task.T4"


def test_wt8_the_others_name_a_country():
    country = by_name(dared("T8"), "country")

    assert country.seats == ("A", "C")
    assert {"DE", "IN"} <= {choice.value for choice in country.choices}


def test_wt12_the_goal_is_told():
    state = dared("T12", move("number", "B", value=2000))

    goal = by_name(state, "number").prompt.args["goal"]
    assert goal == GAME.view(state).detail["task"]["goal_mm"]


def test_wt10_the_score_of_the_throws_is_told():
    state = dared("T10", move("throw", "B", own="R", other="P"))

    told = by_name(state, "throw").prompt.args
    assert (told["won"], told["lost"], told["other"]) == (0, 1, "A")


def test_nothing_is_asked_when_the_game_is_over():
    state = GAME.read_position({**GAME.write_position(table()), "phase": "over", "attack": None})

    assert GAME.asks(state) == ()
