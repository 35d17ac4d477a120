"""Wobble: all that each person may do at a moment, from which bots choose."""

import pytest
from wobble_tables import SEATS, after, lay, move, table

from companion.games.wobble import GAME
from companion.lab import candidates
from tests.companion import in_short
from tests.tables import cases

NUMBERS = "0123456789"
OF_MAGENTA = [f"m{k}" for k in (*NUMBERS, "AFK", "CD", "CE", "HH", "M20", "MAG", "P3", "P5", "SK")]
GREY, BROWN = ["DG", "YOU", "MIR", "UNL"], ["NM", "CAP", "DBL"]
TASKS = [f"dare T{n}" for n in range(1, 13)]


def legal(state, seat):
    """What *seat* may do, whenever it is."""
    return in_short.legal(GAME, state, seat, "t", between="+")


def laid(state, seat):
    return {what.removeprefix("lay ") for what in legal(state, seat) if what.startswith("lay")}


# --- before the round ---


def laying(card, defence=""):
    """A has laid *card*, and B perhaps a *defence*."""
    return after(table(), lay("A", card), *([lay("B", defence)] if defence else []))


def test_w6_everybody_gets_ready_then_the_dealer_turns_the_first_card():
    """W8, AW-34: any coloured card, perhaps after two that are passed over."""
    state = GAME.start(SEATS, GAME.options(deck="test138"))
    assert [legal(state, seat) for seat in SEATS] == [["ready"]] * 3

    state = after(state, *(move("ready", seat) for seat in SEATS))

    first = legal(state, "A")
    assert len(first) == 4 * 19 + 6 + 3
    passed_over = ["flip DG+NM+CScg", "flip DG+NM+CScy", "flip DG+NM+CSmc"]
    assert [what for what in first if "+" in what] == passed_over
    assert legal(state, "B") == legal(state, "C") == []


def test_w1_an_unknown_box_may_be_counted():
    state = GAME.start(SEATS, GAME.options(deck="unknown"))

    census, ready = legal(state, "A")
    assert (ready, census.startswith("census m0+m1+m1"), census.count("+")) == ("ready", True, 137)


def test_nobody_who_does_not_sit_there():
    assert legal(table(), "Zoe") == []


# --- a turn ---


@cases(
    "position, cards",
    {
        "W12 colour or number": ({}, {*OF_MAGENTA, "CSmc", "CSmg", "CSmy", "c5", "y5", "g5"}),
        "AW-22 a swap by its colour": (
            {"discard": ["CSmg"], "active": ["g"]},
            {*(card.replace("m", "g", 1) for card in OF_MAGENTA), "CScg", "CSyg", "CSmg"},
        ),
        "AW-22 or by its symbol": (
            {"discard": ["CSmg"], "active": ["g"], "options": {"cs_by_symbol": True}},
            {
                *(card.replace("m", "g", 1) for card in OF_MAGENTA),
                "CScg",
                "CSyg",
                "CSmg",
                "CSmc",
                "CSmy",
                "CScy",
            },
        ),
    },
)
def test_w12_what_whoever_is_on_may_lay(position, cards):
    """W1: whatever a box holds may lie there, as often as it may be laid."""
    assert laid(table(**position), "A") == cards | {f"{card}+{card}" for card in cards}


def test_w14_two_of_a_kind_need_two_cards_in_the_hand():
    one = table(players={"A": {"hand": ["?"]}})
    two = table(players={"A": {"hand": ["?", "?"]}})

    assert not any("+" in cards for cards in laid(one, "A"))
    assert "m4+m4" in laid(two, "A")


@cases(
    "n, redraw",
    {
        "W28 one grey card": (1, "DG"),
        "W28 six": (6, "DG+DG+MIR+UNL+YOU+YOU"),
        "W28 all that there are": (8, "DG+DG+MIR+MIR+UNL+UNL+YOU+YOU"),
        "W28 there are no nine": (9, ""),
    },
)
def test_w28_a_hand_of_grey_cards_alone(n, redraw):
    others = [w for w in legal(table(players={"A": {"hand": ["?"] * n}}), "A") if not w.startswith("lay")]

    assert others == [*([f"redraw {redraw}"] if redraw else []), "touch"]


def test_w15_the_others_toss_in_the_same_card():
    """W16: not when the pile was touched; AW-3: who has pressed lays it, or does not after all."""
    state = table()
    assert legal(state, "B") == legal(state, "C") == ["lay m5", "lay m5+m5", "toss"]

    pressed = after(state, move("toss", "C", t=5))
    assert legal(pressed, "C") == ["lay m5", "lay m5+m5", "no_toss"]
    assert legal(pressed, "B") == ["lay m5", "lay m5+m5", "no_toss", "toss"]
    drawn = after(state, move("touch", "A"))
    assert legal(drawn, "B") == ["doubt"]


def test_w11_a_drawn_card_is_laid_or_kept():
    """W10: who had a fitting card is doubted, and shows the hand."""
    drawn = after(table(players={"A": {"hand": ["m1", "?"]}}), move("touch", "A"))
    assert "keep" in legal(drawn, "A")
    assert laid(drawn, "A") == laid(table(), "A")

    doubted = after(drawn, move("doubt", "B"))
    (shown,) = legal(doubted, "A")
    assert shown.startswith("show ") and "m1" in shown and shown.count("+") == 2
    assert legal(doubted, "B") == legal(doubted, "C") == []
    answered = after(doubted, move("show", "A", cards=["c1", "c2", "m1"]))
    assert "doubt" not in legal(answered, "C")


# --- what a card asks for ---


AFTER = {card: ["lay " + card, "toss"] for card in ("m0", "mHH", "mCE", "mP3")}  # AW-45: its twin
AWAY = after(table(), lay("A", "mAFK"), move("accept", "B"))
OPEN = {"A": {"hand": ["?"] * 4}, "B": {"hand": ["?"]}, "C": {"hand": ["c7", "c8"]}}
NAMED = after(table(players=OPEN), lay("A", "mMAG"), move("accept", "B"), move("name", "B", name="7"))


@cases(
    "state, who, expected, others",
    {
        "W29 with somebody or nobody": (laying("m0"), "A", ["seats", "seats B", "seats C"], AFTER["m0"]),
        "W36 half or nothing": (laying("mHH"), "A", ["half False", "half True"], AFTER["mHH"]),
        "W37 with somebody else": (laying("mCE"), "A", ["exchange B", "exchange C"], AFTER["mCE"]),
        "W44 somebody else, or its twin": (laying("mP3", "YOU"), "B", ["aim A", "aim C"], AFTER["mP3"]),
        "W46 all show a palm": (laying("mP3", "UNL"), "ABC", ["vote down", "vote up"], AFTER["mP3"]),
        "W42 of unknown cards one more may be there": (NAMED, "A", ["give m7"], None),
        "W42 who named it gives nothing": (NAMED, "B", [], None),
        "W42 a known card must be given": (NAMED, "C", ["give c7"], None),
        "W41 who is away comes back": (AWAY, "B", ["back"], None),
    },
)
def test_what_is_waited_for(state, who, expected, others):
    """Some do what they are asked, and whoever can lays the twin of the card."""
    for seat in SEATS if others else who:
        assert legal(state, seat) == sorted([*(expected if seat in who else []), *(others or [])])


# --- attacks ---


@cases(
    "card, options, passed_on, settles",
    {
        "W40 three cards or a task": ("mP3", {}, ["mP3", "cP3", "yP3", "gP3"], TASKS),
        "AW-2 a +5 on a +3": (
            "mP3",
            {"mix_plus": True},
            [f"{c}{k}" for c in "mcyg" for k in ("P3", "P5")],
            TASKS,
        ),
        "AW-16 W50 this house's tasks": (
            "mP5",
            {"tasks": ("T4",), "own_tasks": ("sing",)},
            ["mP5", "cP5", "yP5", "gP5"],
            ["dare T4", "dare own sing"],
        ),
        "W38 a Skip": ("mSK", {}, ["mSK", "cSK", "ySK", "gSK"], []),
        "W39 minus 20": ("mM20", {}, ["mM20", "cM20", "yM20", "gM20"], []),
        "W42 a number": ("mMAG", {}, ["mMAG", "cMAG", "yMAG", "gMAG"], [f"name {n}" for n in "123456789"]),
    },
)
def test_w21_whoever_is_hit_passes_it_on_defends_or_takes_it(card, options, passed_on, settles):
    """W22, W23: the others may play Not Me, Capture and Double only."""
    state = after(table(options=options), lay("A", card))

    answers = [f"lay {c}" for c in (*passed_on, *GREY, *BROWN)]
    assert legal(state, "B") == sorted([*answers, "accept", *settles])
    against = set() if card == "mSK" else {card}  # W38: who is on after a Skip need not wait
    if against:
        assert laid(state, "C") - against == set(BROWN)
    assert not laid(state, "A") - {card}


# --- tasks ---


def dared(task, *moves):
    return after(table(), lay("A", "mP3"), move("dare", "B", task=task), *moves)


BEGIN = move("begin", "B", t=1000)
THROWS = [f"throw {own} {other}" for own in "RPS" for other in "RPS"]


@cases(
    "state, expected",
    {
        "W-T4 the table votes": (dared("T4"), ["judged ok"]),
        "W-T1 the coin first": (dared("T1"), ["begin"]),
        "W-T7 the word first": (dared("T7"), ["begin"]),
        "W-T3 the first number": (dared("T3"), ["turned m0"]),
        "W-T10 two hands": (dared("T10"), THROWS),
        "W-T12 the table is measured: no small one": (dared("T12"), ["number 1000"]),
        "W-T12 then where the coin rests": (
            dared("T12", move("number", "B", value=1500)),
            ["number 1000", "number 100", "number 300"],
        ),
        "W-T8 somebody else names a country first": (dared("T8"), []),
    },
)
def test_w40_what_a_task_waits_for(state, expected):
    """W40, AW-14: it may also fail, or turn out to be impossible before it has begun."""
    found = legal(state, "B")

    assert [w for w in found if w not in ("judged fail", "judged cannot")] == sorted(expected)
    assert "judged fail" in found
    assert ("judged cannot" in found) is not state.trying.begun
    assert not any(w.startswith(("judged", "begin", "number")) for w in legal(state, "C"))


def test_wt1_the_watch_runs():
    """W-T1, AW-14: a task that has begun is not impossible any more."""
    moves = candidates.legal(GAME, dared("T1", BEGIN), "B")

    assert {one.t - 1000 for one in moves if hasattr(one, "t")} == {n * 1_000_000_000 for n in (5, 20, 95)}
    assert set(legal(dared("T1", BEGIN), "B")) == {"end", "judged fail"}


def test_wt8_a_country_and_its_people():
    """The card's player does not name it; the true number is tried, and twice that."""
    state = dared("T8")
    assert len(legal(state, "A")) == len(legal(state, "C")) > 90

    state = after(state, move("country", "A", code="DE"))
    assert legal(state, "A") == legal(state, "C") == []
    state = after(state, BEGIN)
    numbers = sorted(one.value for one in candidates.legal(GAME, state, "B") if hasattr(one, "value"))
    assert len(numbers) == 2 and numbers[1] == 2 * numbers[0] > 160_000_000


# --- the end of a round ---


def test_w30_each_hand_is_shown_once():
    """W33: what is known of it, and unseen cards for the rest, the same for the same table."""
    players = {"A": {"hand": ["m1"]}, "B": {"hand": ["m2", "?"]}, "C": {"hand": ["?"] * 3}}
    state = after(table(players=players), lay("A", "m1"))

    assert legal(state, "A") == []
    assert legal(state, "B") == ["all_shown", "show m2+m8"]
    assert legal(state, "C") == ["all_shown", "show c0+c1+mP3"]
    shown = after(state, move("show", "B", cards=["m2", "m8"]))
    assert legal(shown, "B") == []


# --- what surely may not stand is not even proposed ---


def proposed(state, seat):
    return in_short.proposed(GAME, state, seat, "t", between="+")


UNKNOWN_BOX = {"options": {"deck": "unknown"}}
DRAWN = after(table(), move("touch", "A"))
HIT = after(table(), lay("A", "mP3"))


@cases(
    "state, seat, expected",
    {
        "W15 the same card, no other": (table(), "B", ["lay m5", "lay m5+m5"]),
        "W16 nobody tosses in once the pile was touched": (DRAWN, "B", []),
        "W10 nothing while a hand is doubted": (after(DRAWN, move("doubt", "B")), "A", []),
        "W21 who attacks tosses in and wards nothing off": (HIT, "A", ["lay mP3"]),
        "W23 brown cards alone": (HIT, "C", ["lay CAP", "lay DBL", "lay NM", "lay mP3"]),
    },
)
def test_what_is_proposed_to_be_laid(state, seat, expected):
    assert [what for what in proposed(state, seat) if what.startswith("lay")] == expected


@pytest.mark.parametrize("hands", [1, 2, 3], ids=lambda n: f"{n} in the hand")
def test_w1_of_an_unknown_box_any_number_of_copies_is_proposed(hands):
    """As many as the hand has, and twice at most (W14)."""
    state = table(**UNKNOWN_BOX, players={"A": {"hand": ["?"] * hands}})
    found = [what for what in proposed(state, "A") if what.startswith("lay")]

    assert sum("+" in what for what in found) == (len(found) // 2 if hands > 1 else 0)
    assert {"lay m5", "lay m1", "lay c5"} <= set(found)


@cases(
    "state, seat, expected",
    {
        "W15 only who is on touches the pile": (table(), "B", ["toss"]),
        "W10 only after a card was drawn there is doubt": (DRAWN, "B", ["doubt"]),
        "W11 who drew keeps": (DRAWN, "A", ["keep"]),
        "W28 no nine grey cards are shown": (table(players={"A": {"hand": ["?"] * 9}}), "A", ["touch"]),
        "W40 only who is hit settles": (HIT, "C", ["toss"]),
        "W41 first back": (after(table(), lay("A", "mAFK"), move("accept", "B")), "B", ["back"]),
        "W40 only who tries is judged": (dared("T4"), "A", []),
    },
)
def test_what_else_is_proposed(state, seat, expected):
    assert [what for what in proposed(state, seat) if not what.startswith("lay")] == expected


def test_w8_only_the_dealer_turns_the_first_card_up():
    state = after(GAME.start(SEATS, GAME.options(deck="test138")), *(move("ready", seat) for seat in SEATS))

    assert state.dealer == "A"
    assert proposed(state, "B") == proposed(state, "C") == []
