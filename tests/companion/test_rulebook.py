"""The rules of each game as texts: what stands in its folder, what it shares, and what the table keeps."""

import re
from pathlib import Path

import pytest

from companion.conformance.citing import source_of, texts_under, uncited
from companion.games import all_games, find_game
from companion.rulebook import find_rule, own_rules, rulebook, table_rules

TESTS = Path(__file__).parent
INVENTORIES = TESTS.parents[2] / "shared" / "rules"  # where the rules were first written down, if it is there
RULE = re.compile(r"^\W*((?!D\d\d)(?:[A-Z]+-)?[A-Z]+-?\d+)\b", re.MULTILINE)  # D01 to D10 are deals
PYRAMID = ("cui_bono", "dice_march", "forced_memory", "pack_rat", "squeeze_play", "sums")

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


@pytest.mark.skipif(not INVENTORIES.is_dir(), reason="the inventories of rules are not there")
@pytest.mark.parametrize("name", ("abi94", "abspecken", "abstrac", "pyramid", "wobble"))
def test_every_rule_of_the_inventories_is_in_a_rulebook_in_code_and_in_a_test(name):
    games = [all_games()[game] for game in (PYRAMID if name == "pyramid" else (name,))]
    found = RULE.findall((INVENTORIES / f"{name}.md").read_text("utf-8"))
    listed = {f"W-{rule}" if name == "wobble" and rule[0] == "T" else rule for rule in found}
    known = {rule for game in games for rule in rulebook(game)}
    code = [text for game in games for text in source_of(game)]
    shared = [file.read_text("utf-8") for file in (TESTS.parents[1] / "companion" / "pyramid").glob("*.py")]

    assert len(listed) > 20 and listed == known
    assert list(uncited(sorted(listed), code + shared)) == []
    assert list(uncited(sorted(listed), texts_under(TESTS))) == []
