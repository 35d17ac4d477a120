"""Every sub-command with good and with bad input: exit codes, one sentence with a next step, no traceback."""

import argparse
import ast
import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.words import catalogue
from tests.tables import cases
from ui.command import FOR_DEVELOPERS, PLACES, main, parser, speech
from ui.settings import settings_in_force

GOOD = {
    "version": (["version"], "companion"),
    "version as JSON": (["version", "--json"], '"python"'),
    "config": (["config"], "table.language"),
    "decks": (["decks"], "abspecken"),
    "list of games": (["rules"], "abspecken"),
    "one rule": (["rules", "abspecken", "a17", "--lang", "en"], "A17"),
    "always two people": (["rules", "--lang", "en"], "Abstrac, 2 people, from"),
    "how many, in German": (["rules", "--lang", "de"], "ABspecken, 2 bis 5 Personen, ab 8"),
    "a label in German": (["rules", "abi94", "AB3", "--lang", "de"], "wie gedruckt · geprüft"),
    "as it is tonight": (["rules", "abi94", "AB3", "--option", "pass_count=3", "--lang", "en"], "house rule"),
    "a rule of the table": (["rules", "table", "T3", "--lang", "en"], "T3"),
    "house rules": (["rules", "abspecken", "--options"], "limit"),
    "notation": (["rules", "abspecken", "--notation"], "{"),
    "demo": (["demo", "dice_march", "--headless", "--no-frames", "--quiet"], "agree"),
}

USAGE = {
    "unknown game": (["rules", "abspekken"], "Did you mean abspecken?"),
    "nearly the table": (["rules", "tabel"], "Did you mean table?"),
    "unknown rule": (["rules", "abspecken", "Z9"], "no rule Z9"),
    "unknown rule of the table": (["rules", "table", "Z9"], "no rule Z9"),
    "demo of an unknown game": (["demo", "chess", "--headless"], "companion rules lists them"),
    "too many cheats": (["demo", "--headless", "--cheats", "2"], "share from 0 to 1"),
    "meddles too seldom": (["demo", "--headless", "--meddles", "-1"], "share from 0 to 1"),
    "backwards": (["demo", "--headless", "--speed", "-1"], "It is a number"),
    "too many seats": (["demo", "--headless", "--seats", "9"], "Choose 2 to 5"),
    "bad house rule": (["demo", "--headless", "--option", "limit=x"], "abspecken --options"),
    "all games on one screen": (["demo", "all"], "Name one"),
    "rules by no house rule": (["rules", "abspecken", "--option", "limit=x"], "rules abspecken --options"),
    "one seat": (["referee", "abspecken", "--seats", "A"], "companion rules"),
    "three for two": (
        ["referee", "abstrac", "--seats", "A,B,C", "--lang", "de"],
        "für 2 Personen. Bitte ändert",
    ),
    "a hint in German": (["referee", "abstrac", "--seats", "A", "--lang", "de"], "zählt die Hausregeln auf"),
    "no vectors": (["conform", "/nowhere.json"], "Check the name"),
    "no record": (["replay", "/nowhere"], "Check the name"),
    "nothing to read": (["read", "x.png", "--want", "socks"], "Choose from dice"),
    "unknown setting": (["version", "--set", "sound.volumen=3"], "Did you mean 'volume'?"),
    "no setting at all": (["rules", "--set", "nonsense"], "Write it like"),
    "a setting that does not fit": (["demo", "--set", "table.language=xx"], "does not fit"),
}


@pytest.fixture(autouse=True)
def own_place(tmp_path, monkeypatch):
    """A house without a past."""
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COMPANION_CONFIG", str(tmp_path / "config.toml"))
    return tmp_path


@pytest.fixture
def told(capsys):
    """Runs a command: its exit code and what it told, which never is a traceback."""

    def run(*words):
        try:
            code = main([str(word) for word in words])
        except SystemExit as leaving:
            code = leaving.code
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        assert "Something went wrong" not in err
        return code, out, err

    return run


def stdin_of(monkeypatch, raw):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))


@cases("words, wanted", GOOD)
def test_good_input(told, words, wanted):
    code, out, _err = told(*words)
    assert code == 0
    assert wanted in out


@cases("words, hint", USAGE)
def test_bad_input_is_a_usage_error_with_a_next_step(told, words, hint):
    code, _out, err = told(*words)
    assert (code, len(err.strip().splitlines())) == (2, 1), err
    assert hint in err


@pytest.mark.parametrize("command", [*PLACES, *FOR_DEVELOPERS])
def test_every_command_explains_itself(told, command):
    code, out, _err = told(command, "--help")
    assert code == 0
    assert "usage: companion" in out
    assert "==SUPPRESS==" not in out


FOR_REPORTS = {"games of others", "games that do not load", "of the release", "not installed", "--want dice"}


def test_all_that_commands_say_has_its_words_and_no_words_are_left_over():
    """Help, errors and answers; what a bug report needs stays English."""
    known = set(catalogue("ui.command", "en").sentences)
    places = [ast.parse(file.read_text("utf-8")) for file in Path(speech.__file__).parent.glob("*.py")]
    said = {text for place in places for text in sentences(place)}
    origins = {one.origin for one in settings_in_force().listed()}
    argparses = set(sentences(ast.parse(Path(argparse.__file__).read_text("utf-8"))))

    options = {option for command in PLACES for option in options_of(command)} | {"companion command"}
    advice = {f"{key}.next" for key in said}

    assert options <= known
    assert {text for text in said if " " in text.strip()} - known == FOR_REPORTS
    of_the_screen = set(catalogue("ui.screen", "en").sentences)
    assert {text for text in said if KEY.fullmatch(text)} - known - of_the_screen == NO_KEYS
    assert origins - known <= {"LANGUAGE"}
    assert known - said - advice - origins - argparses - options == OF_THE_EYES


KEY = re.compile(rf"({'|'.join((*PLACES, 'companion', 'journal', 'record'))})\.[a-z_]+(\.next)?")
NO_KEYS = {"companion.games", "companion.table", "selftest.zip"}
OF_THE_EYES = {"colour die", "number die", "piggy die", "pips die"} | {
    "black", "overexposed", "covered", "half a picture", "torn", "calibrate.by_mat", "calibrate.by_corners",
}  # fmt: skip


def options_of(command):
    """The keys of what can be said of *command*, but for what has its words in a checkout's own modules."""
    (listed,) = (action for action in parser(command)._actions if action.dest == "command")
    for action in listed.choices[command]._actions:
        if action.help is None:
            yield f"{command} {(action.option_strings or [action.dest])[-1]}"


def sentences(place):
    """Every text in a module but those that are filled in, and what describes it."""
    filled = {id(part) for node in ast.walk(place) if isinstance(node, ast.JoinedStr) for part in node.values}
    described = {id(node.value) for node in ast.walk(place) if isinstance(node, ast.Expr)}
    for node in ast.walk(place):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in filled | described
        ):
            yield node.value


@pytest.mark.parametrize(
    ("language", "words", "begins"),
    [
        ("de", ["--help"], "Aufruf: companion"),
        ("fr", ["print", "--help"], "appel : companion print"),
        ("de", ["rules", "abspekken"], "Es gibt kein Spiel 'abspekken'. Meintest du abspecken?"),
        ("fr", ["rules", "--option"], "appel : companion rules"),
        ("de", ["export"], "Bei {data} ist kein Journal. Spiele erst"),
    ],
)
def test_a_command_speaks_like_the_system(told, own_place, monkeypatch, language, words, begins):
    monkeypatch.setenv("LANGUAGE", language)
    _code, out, err = told(*words)
    assert (out or err).startswith(begins.format(data=own_place / "data" / "journal.sqlite"))


def test_the_overview_lists_developers_commands_apart_and_last(told):
    _code, out, _err = told("--help")
    families, heading, developers = out.partition("for developers, in a checkout of the project:")
    assert heading
    assert all(f"  {command} " in families for command in PLACES if len(command) < 9)
    assert all(f"  {command} " in developers for command in FOR_DEVELOPERS)
    assert not any(f"  {command} " in families for command in FOR_DEVELOPERS)


def test_without_the_lab_a_developers_command_says_that_it_needs_a_checkout(told, monkeypatch):
    monkeypatch.setattr("ui.command._those_here", dict)
    code, _out, err = told("bench")
    assert (code, err) == (
        2,
        "companion bench is for developers and not part of what is installed at a table."
        " Call it in a checkout of the project.\n",
    )
    assert "for developers" not in told("--help")[1]


def test_an_unknown_command_names_the_known_ones(told):
    code, _out, err = told("dance")
    assert code == 2
    assert "referee" in err


# --- the referee's lines ---

GARBAGE = [
    b"hello\n",
    b"\xff\xfe\x00\n",
    b"[1, 2]\n",
    b'{"do": 3}\n',
    b"[" * 5000 + b"\n",
    b'{"do":"move"}\n',
]


@pytest.mark.parametrize("line", GARBAGE, ids=range(len(GARBAGE)))
def test_the_referee_answers_every_line(told, monkeypatch, line):
    stdin_of(monkeypatch, b"\n" + line + b'{"do":"asks"}\n')
    code, out, _err = told("referee", "abspecken")
    answers = [json.loads(answer) for answer in out.splitlines()]
    assert code == 0
    assert len(answers) == 2
    assert answers[0]["why"]
    assert answers[1]["asks"]


# --- pictures ---


def test_a_picture_that_is_not_there_is_told_and_the_others_are_read(told, own_place):
    broken = own_place / "broken.png"
    broken.write_bytes(b"no picture")
    code, out, _err = told("read", "--json", own_place / "missing.png", broken)
    assert code == 1
    assert [bool(json.loads(line)["error"]) for line in out.splitlines()] == [True, True]


# --- configuration ---


def test_a_broken_configuration_is_named_and_nothing_is_written(told, own_place):
    config = own_place / "config.toml"
    config.write_text("[sound\n", "utf-8")
    code, out, err = told("config", "--write")
    assert code == 1
    assert "table.language" in out
    assert "config.toml" in err
    assert config.read_text("utf-8") == "[sound\n"


def test_the_configuration_is_written_with_its_comments(told, own_place):
    code, _out, _err = told("config", "--write", "--set", "table.language=en")
    assert code == 0
    assert 'language = "en"' in (own_place / "config.toml").read_text("utf-8")


@pytest.mark.parametrize("language", ["de", "C"])
def test_a_language_that_nobody_chose_goes_on_following_the_system(told, own_place, monkeypatch, language):
    monkeypatch.setenv("LANGUAGE", language)
    assert told("config", "--write", "--set", "camera.kind=none")[0] == 0
    written = (own_place / "config.toml").read_text("utf-8")
    assert 'kind = "none"' in written
    assert "language =" not in written


# --- journal ---


def played(told, own_place):
    place = own_place / "data" / "journal.sqlite"
    told("demo", "dice_march", "--headless", "--no-frames", "--quiet", "--journal", place)
    return place


def test_a_game_can_be_exported_and_replayed(told, own_place):
    played(told, own_place)
    record = own_place / "game.jsonl"
    assert told("export", "-o", record)[0] == 0
    code, out, _err = told("replay", "--verify", record)
    assert code == 0
    assert "everything holds" in out


def test_a_backup_brings_the_journal_back(told, own_place):
    place, copy = played(told, own_place), own_place / "copy.sqlite"
    assert told("backup", copy)[0] == 0
    place.write_bytes(b"gone")
    code, out, _err = told("restore", copy)
    assert code == 0
    assert "is kept as" in out
    assert "dice_march" in told("export", "--list")[1]


@pytest.mark.parametrize("words", [["export"], ["backup"], ["export", "--journal", "/nowhere"]], ids=" ".join)
def test_without_a_journal_there_is_a_next_step(told, words):
    code, _out, err = told(*words)
    assert code == 1
    assert "Play a game first" in err


@pytest.mark.parametrize("command", ["export", "backup"])
def test_a_broken_journal_is_told_and_kept(told, own_place, command):
    place = own_place / "data" / "journal.sqlite"
    place.parent.mkdir()
    place.write_bytes(b"no journal at all" * 100)
    _code, _out, err = told(command)
    assert err.strip()
    assert any(file.read_bytes()[:17] == b"no journal at all" for file in place.parent.iterdir())


@pytest.mark.parametrize("kind", ["none", "simulated"])
def test_without_a_real_camera_nothing_is_calibrated_and_nothing_kept(told, own_place, kind):
    before = sorted(own_place.rglob("*"))
    ends, _, error = told("calibrate", "--set", f"camera.kind={kind}")
    assert ends == 1 and "no camera" in error and "webcam" in error
    assert sorted(own_place.rglob("*")) == before


@pytest.mark.parametrize("what", [b"", b"\x00\xff", b"{}\n", b"[]\n", b'{"format": 99}\n'])
def test_a_record_that_is_none(told, own_place, what):
    record = own_place / "record"
    record.write_bytes(what)
    code, _out, err = told("replay", record)
    assert code in (1, 2)
    assert "companion export" in err


def test_restore_touches_nothing_if_the_backup_is_no_good(told, own_place):
    place = played(told, own_place)
    before = place.read_bytes()
    code, _out, err = told("restore", own_place / "nothing.sqlite")
    assert code == 1
    assert "Nothing was changed" in err
    assert place.read_bytes() == before


# --- without a display ---


@pytest.fixture
def no_display(monkeypatch):
    monkeypatch.setattr("ui.screen.display.display_problem", lambda: "There is no display here: do this.")


def test_run_without_a_display_tells_what_to_do(told, no_display):
    assert told("run")[::2] == (1, "There is no display here: do this.\n")


@pytest.mark.parametrize(
    ("language", "begins", "ends"),
    [("en", "A simulated family", "so far the referee"), ("de", "Eine gespielte", "bis hierher")],
)
def test_a_short_look_tells_at_once_and_ends_in_time(told, monkeypatch, language, begins, ends):
    monkeypatch.setattr("ui.command.demo_command.SHORT", 0.0)
    monkeypatch.setenv("LANGUAGE", language)
    code, out, err = told("demo", "--headless", "--no-frames")
    assert code == 0
    assert err.startswith(begins)
    assert ends in out and len(out.splitlines()) == 2


def test_a_demo_says_its_first_words_before_the_eyes_are_loaded():
    """They need more time than all the rest: with them the first line came after twice the time."""
    late = "{'cv2', 'vision.look', 'kivy'} & set(sys.modules)"
    words = f"import sys, ui.command.demo_command, ui.lab.demo; sys.exit(len({late}))"
    assert subprocess.run([sys.executable, "-c", words], check=False).returncode == 0


def test_everything_that_happens_is_told_on_wish_only(told):
    words = ("demo", "dice_march", "--headless", "--no-frames", "--seed", "1")
    assert len(told(*words)[1].splitlines()) < 5
    assert len(told(*words, "--log")[1].splitlines()) > 20


def test_a_demo_counts_who_meddles_with_the_table(told):
    code, out, _err = told("demo", "abi94", "--headless", "--no-frames", "--meddles", "0.3", "--json")
    report = json.loads(out)
    assert (code, report["caught"]) == (0, report["cheats"])
    assert report["cheats"] > 0


def test_run_without_a_display_can_play_a_demo(told, no_display, monkeypatch):
    seen = []
    monkeypatch.setattr("ui.command.demo_command.run", lambda args: seen.append(args.headless) or 0)
    code, _out, err = told("run", "--or-demo")
    assert (code, seen) == (0, [True])
    assert "no display" in err
