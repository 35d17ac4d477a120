"""What a bot does in Wobble: what it lays, how it turns attacks aside, and whom it would rather not hurt."""

from random import Random

import pytest
from wobble_tables import SEATS, after, lay, move, rule, table

from companion.games.wobble import GAME
from companion.games.wobble import moves as m
from companion.games.wobble.bot import LEVELS, STEP, choose, gives_up, hidden_cards, in_words, is_new_hand
from tests.companion.in_short import sentence
from tests.companion.luck import HIGH, LOW, Luck
from tests.tables import cases

CLEVER = ("medium", "strong")


def chosen(state, seat, hand="", level="strong", random=None):
    """What the bot does, in short; it must be legal."""
    made = choose(state, seat, level, random or Random(1), hand=tuple(sorted(hand.split())))
    if made is None:
        return ""
    assert rule(state, made) is None
    told = [value for key, value in GAME.write_move(made).items() if key not in ("seat", "t", "within")]
    return " ".join(" ".join(value) if isinstance(value, tuple) else str(value) for value in told).strip()


def holding(cards, **others):
    """Everybody's hands: A has so many cards, the others as many as they are said to have."""
    sizes = {"A": cards, "B": 6, "C": 6, **others}
    return {"players": {seat: {"hand": ["?"] * n} for seat, n in sizes.items()}}


# --- an own turn ---


@pytest.mark.parametrize("level", CLEVER)
@cases(
    "hand, lays",
    {
        "W33 what costs most in the hand": ("m1 m7 c5", "lay m7"),
        "W12 what fits": ("m1 c9 g8", "lay m1"),
        "W14 two of a kind first": ("m1 m1 m9 c8", "lay m1 m1"),
        "W33 an action card costs more than a number": ("m9 mSK", "lay mSK"),
        "W12 the number fits as well": ("m9 c5", "lay m9"),
        "W14 of two pairs the dearer one": ("m7 m7 m8 m8", "lay m8 m8"),
    },
)
def test_w12_it_lays_what_costs_most(hand, lays, level):
    assert chosen(table(**holding(len(hand.split()))), "A", hand, level) == lays


@cases(
    "cards, least, level, lays",
    {
        "W37 somebody has three fewer": (6, 3, "strong", "lay mCE"),
        "W37 not for two fewer": (6, 4, "strong", "lay m1"),
        "the medium one only sees what it costs": (6, 4, "medium", "lay mCE"),
        "W37 a small hand is kept": (2, 6, "strong", "lay m1"),
    },
)
def test_w37_the_strong_one_exchanges_only_what_is_worth_it(cards, least, level, lays):
    hand = "m1 mCE c8 c9 g7 g8"
    state = table(**holding(cards, B=least, C=9))
    assert chosen(state, "A", " ".join(hand.split()[:cards]), level) == lays


def test_the_easy_one_lays_anything_that_fits():
    state = table(**holding(3))
    assert [chosen(state, "A", "m1 m7 c9", "easy", luck) for luck in (LOW, HIGH)] == ["lay m1", "lay m7"]


@pytest.mark.parametrize("level", LEVELS)
@cases(
    "position, hand, does",
    {
        "W11 it draws": ({}, "c9 g8", "touch"),
        "W28 only grey cards": ({}, "DG MIR", "redraw DG MIR"),
        "W28 the same would come back from an empty pile": ({"draw": 0}, "DG MIR", "touch"),
        "W28 not only grey ones": ({}, "DG c9", "touch"),
        "W11 what does not fit is kept": ({"phase": "drawn", "closed": True}, "c9 g8", "keep"),
    },
)
def test_w11_where_nothing_fits(position, hand, does, level):
    assert chosen(table(**holding(len(hand.split())), **position), "A", hand, level) == does


def test_w11_what_was_drawn_is_laid_if_it_fits():
    state = table(**holding(2), phase="drawn", closed=True)
    assert chosen(state, "A", "m9 g8") == "lay m9"


@pytest.mark.parametrize("level", LEVELS)
def test_it_does_nothing_with_cards_that_nobody_has_shown_it(level):
    assert chosen(table(), "A", "", level) == ""


def test_hidden_cards_of_others_change_nothing():
    """The referee may know what B holds; the bot does as if it did not."""
    hidden = table(**holding(4))
    known = table(players={"A": {"hand": ["?"] * 4}, "B": {"hand": ["m9", "m9", "DG", "NM", "m2", "m3"]}})
    for level in LEVELS:
        for number in range(30):
            moves = [chosen(s, "A", "m1 m1 m7 mSK", level, Random(number)) for s in (hidden, known)]
            assert moves[0] == moves[1]


def test_each_move_comes_a_little_later():
    """Nobody's move is told before what was heard last."""
    state = table(**holding(2), now=5000)
    for hand in ("m1 c9", "c9 g8"):
        assert choose(state, "A", "strong", Random(1), hand=tuple(hand.split())).t == 5000 + STEP


# --- tossing in ---


@cases(
    "position, hand, level, lays",
    {
        "W15 the same card": ({}, "m5 m9", "strong", "lay m5"),
        "W15 the medium one too": ({}, "m5 m9", "medium", "lay m5"),
        "the easy one does not look": ({}, "m5 m9", "easy", ""),
        "W15 the same number is not enough": ({}, "c5 m9", "strong", ""),
        "W16 not after a draw": ({"closed": True, "phase": "drawn"}, "m5 m9", "strong", ""),
        "W15 of any colour": ({"discard": ["c5"], "active": ["c"]}, "c5 c9", "strong", "lay c5"),
    },
)
def test_w15_it_tosses_in(position, hand, level, lays):
    state = table(players={"B": {"hand": ["?"] * len(hand.split())}}, **position)
    assert chosen(state, "B", hand, level) == lays


# --- under attack ---


def attacked(*cards, **position):
    """A has laid *cards*, and they aim at B."""
    return after(table(**position), lay("A", *cards))


@pytest.mark.parametrize("level", CLEVER)
@cases(
    "hand, does",
    {
        "W21 passed on rather than turned back": ("mP3 MIR", "lay mP3"),
        "W14 with two": ("cP3 cP3 m1", "lay cP3 cP3"),
        "W22 turned aside": ("MIR m1", "lay MIR"),
        "W22 either will do": ("DG MIR", "lay MIR"),
        "W40 the hit is taken": ("m1 c9", "accept"),
    },
)
def test_w21_it_passes_an_attack_on_or_aside(hand, does, level):
    state = attacked("mP3", players={"B": {"hand": ["?"] * len(hand.split())}})
    assert chosen(state, "B", hand, level) == does


def test_the_easy_one_overlooks_it_every_other_time():
    state = attacked("mP3")
    hand = "MIR m1 m2 m3 c4 c6"

    assert chosen(state, "B", hand, "easy", Luck(0.5)) == "lay MIR"
    assert chosen(state, "B", hand, "easy", Luck(0.499)) == "accept"


@cases(
    "cards, level, does",
    {
        "W23 the strong one always": (["mP3"], "strong", "lay NM"),
        "W23 not for three cards": (["mP3"], "medium", "accept"),
        "W23 for twenty": (["mM20"], "medium", "lay NM"),
        "the easy one too": (["mM20"], "easy", "lay NM"),
    },
)
def test_w23_a_brown_card_is_spent_only_if_it_is_worth_it(cards, level, does):
    assert chosen(attacked(*cards), "B", "NM m1 m2 m3 c4 c6", level, HIGH) == does


def test_w23_twelve_cards_are_worth_it():
    """Two pairs of +3: medium gives in at nine and defends itself at twelve."""
    twelve = after(attacked("mP3", "mP3"), lay("B", "cP3", "cP3"))
    nine = after(attacked("mP3", "mP3"), lay("B", "cP3"))
    assert (twelve.attack.total, nine.attack.total) == (12, 9)

    assert chosen(twelve, "C", "NM m1 m2 m3 c4 c6", "medium") == "lay NM"
    assert chosen(nine, "C", "NM m1 m2 m3 c4 c6", "medium") == "accept"


@cases(
    "seat, level, does",
    {
        "W48 upon others": ("C", "strong", "lay DBL"),
        "the medium one keeps out of it": ("C", "medium", ""),
        "W48 never upon itself": ("B", "strong", "accept"),
    },
)
def test_w48_it_doubles_what_hits_others(seat, level, does):
    assert chosen(attacked("mP3"), seat, "DBL m1 m2 m3 c4 c6", level) == does


def test_others_do_not_turn_aside_what_hits_somebody_else():
    assert chosen(attacked("mP3"), "C", "MIR mP3 m1 m2 m3 c4") == ""


@pytest.mark.parametrize(
    ("luck", "does"), [(LOW, "dare T1"), (Luck(0.299), "dare T4"), (Luck(0.3), "accept"), (HIGH, "accept")]
)
def test_w40_the_easy_one_dares_a_task_three_times_in_ten(luck, does):
    assert chosen(attacked("mP3"), "B", "m1 m2 m3 c4 c6 c7", "easy", luck) == does
    assert chosen(attacked("mM20"), "B", "m1 m2 m3 c4 c6 c7", "easy", luck) == "accept"


# --- the Magnet ---


def named(level, random=LOW, called=()):
    """What B names when a Magnet hits it, with a hand of small numbers."""
    return chosen(attacked("mMAG", called=list(called)), "B", "m1 c1 m2 c3 g4 y4", level, random)


def test_w42_it_names_what_costs_it_least():
    """5 is the first number of which it has no card."""
    assert named("strong") == named("medium", HIGH) == "name 5"
    assert named("strong", called="56789") == "name 2"
    assert [named("easy", luck) for luck in (LOW, HIGH)] == ["name 1", "name 9"]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("name", "hand", "gives"),
    [("4", "m1 g4 y4", "give g4 y4"), ("4", "m1 c2", "give"), ("4", "c4", "give c4")],
)
def test_w42_it_gives_all_that_was_named(name, hand, gives, level):
    given = attacked("mMAG", players={"C": {"hand": ["?"] * len(hand.split())}})
    state = after(given, move("name", "B", name=name))

    assert chosen(state, "C", hand, level) == gives
    assert chosen(state, "C", "", level) == ""


# --- neutral cards, targets, votes ---


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("card", "does"), [("mHH", "half"), ("mCE", "exchange C"), ("m0", "seats")])
def test_w29_w36_w37_what_a_neutral_card_asks(card, does, level):
    """An exchange goes to who has fewest cards."""
    state = after(table(**holding(6, B=6, C=2)), lay("A", card))
    told = chosen(state, "A", "c8 c9 g7 g8 y8", level)

    assert told.startswith(does)
    assert chosen(state, "B", "c8 c9 g7 g8 y8 y9", level) == ""


def test_w44_it_aims_at_who_has_fewest_cards():
    state = attacked("mP3", seats=("A", "B", "C", "D"), players={"D": {"hand": ["?"] * 2}})
    aiming = after(state, lay("B", "YOU"))

    assert aiming.phase == "aim"
    assert chosen(aiming, "B", "m1 m2 m3 c4 c6") == "aim D"
    assert chosen(aiming, "C", "m1 m2 m3 c4 c6") == ""


@pytest.mark.parametrize("level", LEVELS)
def test_w6_it_gets_ready(level):
    state = GAME.start(SEATS, GAME.options())
    assert chosen(state, "B", "", level) == "ready"
    assert chosen(after(state, move("ready", "B")), "B", "", level) == ""


def test_aw3_who_has_pressed_and_does_not_lay_takes_it_back():
    state = after(table(), move("toss", "C", t=5))
    assert chosen(state, "C", "") == "no_toss"


def test_nobody_who_does_not_sit_there():
    assert chosen(table(), "Zoe", "m1") == ""


# --- its hidden cards ---


@cases(
    "state, seat, needed",
    {
        "W9 on turn": (table(), "A", 6),
        "W9 not on turn": (table(), "B", 0),
        "W11 after a draw": (table(phase="drawn", closed=True), "A", 6),
        "W21 under attack": (attacked("mP3"), "B", 6),
        "W21 who attacks": (attacked("mP3"), "A", 0),
        "all are known": (table(players={"A": {"hand": ["m1", "m2"]}}), "A", 0),
        "one is not": (table(players={"A": {"hand": ["m1", "?"]}}), "A", 2),
        "W42 to hand cards over": (after(attacked("mMAG"), move("name", "B", name="4")), "C", 6),
        "W42 who gets them": (after(attacked("mMAG"), move("name", "B", name="4")), "B", 0),
        "W6 before the round": (GAME.start(SEATS, GAME.options()), "A", 0),
    },
)
def test_how_many_cards_it_has_to_be_shown(state, seat, needed):
    assert hidden_cards(state, seat) == needed


@cases(
    "made, new",
    {
        "W4 new cards": (m.Ready(seat="A"), ["A"]),
        "W28": (m.Redraw(seat="A", cards=("DG",)), ["A"]),
        "W36": (m.Half(seat="A"), ["A"]),
        "W37 both": (m.Exchange(seat="A", partner="B"), ["A", "B"]),
        "W37 others": (m.Exchange(seat="C", partner="D"), []),
        "W12 one card less": (lay("A", "m1"), []),
    },
)
def test_when_its_hand_is_a_new_one(made, new):
    assert [seat for seat in ("A", "B") if is_new_hand(table(), made, seat)] == new


def test_what_leaves_its_hand():
    hand = ("m1", "m1", "m2")
    assert gives_up(table(), lay("A", "m1", "m1"), hand) == ("m1", "m1")
    assert gives_up(table(), m.Give(seat="A", cards=("m2",)), hand) == ("m2",)
    assert gives_up(table(), m.Accept(seat="A"), hand) == ()


def test_what_a_hand_has_to_do():
    assert sentence(in_words(table(), lay("A", "m1", "m1"))).startswith("bot.lays cards=")
    assert sentence(in_words(table(), m.Give(seat="A", cards=()))) == "bot.gives_none"
    assert in_words(table(), m.Accept(seat="A")) is None
