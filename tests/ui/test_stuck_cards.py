"""Two cards stick together and are laid as one: nobody sees it; it is noticed once something is counted."""

from random import Random

import pytest
from msgspec.structs import replace

from companion.asks import Fact, Kind, Source
from companion.clock import HandClock
from companion.games import find_game
from companion.journal import Journal
from companion.lab.family import family_class
from companion.rulings import Verdict
from companion.seats import seats_named
from companion.table import Table
from companion.words import game_words, languages
from ui.lab.compared import ComparedEvening, PlainSenses
from ui.screen.pages.agreement import changed, leaves, top_part

NAMES = ("Ada", "Ben", "Cem")
AT_MOST = 200  # happenings until it must have been noticed


class StuckOnce(PlainSenses):
    """Of the first cards that somebody lays together the upper one hides the others."""

    laid = None

    def perceive(self, happening, asks):
        for fact in super().perceive(happening, asks):
            yield fact if self.laid is not None else self._seen(fact)

    def _seen(self, fact):
        cards = fact.value.get("cards", ()) if fact.kind is Kind.CARD else ()
        if len(cards) < 2 or not fact.value["place"].startswith("discard"):
            return fact
        self.laid = list(cards)
        return replace(fact, value={**fact.value, "cards": cards[-1:]}, source=Source.CAMERA)


def noticed(name, seed):
    """The table, and what was refused first after cards had stuck together."""
    game, clock, refused = find_game(name), HandClock(10**9), []
    table = Table.start(game, seats_named(NAMES, "en"), {}, Journal.open(":memory:", clock), clock)
    family = family_class(game)(game, NAMES, table.options, Random(seed), 0.0)
    senses = StuckOnce(clock)

    def told(one):
        if senses.laid is not None and one.ruling.verdict is Verdict.REFUSED:
            refused.append(one)

    evening = ComparedEvening(table, family, clock, senses, tell=told)
    for most in range(1, AT_MOST):
        evening.play(most)
        if refused:
            return table, refused[0]
    pytest.fail("nobody noticed")


def is_said(table, one):
    words = game_words(table.game)
    return all(len(words.say(one.ruling.why, language)) > 20 for language in languages())


def agree(table, seat, name, more):
    """The table agrees on another figure, which the page for it shows in words."""
    assert f"position.{name}" in game_words(table.game)
    (leaf,) = (leaf for leaf in leaves(table.state, NAMES) if (leaf.seat, leaf.name) == (seat, name))
    position = changed(table.game.write_position(table.state), leaf.path, leaf.value + more)
    assert table.override(top_part(position, leaf.path), "two cards stuck").verdict is Verdict.ACCEPTED


@pytest.mark.parametrize("seed", [4, 8, 9])
def test_in_abspecken_what_is_seen_does_not_fit_the_dice(seed):
    table, one = noticed("abspecken", seed)
    assert one.ruling.rule == "A16" and is_said(table, one)
    assert one.happening.value["cards"][-1] not in map(str, table.state.rolled.pips)


def test_in_abspecken_one_that_fitted_a_die_by_chance_is_noticed_when_the_cards_left_are_shown():
    table, one = noticed("abspecken", 32)
    assert (one.ruling.rule, one.ruling.why.key) == ("A32", "show_all") and is_said(table, one)

    seat, why = one.happening.seat, one.ruling.why.args
    agree(table, seat, "own", why["shown"] - why["n"])
    assert len(table.state.players[seat].hand) == why["shown"]
    again = Fact(Kind.CARD, one.happening.value, 10**12, Source.TOUCH, seat, one.happening.ask)
    assert table.hear(again).verdict is Verdict.ACCEPTED
    assert table.state.players[seat].own == tuple(one.happening.value["cards"])


def test_in_wobble_a_hand_is_too_small_at_the_end_of_the_round_and_the_table_sets_it_right():
    table, one = noticed("wobble", 1)
    seat, shown = one.happening.seat, one.happening.value["cards"]
    assert (one.ruling.rule, one.ruling.why.key) == ("W30", "refused.show_all") and is_said(table, one)
    assert (one.ruling.why.args["n"], one.ruling.why.args["shown"]) == (len(shown) + 1, len(shown))

    agree(table, seat, "hand", -1)
    minus = table.state.players[seat].minus
    again = Fact(Kind.CARD, one.happening.value, 10**12, Source.TOUCH, seat, one.happening.ask)
    assert table.hear(again).verdict is Verdict.ACCEPTED
    assert table.state.players[seat].minus > minus
