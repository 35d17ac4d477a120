"""From keys to sentences: names that are filled in, numbers that choose a word, lists, what is missing."""

import pytest

from companion.asks import Say
from companion.games import find_game
from companion.words import LANGUAGES, Words, game_words, package_of, read_words, words_of

OURS = {
    "and": {"en": "and", "de": "und"},
    "laid": {"en": "{seat} lays {cards}.", "de": "{seat} legt {cards}."},
    "dice": {
        "en": {"one": "one die", "other": "{n} dice"},
        "de": {"one": "ein Würfel", "other": "{n} Würfel"},
    },
    "colour.blue": {"en": "blue", "de": "Blau"},
    "only": {"en": "English only"},
}
WORDS = Words(OURS)
BLUE, TWO = Say("colour.blue"), Say("dice", {"n": 2})


@pytest.mark.parametrize(
    ("says", "en", "de"),
    [
        pytest.param(Say("laid", {"seat": "Ada", "cards": 3}), "Ada lays 3.", "Ada legt 3.", id="names"),
        pytest.param(
            Say("laid", {"seat": "Ada"}), "Ada lays {cards}.", "Ada legt {cards}.", id="one is missing"
        ),
        pytest.param(Say("dice", {"n": 1}), "one die", "ein Würfel", id="one"),
        pytest.param(TWO, "2 dice", "2 Würfel", id="two"),
        pytest.param(Say("dice", {"n": 0}), "0 dice", "0 Würfel", id="none"),
        pytest.param(
            Say("laid", {"seat": "Ada", "cards": BLUE}),
            "Ada lays blue.",
            "Ada legt Blau.",
            id="a sentence in it",
        ),
        pytest.param(
            Say("laid", {"seat": "Ada", "cards": {"key": "dice", "args": {"n": 2}}}),
            "Ada lays 2 dice.",
            "Ada legt 2 Würfel.",
            id="a sentence as it is written down",
        ),
        pytest.param(
            Say("laid", {"seat": "Ada", "cards": {"n": 2}}),
            "Ada lays {'n': 2}.",
            "Ada legt {'n': 2}.",
            id="a table that is no sentence",
        ),
        pytest.param(
            Say("laid", {"seat": "Ada", "cards": []}), "Ada lays .", "Ada legt .", id="an empty list"
        ),
        pytest.param(
            Say("laid", {"seat": "Ada", "cards": ["2"]}), "Ada lays 2.", "Ada legt 2.", id="a list of one"
        ),
        pytest.param(
            Say("laid", {"seat": "Ada", "cards": ["2", "5"]}),
            "Ada lays 2 and 5.",
            "Ada legt 2 und 5.",
            id="two",
        ),
        pytest.param(
            Say("laid", {"seat": "Ada", "cards": ("2", BLUE, TWO)}),
            "Ada lays 2, blue and 2 dice.",
            "Ada legt 2, Blau und 2 Würfel.",
            id="three, two of them sentences",
        ),
        pytest.param(
            Say("laid", {"seat": "@colour.blue|x", "cards": "@colour.red|red"}),
            "blue lays red.",
            "Blau legt red.",
            id="a key, or else a word",
        ),
        pytest.param(
            Say("laid", {"seat": "@colour.red", "cards": "a@b"}),
            "colour.red lays a@b.",
            "colour.red legt a@b.",
            id="a key without a sentence and without a word",
        ),
        pytest.param(Say("nowhere"), "nowhere", "nowhere", id="no sentence at all"),
        pytest.param(Say("only"), "English only", "only", id="none in one language"),
    ],
)
def test_what_is_said(says, en, de):
    assert (WORDS.say(says, "en"), WORDS.say(says, "de")) == (en, de)


def test_what_words_know_of_themselves():
    assert "laid" in WORDS and "nowhere" not in WORDS
    assert set(WORDS.keys()) == OURS.keys()
    assert (WORDS.languages("laid"), WORDS.languages("only"), WORDS.languages("nowhere")) == (
        LANGUAGES,
        ("en",),
        (),
    )


def test_a_words_file_has_tables_in_tables_and_sentences_of_others(tmp_path):
    file = tmp_path / "words.toml"
    file.write_text(
        'shares = ["companion.pyramid"]\n[a]\nen = "A"\nde = "A"\n[a.b]\nen = "B"\nde = "B"\n'
        '[c.one]\nen.one = "one"\nen.other = "{n}"\n[cell]\nen = "ours"\n'
    )
    words = read_words(file)

    assert (words["a"], words["a.b"]) == ({"en": "A", "de": "A"}, {"en": "B", "de": "B"})
    assert words["c.one"] == {"en": {"one": "one", "other": "{n}"}}
    assert words["cell"] == {"en": "ours"}  # the own sentence, where a shared one has the same key
    assert "shares" not in words and "c" not in words
    assert words.keys() > {"a", "a.b", "c.one"}


def test_a_game_speaks_the_words_of_its_folder_over_those_of_all():
    game = find_game("sums")

    assert package_of(game) == "companion.games.sums"
    assert game_words(game).keys() >= words_of("companion").keys() > {"and"}
    assert "refused.no_funnel" in game_words(game) and "refused.no_funnel" not in words_of("companion")
