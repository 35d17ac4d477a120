"""The rules of each game as texts: what stands in its folder, what it shares, and what the table keeps."""

import importlib
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.games import all_games, find_game
from companion.lab.conformance.citing import rules_exist, source_of, texts_under, uncited
from companion.lab.conformance.playing import Effort
from companion.rulebook import Rule, RuleText, find_rule, own_rules, rulebook, switches, table_rules
from companion.words import game_words, languages
from tests.at_first import quick
from tests.companion.eleventh.pig import GAME as PIG
from tests.companion.pyramid.claims import CLAIMS as PYRAMID_CLAIMS
from tests.companion.rules_said import Claim, broken, numbers, unclaimed
from tests.tables import cases

TESTS = Path(__file__).parent
INVENTORIES = TESTS.parents[2] / "shared" / "rules"  # where the rules were first written down, if it is there
RULE = re.compile(r"^\W*((?!D\d\d)(?:[A-Z]+-)?[A-Z]+-?\d+)\b", re.MULTILINE)  # D01 to D10 are deals
PYRAMID = ("cui_bono", "dice_march", "forced_memory", "pack_rat", "squeeze_play", "sums")

SUMS, MARCH = find_game("sums"), find_game("dice_march")


def test_a_rule_in_both_languages():
    rule = rulebook(SUMS)["SU1"]

    assert rule.text("de").startswith("Wer als Erste") and rule.text("en") != rule.text("de")


def test_a_rule_is_told_as_it_is_tonight():
    goal = PIG.options(goal=30)

    assert "30" in rulebook(PIG, goal)["PG4"].text("de")
    assert "30" not in rulebook(PIG)["PG4"].text("de")
    assert find_rule(PIG, "PG4", goal).origin == "house" != find_rule(PIG, "PG4").origin


def test_a_label_tells_where_a_rule_comes_from_and_who_watches_over_it():
    words = game_words(PIG)

    assert rulebook(PIG)["PG4"].label(words, "en") == "as printed · checked"
    assert rulebook(PIG, PIG.options(goal=30))["PG4"].label(words, "de") == "Hausregel · geprüft"


def test_gaps_may_stand_in_what_fills_a_gap_and_a_switch_may_change_who_watches(tmp_path, languages_in):
    folder = tmp_path / "en"
    folder.mkdir()
    (folder / "some.game.rules.po").write_text(
        'msgid "X1.title"\nmsgstr "Up to {goal}"\nmsgid "X1"\nmsgstr "It ends {kind}.{open}"\n'
        'msgid "X1.kind=own"\nmsgstr "at {goal} of {names}"\n'
    )
    languages_in(tmp_path)

    class Some(PIG.options, frozen=True):
        kind: tuple[str, ...] = ("a",)
        names: tuple[str, ...] = ("T1", "T4")
        open: bool = True

    rule = Rule(handling="honour", handled={"open": {"on": "checked"}})
    told = RuleText("X1", "some.game", rule, Some(goal=30))

    assert (told.title("en"), told.text("en")) == ("Up to 30", "It ends at 30 of T1, T4.")
    assert told.handling == "checked" != replace(told, tonight=Some(open=False)).handling == "honour"


def _each_value(game):
    """The usual house rules, and each other value of each switch alone; of large numbers some."""
    usual = game.options()
    yield usual
    for switch in switches(game):
        for value in switch.choices or numbers(game, switch.name):
            yield replace(usual, **{switch.name: value})


@pytest.mark.parametrize("game", [*all_games().values(), PIG], ids=lambda game: game.about.name)
def test_every_rule_can_be_told_with_every_value_of_every_switch(game):
    for options in _each_value(game):
        for name, rule in rulebook(game, options).items():
            for code in languages():
                told = " ".join((rule.text(code), rule.title(code), rule.other(code)))
                assert "{" not in told and "None" not in told, (name, options, told)
                assert rule.text(code) and rule.title(code)


@pytest.mark.parametrize("game", (*all_games().values(), PIG))
def test_a_rule_says_something_else_with_each_value_of_each_of_its_switches(game):
    """And every switch is told by some rule."""
    told = {name: {} for switch in switches(game) for name in (switch.name,)}
    for name, rule in rulebook(game).items():
        for switch in (s for s in switches(game) if s.name in rule.options):
            values = switch.choices or (
                switch.default,
                switch.default + 1 if isinstance(switch.default, int) else "x",
            )
            texts = {
                rulebook(game, replace(game.options(), **{switch.name: v}))[name].text("en") for v in values
            }
            told[switch.name][name] = len(texts) == len(values)
    assert [(switch, rules) for switch, rules in told.items() if not rules or not all(rules.values())] == []


@pytest.mark.parametrize("name", all_games())
def test_a_reading_of_ours_names_the_other_one(name):
    """By a switch, or in words."""
    read = {rule: text for rule, text in own_rules(find_game(name)).items() if text.origin == "read"}

    assert [rule for rule, text in read.items() if not (text.options or text.other("en"))] == []


MANY_CLAIMS = ("wobble", "cui_bono", "squeeze_play")
FEW_CLAIMS = [name for name in (*all_games(), "pig") if name not in MANY_CLAIMS]


@pytest.mark.parametrize("name", quick([*FEW_CLAIMS, *MANY_CLAIMS], len(FEW_CLAIMS)))
def test_the_rules_say_what_the_referee_does(name):
    game = PIG if name == "pig" else find_game(name)
    folder = "eleventh" if name == "pig" else name
    claims = PYRAMID_CLAIMS.get(name) or importlib.import_module(f"tests.companion.{folder}.claims").CLAIMS

    assert list(unclaimed(game, claims)) == []
    assert list(broken(game, claims)) == []


def test_a_false_claim_is_found():
    claim = Claim("goal", 30, ["PG4"], "30 points", "40 Punkte", lambda options: options.goal == 31)
    other = Claim("goal", 31, ["PG4"], "31", "31", None)

    assert len(list(broken(PIG, [claim, other]))) == 3
    assert f"goal={PIG.options().goal}" in unclaimed(PIG, []) and "goal=11" in unclaimed(PIG, [])


def test_shared_rules_come_after_the_own_ones():
    own, together = own_rules(MARCH), rulebook(MARCH)
    shared = list(together)[len(own) :]

    assert list(together)[: len(own)] == list(own)
    assert "DM1" in own
    assert "G13" in shared
    assert not set(shared) & set(own)


def test_games_that_share_nothing_have_their_own_rules_only():
    assert rulebook(find_game("abstrac")) == own_rules(find_game("abstrac"))


@pytest.mark.parametrize("name", PYRAMID)
@pytest.mark.parametrize("rule", ("G1", "G2", "G16"))
def test_every_pyramid_game_shows_the_rules_of_the_pyramid(name, rule):
    assert find_rule(find_game(name), rule) is not None


@pytest.mark.parametrize("game", all_games().values(), ids=list(all_games()))
def test_every_rule_that_a_refusal_can_cite_has_a_sentence(game):
    assert list(rules_exist(game, Effort(games=0))) == []


def test_a_refusal_that_cites_a_rule_nobody_has_written_is_found(monkeypatch):
    monkeypatch.setattr("companion.lab.conformance.citing.find_rule", lambda game, rule: None)

    assert any("G16" in said for said in rules_exist(SUMS, Effort(games=0)))


@cases(
    "rule, text",
    {
        "of the game": ("DM1", rulebook(MARCH)["DM1"]),
        "shared": ("G13", rulebook(MARCH)["G13"]),
        "of the table": ("T4", table_rules()["T4"]),
        "of another game": ("SU1", None),
        "none": ("", None),
    },
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

    assert len(listed) > 20 and listed <= known
    assert list(uncited(sorted(known), code + shared)) == []
    assert list(uncited(sorted(known), texts_under(TESTS))) == []
