"""The rules of each game as texts: what stands in its folder, what it shares, and what the table keeps."""

import pytest

from companion.games import find_game
from companion.rulebook import find_rule, own_rules, rulebook, table_rules

SUMS, MARCH = find_game("sums"), find_game("dice_march")


def test_a_rule_in_both_languages():
    rule = rulebook(SUMS)["SU1"]

    assert rule.text("de") == rule.de != rule.en == rule.text("en")
    assert rule.de.startswith("Wer als Erste")


def test_shared_rules_come_after_the_own_ones():
    own, together = own_rules(MARCH), rulebook(MARCH)
    shared = list(together)[len(own) :]

    assert list(together)[: len(own)] == list(own)
    assert "DM1" in own
    assert "G13" in shared
    assert not set(shared) & set(own)


def test_games_that_share_nothing_have_their_own_rules_only():
    assert rulebook(SUMS) == own_rules(SUMS)


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        pytest.param("DM1", rulebook(MARCH)["DM1"], id="of the game"),
        pytest.param("G13", rulebook(MARCH)["G13"], id="shared"),
        pytest.param("T4", table_rules()["T4"], id="of the table"),
        pytest.param("SU1", None, id="of another game"),
        pytest.param("", None, id="none"),
    ],
)
def test_where_a_rule_is_found(rule, text):
    assert find_rule(MARCH, rule) == text
