"""One pile of all in the long place, and cards shown beside it: what is seen there belongs to one of them."""

import pytest
from msgspec.structs import replace

from companion.asks import Ask, Kind, Say
from companion.games import find_game
from companion.rulings import Ruling, Verdict
from companion.sightings import CardSeen, Seen, Sighting
from companion.words import game_words, languages
from tests.tables import cases
from tests.vision.reports import looking
from vision.mat import COMMON_PILE, mat_for
from vision.report.report import PAUSE
from vision.scene.common_pile import CommonPile
from vision.scene.events import Laid

LAY = Ask("lay", Kind.CARD, ("Ada", "Ben"), Say("lay"), "W9", deck="wobble", place=COMMON_PILE, cards=(1, 2))
SHOW = Ask("show", Kind.CARD, ("Ada",), Say("show"), "W33", deck="wobble", place="hand:Ada", cards=(2, 2))
REDRAW = replace(SHOW, id="redraw", optional=True, spoken=False)
ACCEPTED = Ruling(Verdict.ACCEPTED)
PILE, BESIDE, FAR = 100.0, 260.0, 400.0


def card(name, x=PILE, **more):
    corners = ((x, 0.0), (x + 100, 0.0), (x + 100, 155.0), (x, 155.0))
    return CardSeen("wobble", name, corners, 0.99, "scan", **more)


def told_apart(pile, *events):
    """(place, cards) of what is told of the one place, and the kind of event."""
    _, told = pile.apart(Sighting(0, Seen.WAITING), events)
    kinds = ["moved" if event.moved else Laid if event.cards else "taken" for event in told]
    return [
        (kind, event.place, [c.name for c in event.cards]) for kind, event in zip(kinds, told, strict=True)
    ]


def pile_with(*names, shown=False):
    pile = CommonPile()
    pile.expect((LAY,))
    for name in names:
        told_apart(pile, Laid(0, "scan", (card(name),)))
    if shown:
        pile.expect((SHOW,))
    return pile


def test_games_without_such_a_pile_hear_of_the_place_as_it_is():
    pile = CommonPile()
    pile.expect((SHOW,))
    assert told_apart(pile, Laid(0, "scan", (card("g4"),))) == [(Laid, "scan", ["g4"])]


@cases(
    "event, told",
    {
        "one more": (Laid(1, "scan", (card("m7", 106.0),)), [(Laid, COMMON_PILE, ["m7"])]),
        "pushed": (Laid(1, "scan", (card("g4", 106.0),), moved=True), [("moved", COMMON_PILE, ["g4"])]),
        "picked up": (Laid(1, "scan"), [("taken", COMMON_PILE, [])]),
        "one beside it": (Laid(1, "scan", (card("g4"), card("m7", BESIDE))), [(Laid, "scan", ["m7"])]),
        "both seen": (Laid(1, "scan", (card("g4"), card("m7", 106.0))), [(Laid, COMMON_PILE, ["m7"])]),
        "one on it and one beside it": (
            Laid(1, "scan", (card("m7", 106.0), card("c2", BESIDE))),
            [(Laid, COMMON_PILE, ["m7"]), (Laid, "scan", ["c2"])],
        ),
    },
)
def test_what_lies_where_the_pile_lies_is_on_it(event, told):
    assert told_apart(pile_with("g4"), event) == told


def test_while_somebody_shows_cards_only_the_card_that_lay_there_is_the_pile():
    pile = pile_with("g4", shown=True)
    hand = (card("g4"), card("m7", 150.0), card("c2", BESIDE))
    assert told_apart(pile, Laid(1, "scan", hand)) == [(Laid, "scan", ["m7", "c2"])]

    covered = (card("m7", 110.0), card("c2", BESIDE))
    assert told_apart(pile, Laid(2, "scan", covered)) == [(Laid, "scan", ["m7", "c2"])]
    assert told_apart(pile, Laid(3, "scan", (card("g4"),))) == [("taken", "scan", [])]


def test_a_card_taken_back_unseen_leaves_the_one_that_counts_on_the_pile():
    pile = pile_with("g4", "m7", shown=True)
    hand = (card("g4"), card("c2", BESIDE))
    pile.know(("g2", "g4"))
    assert told_apart(pile, Laid(1, "scan", hand)) == [(Laid, COMMON_PILE, ["g4"]), (Laid, "scan", ["c2"])]


@pytest.mark.parametrize("shown", [True, False], ids=["while somebody shows cards", "while nobody is asked"])
def test_what_peeps_out_below_the_top_is_on_the_pile_and_is_never_its_top(shown):
    pile = pile_with("g4", "m7", shown=shown)
    peeping = (card("g4", 106.0, in_row=1), card("m7", in_row=2))
    hand = (card("c2", BESIDE), card("c9", FAR))

    assert told_apart(pile, Laid(1, "scan", peeping)) == []
    pile.expect((SHOW,))
    assert told_apart(pile, Laid(2, "scan", (*peeping, *hand))) == [(Laid, "scan", ["c2", "c9"])]
    on_it = card("y1", 115.0, in_row=3)
    assert told_apart(pile, Laid(3, "scan", (*peeping, on_it))) == [(Laid, "scan", ["y1"])], (
        "shown, however near"
    )


def test_the_next_pile_may_lie_elsewhere():
    pile = pile_with("g4")
    told_apart(pile, Laid(1, "scan"))
    assert told_apart(pile, Laid(2, "scan", (card("m7", FAR),))) == [(Laid, COMMON_PILE, ["m7"])]


# --- what follows ---


def see(lookout, t, *events):
    return lookout.see(Sighting(t, Seen.WAITING), [replace(event, t=t) for event in events])


def laid(lookout, name, t, x=PILE):
    return [*see(lookout, t, Laid(0, "scan", (card(name, x),))), *see(lookout, t + PAUSE)]


def test_a_card_on_the_pile_is_for_whoever_lays_and_two_beside_are_a_hand():
    lookout = looking()
    lookout.expect((LAY, REDRAW))
    (fact,) = laid(lookout, "g4", 0)
    assert (fact.ask, fact.seat, fact.value) == ("lay", "", {"place": COMMON_PILE, "cards": ["g4"]})

    lookout.ruled(fact, ACCEPTED)
    hand = Laid(0, "scan", (card("g4"), card("m7", BESIDE), card("c2", FAR)))
    (fact,) = [*see(lookout, 9 * PAUSE, hand), *see(lookout, 10 * PAUSE)]
    assert (fact.ask, fact.value["cards"]) == ("redraw", ["m7", "c2"])


def test_the_same_card_once_more_is_a_question_and_is_not_passed_over():
    lookout = looking()
    lookout.expect((LAY,))
    (fact,) = laid(lookout, "g4", 0)
    lookout.ruled(fact, ACCEPTED)
    lookout.expect((replace(LAY, lies=("g4",)),))
    twin = Laid(0, "scan", (card("g4", 107.0),), moved=True)
    (fact,) = [*see(lookout, 9 * PAUSE, twin), *see(lookout, 11 * PAUSE)]

    assert fact.value["cards"] == ["g4"] and fact.sure < 0.5


def test_only_the_long_place_is_looked_at_where_nothing_else_is_used():
    lookout = looking()
    lookout.expect((LAY, REDRAW))
    wanted = lookout.wanted(mat_for(("Ada", "Ben")))
    assert (wanted.cards, wanted.places, wanted.rows, wanted.deck) == (True, ("scan",), False, "wobble")


def test_what_lies_there_is_watched_though_nobody_is_to_lay():
    lookout = looking()
    lookout.expect((LAY,))
    (fact,) = laid(lookout, "g4", 0)
    lookout.ruled(fact, ACCEPTED)
    lookout.expect(())
    wanted = lookout.wanted(mat_for(("Ada", "Ben")))
    assert (wanted.cards, wanted.deck) == (True, "wobble")

    lookout.forget()
    assert lookout.wanted(mat_for(("Ada", "Ben"))).cards, "once: what comes to lie there after it is new"
    lookout.see(Sighting(10 * PAUSE, Seen.WAITING, ms={"cards": 1.0}), ())
    assert not lookout.wanted(mat_for(("Ada", "Ben"))).cards


def test_a_card_that_goes_under_the_pile_brings_nothing_new_to_light():
    lookout = looking()
    lookout.expect((LAY,), piles={COMMON_PILE: ("g4",)})
    (fact,) = laid(lookout, "DG", 0)
    lookout.ruled(fact, ACCEPTED)
    lookout.expect((LAY,), piles={COMMON_PILE: ("DG", "g4")})

    assert laid(lookout, "g4", 5 * PAUSE) == []
    (fact,) = laid(lookout, "m4", 9 * PAUSE)
    assert fact.value["cards"] == ["m4"]


def test_a_card_that_was_exchanged_on_the_pile_of_all_is_told_and_is_no_move():
    lookout = looking()
    lookout.expect((), piles={COMMON_PILE: ("g4",)})
    lookout.expect((LAY,))
    lookout.expect(())
    assert laid(lookout, "m20", 5 * PAUSE) == []

    found, words = lookout.discrepancy, game_words(find_game("wobble"))
    assert found.things == (("wobble", "g4"),) and lookout.trouble.key == "amiss.pile"
    for language in languages():
        sentence = words.say(lookout.trouble, language)
        assert "m20" in sentence and "{" not in sentence
    laid(lookout, "g4", 9 * PAUSE)
    assert lookout.trouble is None
