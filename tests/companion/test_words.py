"""From keys to sentences: names that are filled in, numbers that choose a word, lists, what is missing, and
languages: each is a folder, whole if it is offered, and a third one needs nothing but its folder.
"""

import re
from importlib import resources
from pathlib import Path

import pytest

from companion.asks import Say
from companion.games import find_game
from companion.lab.conformance.wording import language_gaps
from companion.rulebook import rulebook
from companion.words import (
    Words,
    catalogue,
    found_languages,
    game_words,
    language_after,
    languages,
    package_of,
    read_po,
    words_of,
)
from tests.companion.eleventh.pig import GAME as PIG
from tests.tables import cases

HOUSE = Path(str(resources.files("companion.words")))
OURS = {
    "en": """
msgid "and"
msgstr "and"
msgid "laid"
msgstr "{seat} lays {cards}."
msgid "dice"
msgid_plural "dice"
msgstr[0] "one die"
msgstr[1] "{n} dice"
msgid "colour.blue"
msgstr "blue"
msgid "only"
msgstr "English only"
""",
    "de": """
msgid "and"
msgstr "und"
msgid "laid"
msgstr "{seat} legt {cards}."
msgid "dice"
msgid_plural "dice"
msgstr[0] "ein Würfel"
msgstr[1] "{n} Würfel"
msgid "colour.blue"
msgstr "Blau"
""",
}
BLUE, TWO = Say("colour.blue"), Say("dice", {"n": 2})


@pytest.fixture
def words(tmp_path, languages_in):
    """Two languages of our own."""
    for code, text in OURS.items():
        (tmp_path / code).mkdir()
        (tmp_path / code / "json.po").write_text(text, "utf-8")
    languages_in(tmp_path)
    return Words(["json"])


@cases(
    "says, en, de",
    {
        "names": (Say("laid", {"seat": "Ada", "cards": 3}), "Ada lays 3.", "Ada legt 3."),
        "one is missing": (Say("laid", {"seat": "Ada"}), "Ada lays {cards}.", "Ada legt {cards}."),
        "one": (Say("dice", {"n": 1}), "one die", "ein Würfel"),
        "two": (TWO, "2 dice", "2 Würfel"),
        "none": (Say("dice", {"n": 0}), "0 dice", "0 Würfel"),
        "a sentence in it": (Say("laid", {"seat": "Ada", "cards": BLUE}), "Ada lays blue.", "Ada legt Blau."),
        "a sentence as it is written down": (
            Say("laid", {"seat": "Ada", "cards": {"key": "dice", "args": {"n": 2}}}),
            "Ada lays 2 dice.",
            "Ada legt 2 Würfel.",
        ),
        "a table that is no sentence": (
            Say("laid", {"seat": "Ada", "cards": {"n": 2}}),
            "Ada lays {'n': 2}.",
            "Ada legt {'n': 2}.",
        ),
        "an empty list": (Say("laid", {"seat": "Ada", "cards": []}), "Ada lays .", "Ada legt ."),
        "a list of one": (Say("laid", {"seat": "Ada", "cards": ["2"]}), "Ada lays 2.", "Ada legt 2."),
        "a list of two": (
            Say("laid", {"seat": "Ada", "cards": ["2", "5"]}),
            "Ada lays 2 and 5.",
            "Ada legt 2 und 5.",
        ),
        "a list of three, two of them sentences": (
            Say("laid", {"seat": "Ada", "cards": ("2", BLUE, TWO)}),
            "Ada lays 2, blue and 2 dice.",
            "Ada legt 2, Blau und 2 Würfel.",
        ),
        "a key, or else a word": (
            Say("laid", {"seat": "@colour.blue|x", "cards": "@colour.red|red"}),
            "blue lays red.",
            "Blau legt red.",
        ),
        "a key without a sentence and without a word": (
            Say("laid", {"seat": "@colour.red", "cards": "a@b"}),
            "colour.red lays a@b.",
            "colour.red legt a@b.",
        ),
        "a figure as it is written in the language, and no other point": (
            Say("laid", {"seat": "1.2", "cards": 0.4}),
            "1.2 lays 0.4.",
            "1.2 legt 0,4.",
        ),
        "no sentence at all": (Say("nowhere"), "nowhere", "nowhere"),
        "another language stands in": (Say("only"), "English only", "English only"),
    },
)
def test_what_is_said(words, says, en, de):
    assert (words.say(says, "en"), words.say(says, "de")) == (en, de)


def test_what_words_know_of_themselves(words):
    assert "laid" in words and "nowhere" not in words
    assert set(words) == {"and", "laid", "dice", "colour.blue", "only"}


def test_a_file_of_gettext_with_all_that_tools_write():
    read = read_po(
        'msgid ""\nmsgstr ""\n"Language: fr\\n"\n"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n\n'
        '#. a hint\n#: somewhere\nmsgid "long"\nmsgstr ""\n"a \\"word\\" "\n"goes on\\n"\n\n'
        '#, fuzzy\nmsgid "doubtful"\nmsgstr "x"\n\nmsgid "open"\nmsgstr ""\n\n'
        'msgid "n"\nmsgid_plural "n"\nmsgstr[0] "une"\nmsgstr[1] "des"\n\n#~ msgid "gone"\n#~ msgstr "y"\n'
    )

    assert read.sentences == {"long": ('a "word" goes on\n',), "n": ("une", "des")}
    assert [read.plural(n) for n in (0, 1, 2)] == [0, 0, 1]


NEVER_OF_NONE = {  # "Take the last card": nobody is asked for no card and no die
    "companion": {"bot.shows_hand"},
    "companion.games.abspecken": {"ask_show", "ask_count", "show_all"},
    "companion.games.abstrac": {"ask.take", "ask.done", "refused.pass", "refused.touched"},
    "companion.games.liars_dice": {"ask.show", "bot.shows_hand", "note.loses", "outcome.won"},
    "companion.games.squeeze_play": {"build_touch", "bonus_touch", "bonus_not_rolled"},
    "companion.games.wobble": {"ask.show", "refused.show_all"},
    "ui.screen": {"players.too_few"},
}


@pytest.mark.parametrize("language", languages())
def test_what_is_said_of_one_is_not_said_of_none(language):
    for file in (HOUSE / language).glob("*.po"):
        read = read_po(file.read_text(encoding="utf-8"))
        numbered = {key: forms for key, forms in read.sentences.items() if "{n}" in forms[-1]}
        of_one = {key for key, forms in numbered.items() if "{n}" not in forms[0]}
        of_both = of_one if read.plural(0) == read.plural(1) else set()
        assert of_both <= NEVER_OF_NONE.get(file.stem, set()), file.name


def test_french_counts_as_translators_tools_expect():
    said = words_of("companion.games.wobble")
    both = [said.say(Say("choice.away", {"n": n}), "fr") for n in (0, 1, 2)]

    assert both == ["mettre 0 carte de côté", "mettre 1 carte de côté", "mettre 2 cartes de côté"]


@pytest.mark.parametrize("broken", ['msgid "a', '"a"', 'msgid "a"\nmsgstr "b" c', "[a]\n"])
def test_what_is_no_file_of_gettext_is_refused_by_its_line(broken):
    with pytest.raises(ValueError, match=r"line \d is no part of a gettext file"):
        read_po(broken)


def test_a_game_speaks_its_own_words_over_those_of_all():
    game = find_game("sums")

    assert package_of(game) == "companion.games.sums"
    assert set(game_words(game)) >= set(words_of("companion")) > {"and"}
    assert "refused.no_funnel" in game_words(game) and "refused.no_funnel" not in words_of("companion")


# --- every language ---

FILES = sorted(file.name for file in (HOUSE / languages()[0]).glob("*.po"))


@pytest.mark.parametrize("code", languages())
def test_a_language_that_is_offered_is_whole(code):
    assert sorted(file.name for file in (HOUSE / code).glob("*.po")) == FILES


@pytest.mark.parametrize("file", FILES)
def test_all_languages_say_the_same_keys_fill_in_the_same_and_are_translated(file):
    package, rules, _ = file.removesuffix(".po").partition(".rules")
    base = catalogue(package, languages()[0], rules).sentences

    assert list(language_gaps(package, rules)) == []
    for code in (code for code in found_languages() if code != languages()[0]):
        text = (HOUSE / code / file).read_text("utf-8") if (HOUSE / code / file).is_file() else ""
        said = catalogue(package, code, rules).sentences
        assert len(re.findall('^msgid "', text, re.M)) == (len(said) + 1 if text else 0), "twice or empty"
        assert [key for key, forms in said.items() if len(forms[0]) > 40 and forms == base[key]] == []


@pytest.mark.parametrize("package", ["hardware.lab", "ui.lab.handbook", "tests.companion.small_game"])
def test_packages_with_words_of_their_own_say_the_same_in_each_language(package):
    assert list(language_gaps(package)) == []


def test_what_a_language_lacks_is_found(words):
    assert list(language_gaps("json")) == ["'only' is not said in de"]


# --- a third language ---

ACCENTS = str.maketrans("aceinouyAEIOU", "åçéíñöüýÅÉÍÖÜ")


def accented(sentence):
    parts = re.split(r"(\{[^}]*\})", sentence)
    return "".join(part if part.startswith("{") else part.translate(ACCENTS) for part in parts)


@pytest.fixture
def pseudo(tmp_path, languages_in):
    """A language that is English with accents, made from a folder: nothing else knows of it."""
    folder = tmp_path / "xx"
    folder.mkdir()
    (folder / "language.toml").write_text('name = "Åççéñts"\noffered = true\n')
    for file in (HOUSE / languages()[0]).glob("*.po"):
        text = re.sub(
            r'(?m)^(msgstr.*? ")(.+)"$', lambda m: f'{m[1]}{accented(m[2])}"', file.read_text("utf-8")
        )
        (folder / file.name).write_text(text, "utf-8")
    languages_in(tmp_path)
    return "xx"


def test_a_pseudo_language_is_spoken_by_game_screen_and_rules(pseudo):
    game = find_game("squeeze_play")

    assert languages()[-1] == pseudo and language_after(pseudo) == languages()[0]
    for words in (game_words(game), words_of("ui.screen"), words_of("hardware")):
        for key in words:
            assert words.say(Say(key), pseudo) == accented(words.say(Say(key), languages()[0])), key
    for rule in rulebook(game).values():
        assert rule.text(pseudo) == accented(rule.text(languages()[0]))
    assert not any(
        "xx" in gap for package in ("ui.screen", package_of(game)) for gap in language_gaps(package)
    )


def test_a_game_that_does_not_speak_the_language_speaks_its_own_and_says_so(pseudo, caplog):
    said = game_words(PIG).say(Say("not_your_turn", {"seat": "Ada"}), pseudo)

    assert said == "It is Ada's turn. Please wait a moment."
    assert game_words(PIG).say(Say("and"), pseudo) == "åñd"
    assert rulebook(PIG)["PG2"].text(pseudo).startswith("A one ends")
    assert "tests.companion.eleventh.pig says nothing in xx" in caplog.text


@pytest.mark.parametrize(
    ("ms", "told"), [(0.4, "0,4 ms"), (372, "372 ms"), (1_400, "1,4 s"), (63_836, "64 s")], ids=str
)
def test_a_long_gap_is_told_in_seconds(ms, told):
    says = Say("call.after", {"seat": "Ben", "ms": ms})
    assert words_of("companion").say(says, "de") == f"Ben: {told} danach."


@pytest.mark.parametrize(
    ("n", "told"), [(0, "Falsch, Ben."), (1, "Falsch, Ben. Das kostet einen Punkt.")], ids=str
)
def test_what_costs_nothing_is_not_said_to_cost_nought(n, told):
    says = Say("note.wrong", {"seats": ["Ben"], "n": n})
    assert words_of("companion.games.buzzer").say(says, "de") == told
