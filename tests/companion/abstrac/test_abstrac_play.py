"""AS1 to AS8, AS14, AS15 and the switches B1, B6 to B10: a match from the lots to the last card."""

import msgspec
import pytest

from companion.asks import Fact, Kind, Source
from companion.games.abstrac import GAME
from companion.games.abstrac import moves as m
from companion.games.abstrac.melds import DECK, sort
from companion.lab.candidates import legal
from companion.rulings import Verdict
from companion.table.judge import judge
from companion.words import game_words, languages
from tests.tables import cases

SEATS = ("Elfi", "Bo")
ROW = DECK.cards()  # 9C TC ... KS AS: the ace of spades is taken first


def started(**options):
    return GAME.start(SEATS, GAME.options(**options))


def after(state, *moves):
    for move in moves:
        refusal = GAME.refuse(state, move)
        assert refusal is None, refusal
        state = GAME.play(state, move).state
    return state


def dealt(**options):
    return after(started(**options), m.Lots(dealer="Bo"), m.Row(cards=ROW), m.Agree(seat="Bo"))


def taking(**options):
    state = dealt(**options)
    seat = "Bo" if options.get("chooser") == "dealer" else "Elfi"
    return after(state, m.Choose(seat=seat, goes="first" if seat == "Elfi" else "second"))


def take_all(state, *counts):
    for count in counts:
        state = after(state, m.Take(seat=state.turn, count=count))
    return state


def refused(state, move):
    refusal = GAME.refuse(state, move)
    words = game_words(GAME)
    for language in languages() if refusal else ():
        said = words.say(refusal.says, language)
        assert refusal.says.key in words and "{" not in said and said.endswith((".", "!"))
    return refusal and (refusal.rule, refusal.says.key.removeprefix("refused."))


def swapped(place, card):
    return (*ROW[:place], card, *ROW[place + 1 :])


@cases(
    "cards, ruling",
    {
        "AS1 the whole pack": (ROW, None),
        "AS1 a card that is there twice": (swapped(0, "TC"), ("AS1", "cards_twice")),
        "AS1 an eight does not belong": (swapped(0, "8C"), ("AS1", "strange_cards")),
        "AS1 not a card at all": (swapped(0, "banana"), ("AS1", "strange_cards")),
        "AS1 one card is missing": (ROW[1:], ("AS1", "cards_missing")),
        "AS1 four missing cards are named": (ROW[4:], ("AS1", "cards_missing")),
        "AS1 five are not": (ROW[5:], ("AS1", "row_unclear")),
        "AS1 twelve cards may be unread": ((*ROW[:12], *["?"] * 12), None),
        "AS1 thirteen may not": ((*ROW[:11], *["?"] * 13), ("AS1", "row_unclear")),
        "AS1 no cards": ((), ("AS1", "row_unclear")),
        "AS1 one card, read again and again": (("9C",) * 24, ("AS1", "row_unclear")),
    },
)
def test_the_row(cards, ruling):
    assert refused(after(started(), m.Lots(dealer="Bo")), m.Row(cards=cards)) == ruling


def test_as2_the_row_may_be_read_again_until_it_is_agreed_on():
    state = after(started(), m.Lots(dealer="Bo"), m.Row(cards=ROW))
    state = after(state, m.Row(cards=ROW[::-1]), m.Agree(seat="Elfi"))
    assert state.dealt == ROW[::-1]
    assert refused(state, m.Row(cards=ROW)) == ("AS2", "row_lies")
    assert refused(state, m.Agree(seat="Elfi")) == ("AS2", "nothing_to_agree")


def test_as3_the_deal_alternates():
    state = take_all(taking(), *[3] * 8)
    assert (state.phase, state.dealer) == ("deal", "Elfi")
    assert refused(state, m.Lots(dealer="Bo")) == ("AS3", "dealer_known")
    assert refused(started(), m.Lots(dealer="Nobody")) == ("AS3", "no_such_seat")


@cases(
    "chooser, seat, ruling",
    {
        "AS4 who did not deal chooses": ("non_dealer", "Elfi", None),
        "AS4 the dealer does not": ("non_dealer", "Bo", ("AS4", "not_the_chooser")),
        "B1 the dealer chooses": ("dealer", "Bo", None),
        "B1 and nobody else": ("dealer", "Elfi", ("AS4", "not_the_chooser")),
    },
)
def test_who_chooses(chooser, seat, ruling):
    assert refused(dealt(chooser=chooser), m.Choose(seat=seat, goes="first")) == ruling


@pytest.mark.parametrize(("goes", "first"), [("first", "Elfi"), ("second", "Bo")], ids="AS4 {}".format)
def test_as4_what_the_choice_leads_to(goes, first):
    assert after(dealt(), m.Choose(seat="Elfi", goes=goes)).turn == first
    assert refused(started(), m.Choose(seat="Elfi", goes=goes)) == ("AS4", "nothing_to_choose")


@cases(
    "counts, seat, count, ruling",
    {
        "AS5 one": ([], "Elfi", 1, None),
        "AS5 three": ([], "Elfi", 3, None),
        "AS5 four are too many": ([], "Elfi", 4, ("AS5", "too_many")),
        "AS5 nobody passes": ([], "Elfi", 0, ("AS5", "pass")),
        "AS5 fewer than none": ([], "Elfi", -1, ("AS5", "pass")),
        "AS5 the other one is on turn": ([], "Bo", 1, ("AS5", "not_your_turn")),
        "AS5 only two are left": ([2] * 11, "Bo", 3, ("AS5", "too_many")),
        "AS5 the last one": ([2] * 11 + [1], "Elfi", 1, None),
    },
)
def test_takes(counts, seat, count, ruling):
    assert refused(take_all(taking(), *counts), m.Take(seat=seat, count=count)) == ruling


def test_as5_cards_leave_from_the_right_end():
    state = take_all(taking(), 3)
    assert state.row == ROW[:21]
    assert state.hands["Elfi"] == ("QS", "KS", "AS")
    assert refused(dealt(), m.Take(seat="Elfi", count=1)) == ("AS5", "not_yet")


@cases(
    "touch_move, lifted, cards, ruling",
    {
        "AS6 two are lifted": ("button", 0, ROW[:22], None),
        "AS6 and put back": ("button", 2, ROW, None),
        "AS6 and a third one": ("button", 2, ROW[:21], None),
        "AS6 never four": ("button", 0, ROW[:20], ("AS5", "too_many")),
        "AS5 from the middle": ("button", 0, ROW[:20] + ROW[21:], ("AS5", "inner_card")),
        "AS5 another order": ("button", 0, ROW[::-1], ("AS5", "row_changed")),
        "B8 a touched card is taken": ("binds", 2, ROW, ("B8", "touched")),
        "B8 two lie there still": ("binds", 2, ROW[:22], None),
        "B8 more may be added": ("binds", 2, ROW[:21], None),
    },
)
def test_lifted_cards(touch_move, lifted, cards, ruling):
    state = taking(touch_move=touch_move)
    state = after(state, m.Left(seat="Elfi", cards=ROW[: 24 - lifted])) if lifted else state
    assert refused(state, m.Left(seat="Elfi", cards=cards)) == ruling


@cases(
    "source, cards, verdict",
    {
        "unread": (Source.CAMERA, ("?", *ROW[:21]), Verdict.UNSURE),
        "read": (Source.CAMERA, ROW[::-1], Verdict.REFUSED),
        "told by touch": (Source.TOUCH, ("?", *ROW[:21]), Verdict.REFUSED),
    },
)
def test_t14_cards_that_cannot_be_read_are_asked_for_and_not_refused(source, cards, verdict):
    state, value = taking(), {"place": "row", "cards": list(cards)}
    told = judge(GAME, state, GAME.asks(state), Fact(Kind.CARD, value, 0, source, ask="left")).ruling

    assert (told.verdict, told.why.key == "table.unread") == (verdict, verdict is Verdict.UNSURE)


def test_b8_a_touched_card_cannot_be_left_out_of_the_take():
    state = after(taking(touch_move="binds"), m.Left(seat="Elfi", cards=ROW[:22]))
    assert refused(state, m.Take(seat="Elfi", count=1)) == ("B8", "touched")
    assert refused(state, m.Take(seat="Elfi", count=2)) is None


@cases(
    "cards, ruling",
    {
        "AS7 all there": (("QS", "KS", "AS"), None),
        "AS7 in any order": (("AS", "QS", "KS"), None),
        "AS7 one is missing": (("QS", "AS"), ("AS7", "hand_lacks")),
        "AS7 one too many": (("QS", "KS", "AS", "9C"), ("AS7", "hand_has")),
        "AS7 one twice": (("QS", "KS", "AS", "AS"), ("AS7", "hand_has")),
    },
)
def test_what_lies_before_a_player(cards, ruling):
    assert refused(take_all(taking(), 3), m.Shown(seat="Elfi", cards=cards)) == ruling


def test_as6_what_was_laid_down_is_lifted_and_waits_for_the_button():
    """AS6, AS7: the eyes may see the cards before the player sooner than the gap in the row."""
    state = after(taking(), m.Shown(seat="Elfi", cards=("KS", "AS")))
    assert after(taking(), m.Shown(seat="Elfi", cards=("QS", "KS", "AS"))).lifted == 3
    assert state.lifted == 2 and any(ask.kind is Kind.CALL for ask in GAME.asks(state))
    assert refused(state, m.Shown(seat="Bo", cards=("KS", "AS"))) == ("AS7", "hand_has")
    assert refused(state, m.Shown(seat="Elfi", cards=("KS",))) == ("AS7", "hand_has")
    state = after(state, hear(state, "done", "done"))
    assert state.hands["Elfi"] == ("KS", "AS")


def test_as8_the_deal_ends_with_the_last_card():
    state = take_all(taking(), *[1] * 23)
    assert state.phase == "take" and len(state.row) == 1
    state = take_all(state, 1)
    assert state.phase == "deal"
    assert state.results[0].cards == {"Elfi": 12, "Bo": 12}


def near_the_end(totals, counts=(3,) * 8, **options):
    """The last take of a deal away from the end; threes give Elfi 24 and Bo 45 times twelve."""
    state = msgspec.structs.replace(taking(**options), totals=dict(zip(SEATS, totals, strict=True)))
    return take_all(state, *counts)


def test_as12_the_deal_is_scored_from_the_hands():
    result = near_the_end((0, 0)).results[0]
    hands = {"Elfi": [c for n in (0, 2, 4, 6) for c in ROW[::-1][3 * n : 3 * n + 3]]}
    assert result.cards == {"Elfi": 12, "Bo": 12}
    assert sort(hands["Elfi"]) == ("QC", "KC", "AC", "QD", "KD", "AD", "QH", "KH", "AH", "QS", "KS", "AS")
    assert result.combos == {"Elfi": 36, "Bo": 36}
    assert result.scores == {"Elfi": 432, "Bo": 432}


@cases(
    "totals, options, phase, winners, rule",
    {
        "AS14 499 is not enough": ((67, 0), {}, "deal", None, None),
        "AS14 exactly 500 wins": ((68, 0), {}, "over", ("Elfi",), "AS14"),
        "AS14 both over 500: the higher sum": ((70, 80), {}, "over", ("Bo",), "AS14"),
        "AS15 equal: an extra deal": ((70, 70), {}, "deal", None, None),
        "B7 equal: shared": ((70, 70), {"tie": "shared"}, "over", SEATS, "B7"),
        "B6 another target": ((100, 0), {"target": 600}, "deal", None, None),
        "B6 another target reached": ((170, 0), {"target": 600}, "over", ("Elfi",), "AS14"),
        "B6 two deals: the first never ends it": ((900, 0), {"deals": 2}, "deal", None, None),
    },
)
def test_end_of_the_match(totals, options, phase, winners, rule):
    state = near_the_end(totals, **options)
    outcome = GAME.outcome(state)
    assert state.phase == phase
    assert (outcome and (outcome.winners, outcome.rule)) == (winners and (winners, rule))
    told = "outcome.shared" if winners == SEATS else "outcome.won"
    assert outcome is None or outcome.says.key == told


def test_b6_a_fixed_number_of_deals_ends_with_the_last():
    state = near_the_end((10, 0), deals=2)
    state = after(state, m.Row(cards=ROW), m.Agree(seat="Bo"), m.Choose(seat="Bo", goes="first"))
    state = take_all(state, *[3] * 8)
    assert GAME.outcome(state).winners == ("Elfi",)
    assert GAME.outcome(state).rule == "B6"
    assert refused(state, m.Agree(seat="Bo")) == ("AS14", "over")


def test_b10_hints_need_both_and_last_for_one_deal():
    state = taking(hints="both_agree")
    assert "best" not in GAME.view(state).detail
    state = after(state, m.Hint(seat="Bo"))
    assert refused(state, m.Hint(seat="Bo")) == ("B10", "hint_wanted")
    assert "best" not in GAME.view(state).detail
    state = after(state, m.Hint(seat="Elfi"))
    assert set(GAME.view(state).detail["takes"]) == {"1", "2", "3"}
    state = take_all(state, *[3] * 8)
    state = after(state, m.Row(cards=ROW), m.Agree(seat="Bo"), m.Choose(seat="Bo", goes="first"))
    assert state.wants_hints == ()


@pytest.mark.parametrize("hints", ["after_deal", "never"])
def test_b10_no_hints_during_the_deal_by_default(hints):
    assert refused(taking(hints=hints), m.Hint(seat="Bo")) == ("B10", f"hints.{hints}")
    assert not any(ask.id.startswith("hint") for ask in GAME.asks(taking(hints=hints)))


@pytest.mark.parametrize(("hints", "shown"), [("after_deal", True), ("both_agree", True), ("never", False)])
def test_b10_the_coach_looks_back_after_the_deal(hints, shown):
    """B10: unless the house does not want to know."""
    detail = GAME.view(take_all(taking(hints=hints), *[3] * 8)).detail
    assert bool(detail) is shown
    if shown:
        assert all("{" not in game_words(GAME).say(says, "de") for says in detail["says"])


# --- by touch and by camera ---


def hear(state, name, value, seat=""):
    ask = next(ask for ask in GAME.asks(state) if ask.id.partition(":")[0] == name)
    fact = Fact(ask.kind, value, 0, Source.TOUCH, seat or ask.seats[0], ask.id)
    return GAME.understand(state, ask, fact)


def test_a_take_seen_by_the_camera_is_kept_with_the_button():
    state = taking()
    assert not any(ask.kind is Kind.CALL for ask in GAME.asks(state))
    state = after(state, hear(state, "left", {"place": "row", "cards": list(ROW[:22])}))
    state = after(state, hear(state, "done", "done"))
    assert state.hands["Elfi"] == ("KS", "AS") and state.turn == "Bo"


@cases(
    "position",
    {
        "AS1 one seat": {"seats": ["A"]},
        "AS1 a card twice": {"seats": ["A", "B"], "phase": "take", "row": ["9C", "9C"]},
        "AS1 a foreign card": {"seats": ["A", "B"], "phase": "take", "row": ["8C"]},
        "AS8 an empty row": {"seats": ["A", "B"], "phase": "take"},
        "a seat that nobody has": {"seats": ["A", "B"], "turn": "C"},
        "an unknown field": {"seats": ["A", "B"], "banana": 1},
    },
)
def test_positions_that_cannot_be(position):
    with pytest.raises(msgspec.ValidationError):
        GAME.read_position(position)


# --- how many ways there are, against silent changes of the rules ---


def ways(state):
    """How many orders of takes empty the row."""
    if state.results:
        return 1
    takes = (move for move in legal(GAME, state, state.turn) if isinstance(move, m.Take))
    return sum(ways(GAME.play(state, move).state) for move in takes)


@pytest.mark.parametrize(
    ("cards", "count"), [(1, 1), (2, 2), (3, 4), (4, 7), (5, 13), (8, 81)], ids="AS5 {}".format
)
def test_as5_the_ways_to_empty_a_row(cards, count):
    """Each number is the sum of the three before it, as in the solver's tree."""
    assert ways(GAME.read_position({"seats": SEATS, "phase": "take", "row": ROW[:cards]})) == count
