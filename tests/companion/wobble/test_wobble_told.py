"""Wobble: names of cards, times to the millisecond, and what is told aloud."""

import pytest
from test_wobble_tools import dared, drew
from wobble_tables import after, lay, move, rule, table

from companion.asks import MS
from companion.games.wobble import GAME, deck, unlucky
from companion.games.wobble.laying import card_say, claim_of, refuse_beaten
from companion.rulings import Importance
from companion.words import game_words
from tests.tables import cases

# --- names ---


@cases(
    "card, english, german",
    {
        "W1 a number": ("m7", "magenta 7", "7 in magenta"),
        "W1 a colour with a symbol": ("cSK", "cyan", "cyan"),
        "W35 a swap tells both its colours": ("CSmg", "magenta", "magenta"),
        "W35 and the other one": ("CSmg", "green", "grün"),
    },
)
def test_what_a_card_is_called(card, english, german):
    words = game_words(GAME)

    assert english in words.say(card_say(card), "en").lower()
    assert german in words.say(card_say(card), "de").lower()


def test_cards_without_a_colour_have_one_name():
    assert card_say("DG").key == "kind.DG"
    assert card_say("mSK").args["symbol"].key == "kind.SK"
    assert card_say("m7").args["symbol"] == "7"


# --- who was first (W16): 40 ms are a tie, a press holds for two seconds ---


@cases(
    "after_ms, first",
    {
        "W16 at the same time": (0, False),
        "W16 exactly the window is a tie": (40, False),
        "W16 a little more is not": (40.001, True),
        "W16 at the end of the two seconds": (2000, True),
        "W16 the press has lapsed": (2000.001, False),
    },
)
def test_which_press_comes_before_a_card(after_ms, first):
    state = after(table(), move("toss", "C", t=1000 * MS))
    t = 1000 * MS + round(after_ms * MS)

    assert bool(refuse_beaten(state, "A", t)) is first
    assert refuse_beaten(state, "C", t) is None
    assert rule(state, lay("A", "m1", t=t)) == ("W16" if first else None)


@pytest.mark.parametrize(
    ("after_ms", "belongs"), [(0, True), (2000, True), (2000.001, False)], ids="W15 {}".format
)
def test_the_card_that_belongs_to_a_press(after_ms, belongs):
    state = after(table(), move("toss", "C", t=1000 * MS))

    assert (claim_of(state, "C", 1000 * MS + round(after_ms * MS)) is not None) is belongs
    assert claim_of(state, "A", 1000 * MS) is None


@pytest.mark.parametrize(("after_ms", "ties"), [(40, ["note.tie"]), (2001, [])], ids="W16 {}".format)
@pytest.mark.parametrize("what", [lambda t: lay("A", "m1", t=t), lambda t: move("touch", "A", t=t)])
def test_a_press_whose_time_is_over_ties_with_nothing(what, after_ms, ties):
    state = after(table(), move("toss", "C", t=1000 * MS))
    notes = GAME.play(state, what((1000 + after_ms) * MS)).notes

    assert [note.says.key for note in notes if note.says.key == "note.tie"] == ties


@pytest.mark.parametrize(
    ("pressed_ms", "ruling"), [(960, None), (959.999, "W16"), (1000, None)], ids="W16 pressed at {}".format
)
def test_a_press_that_is_older_than_the_card_on_top_is_for_the_card_before(pressed_ms, ruling):
    state = after(table(), lay("A", "m1", t=1000 * MS))

    assert rule(state, move("toss", "C", t=round(pressed_ms * MS))) == ruling


# --- tasks ---


def test_w40_a_dare_is_told_aloud():
    state = after(table(), lay("A", "mP3"))

    note, honour = GAME.play(state, move("dare", "B", task="T4")).notes
    assert (honour.rule, honour.says.key) == ("AW-44", "note.on_honour")

    assert (note.rule, note.importance) == ("W40", Importance.ANNOUNCE)


@pytest.mark.parametrize(
    ("ms", "shown"),
    [(21_009, "21.00"), (20_950, "20.95"), (5, "0.00"), (7_080, "7.08"), (63_999, "63.99")],
    ids="W-T9 {}".format,
)
def test_aw40_the_watch_shows_hundredths_cut_off(ms, shown):
    state = after(dared("T9"), move("begin", "B", t=0))

    notes = GAME.play(state, move("end", "B", t=ms * MS)).notes

    assert notes[0].says.args["time"] == shown


@cases(
    "kept, cards, drawn",
    {
        "W-T3 as many as the number says": (False, ["mSK", "y3"], 3),
        "AW-17 two of them are the turned ones": (True, ["mSK", "y3"], 3),
        "AW-17 one of eight is the turned one": (True, ["c8"], 8),
        "AW-17 a nought keeps nothing": (True, ["m0"], 0),
    },
)
def test_aw17_turned_cards_are_drawn_or_kept(kept, cards, drawn):
    before = dared("T3", options={"flip_cards_kept": kept})
    state = after(before, move("turned", "B", cards=cards))

    assert drew(state) == drawn
    held = [card for card in state.players["B"].hand if card != "?"]
    assert sorted(held) == (sorted(cards[:drawn]) if kept else [])
    assert sum(len(p.hand) for p in state.players.values()) + state.draw + len(state.discard) == 138


@pytest.mark.parametrize(("done", "opponent"), [(0, "A"), (1, "B")], ids=["AW-15 first", "AW-15 second"])
def test_aw15_each_card_of_a_pile_is_done_against_its_own_owner(done, opponent):
    state = after(table(seats=("A", "B", "C", "D")), lay("A", "mP3"), lay("B", "cP3"))
    state = GAME.read_position({**GAME.write_position(state), "tried": ["T6"] * done})
    assert state.attack.target == "C"

    state = after(state, move("dare", "C", task="T4"))

    assert state.trying.opponent == opponent


# --- hits ---


@cases(
    "draw, got, short",
    {
        "W40 enough": (10, 5, None),
        "W40 just enough": (5, 5, None),
        "AW-23 two are missing": (3, 3, 2),
        "AW-23 none is left": (0, 0, 5),
    },
)
def test_aw23_how_many_cards_were_missing(draw, got, short):
    state = after(table(draw=draw), lay("A", "mP5"))
    state = GAME.read_position({**GAME.write_position(state), "discard": ["mP5"]})

    notes = {note.says.key: note for note in GAME.play(state, move("accept", "B")).notes}

    assert notes["note.draws"].says.args["n"] == got
    assert notes["note.draws"].importance is (Importance.ANNOUNCE if got else Importance.TELL)
    assert ("note.pile_short" in notes) is (short is not None)
    assert short is None or notes["note.pile_short"].says.args["n"] == short


def test_w25_every_hit_is_counted():
    state = after(table(), lay("A", "mP3"), move("accept", "B"))
    assert state.hits == {"B": 1}

    everybody = after(table(), lay("A", "mM20"), lay("C", "NM"))
    assert everybody.hits == {"A": 1, "B": 1}
    again = GAME.read_position({**GAME.write_position(table()), "hits": {"B": 3}})
    assert after(again, lay("A", "mP3"), move("accept", "B")).hits == {"B": 4}


def test_w41_whoever_is_back_has_been_away_for_nothing():
    state = after(table(), lay("A", "mAFK"), move("accept", "B", t=5 * MS))
    assert (state.players["B"].away, state.players["B"].away_since) == (1, 5 * MS)

    state = after(state, move("back", "B"))

    assert (state.players["B"].away, state.players["B"].away_since) == (0, 0)
    assert rule(state, move("back", "B")) == "W41"


# --- hands that are shown ---


@pytest.mark.parametrize(("cards", "passed"), [(["m5"], 0), (["NM", "m5"], 1), (["NM", "DG", "m5"], 2)])
def test_aw34_what_was_passed_over_is_told(cards, passed):
    state = GAME.start(("A", "B", "C"), GAME.options())
    state = after(state, *(move("ready", seat) for seat in "ABC"))

    notes = [n for n in GAME.play(state, move("flip", "A", cards=cards)).notes if n.rule == "AW-34"]

    assert [note.says.args["n"] for note in notes] == ([passed] if passed else [])


# --- what is said aloud, and what is only shown ---

LOUD, QUIET = Importance.ANNOUNCE, Importance.TELL


@cases(
    "start, one, key, importance",
    {
        "W34 the other way round": ((), lay("A", "mCD"), "note.counter_clockwise", LOUD),
        "W34 and back": ((lay("A", "mCD"),), lay("C", "mCD"), "note.clockwise", LOUD),
        "W14 two leave it": ((), lay("A", "mCD", "mCD"), "note.same_direction", QUIET),
        "W21 a hit": ((), lay("A", "mP3"), "note.hits.P3", LOUD),
        "W11 a drawn card": ((), move("touch", "A"), "note.drew", QUIET),
        "W29 seats": ((lay("A", "m0"),), move("seats", "A", partner="C"), "note.seats", LOUD),
        "W36 half a hand": ((lay("A", "mHH"),), move("half", "A"), "note.half", QUIET),
        "W37 hands": ((lay("A", "mCE"),), move("exchange", "A", partner="B"), "note.exchange", LOUD),
        "W15 a toss-in": ((), lay("C", "m5"), "note.tossed", LOUD),
        "W41 away": ((lay("A", "mAFK"),), move("accept", "B"), "note.leaves", LOUD),
        "W49 doubled": ((lay("A", "mP3"),), lay("C", "DBL"), "note.doubled", LOUD),
        "W47 not me": ((lay("A", "mP3"),), lay("C", "NM"), "note.not_me", LOUD),
        "W38 skipped": ((lay("A", "mSK"),), move("accept", "B"), "note.skipped", QUIET),
        "W40 done": (
            (lay("A", "mP3"), move("dare", "B", task="T4")),
            move("judged", "", result="ok"),
            "note.task_done",
            LOUD,
        ),
        "W40 failed": (
            (lay("A", "mP3"), move("dare", "B", task="T4")),
            move("judged", "", result="fail"),
            "note.task_failed",
            LOUD,
        ),
    },
)
def test_what_is_said_aloud(start, one, key, importance):
    state = after(table(options={"deck": "unknown"}), *start)
    assert rule(state, one) is None

    notes = {note.says.key: note.importance for note in GAME.play(state, one).notes}

    assert notes.get(key) is importance


def test_w30_the_end_of_a_round_is_said_aloud():
    state = table(players={"A": {"hand": ["m1"]}})

    notes = {n.says.key: n.importance for n in GAME.play(state, lay("A", "m1")).notes}

    assert notes["note.round_over"] is LOUD


@cases(
    "options, minus, phase",
    {
        "AW-32 the limit in the round": ({"mid_round_end": True, "limit": 100}, 80, "score"),
        "AW-32 one point below it": ({"mid_round_end": True, "limit": 100}, 79, "turn"),
        "AW-32 only where a house wants": ({"mid_round_end": False, "limit": 100}, 80, "turn"),
        "AW-32 no limit is played": ({"mid_round_end": True, "limit": 100, "until": "rounds"}, 80, "turn"),
    },
)
def test_aw32_minus_20_can_end_the_round_at_once(options, minus, phase):
    state = after(table(options=options, players={"B": {"minus": minus}}), lay("A", "mM20"))

    assert after(state, move("accept", "B")).phase == phase


# --- who is unlucky (W46) ---


def voting(*shown, seats=("A", "B", "C", "D")):
    """Everybody shows a hand against A's card; *shown* have done so."""
    state = after(table(seats=seats), lay("A", "mP3"), lay("B", "UNL"))
    return after(state, *(move("vote", seat, show=show) for seat, show in shown))


@cases(
    "shown, key, still",
    {
        "W46 two and two show again": ("up up down down", "note.vote_again", "ABCD"),
        "W46 all the same show again": ("up up up up", "note.vote_again", "ABCD"),
    },
)
def test_w46_who_goes_on_is_told(shown, key, still):
    *first, last = zip("ABCD", shown.split(), strict=True)
    state = voting(*first)

    step = GAME.play(state, move("vote", last[0], show=last[1]))

    assert [note.says.key for note in step.notes] == [key]
    assert step.state.voting.still == tuple(still)
    assert step.notes[0].says.args["seats"] == list(still)


def test_w46_the_minority_goes_on_and_a_single_one_is_hit():
    five = ("A", "B", "C", "D", "E")
    state = voting(("A", "up"), ("B", "up"), ("C", "down"), ("D", "up"), seats=five)

    two = GAME.play(state, move("vote", "E", show="down"))
    one = GAME.play(state, move("vote", "E", show="up"))

    assert ([n.says.key for n in two.notes], two.state.voting.still) == (["note.vote_on"], ("C", "E"))
    assert one.notes[0].says.key == "note.unlucky"
    assert one.state.attack.target == "C"


# --- swaps (W35) ---


@cases(
    "active, copies, colours",
    {
        "W35 on in the other colour": (("m",), 1, ("g",)),
        "W35 the other way round": (("g",), 1, ("m",)),
        "AW-22 a pair leads back": (("m",), 2, ("m",)),
        "W35 on neither: both": (("c",), 1, ("g", "m")),
        "W35 on both: both": (("m", "g"), 1, ("g", "m")),
    },
)
def test_which_colour_a_swap_leads_to(active, copies, colours):
    assert tuple(sorted(deck.swapped_colour("CSmg", active, copies))) == tuple(sorted(colours))


def test_a_swap_is_written_with_its_colours_in_order():
    assert deck.tidy("CSgm") == "CSmg"
    assert deck.tidy("CSmg") == "CSmg"
    assert deck.tidy("m7") == "m7"
    assert set(deck.swaps()) == {"CSmc", "CSmy", "CSmg", "CScy", "CScg", "CSyg"}


@cases(
    "one, other, loser",
    {
        "W46 equal signs are shown again": ("R", "R", ""),
        "W46 rock beats scissors": ("R", "S", "B"),
        "W46 the other way round": ("S", "R", "A"),
        "W46 paper beats rock": ("P", "R", "B"),
        "W46 scissors beat paper": ("S", "P", "B"),
    },
)
def test_w46_two_play_rock_paper_scissors(one, other, loser):
    count = unlucky.count_signs({"A": one, "B": other})

    assert (count.loser, count.again, count.still) == (loser, not loser, ("A", "B"))
