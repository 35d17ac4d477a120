"""The configuration: layers, origins, and kind words for slips."""

import os
from pathlib import Path
from random import Random
from typing import Annotated, Literal

import pytest
from msgspec import Meta, Struct

from companion.config import BUILT_IN, Layer, Section, from_environment, from_file, from_flags, load, purpose
from tests.at_first import quick
from tests.tables import cases


class Sound(Section):
    volume: Annotated[int, Meta(ge=0, le=100)] = 80
    voice: Literal["de", "en"] = "de"


class Table(Section):
    name: str = "kitchen"
    pins: tuple[int, ...] = (17, 27)


class Settings(Struct, frozen=True):
    sound: Sound = Sound()
    table: Table = Table()


def test_without_layers_every_value_is_built_in():
    loaded = load(Settings, [])

    assert loaded.settings == Settings()
    assert {setting.origin for setting in loaded.listed()} == {BUILT_IN}


def test_a_later_layer_wins_and_each_value_names_its_origin(tmp_path: Path):
    file = tmp_path / "config.toml"
    file.write_text('[sound]\nvolume = 30\nvoice = "en"\n[table]\npins = [1, 2, 3]\n')
    loaded = load(
        Settings,
        [
            from_file(file),
            from_environment({"COMPANION_SOUND_VOLUME": "40", "HOME": "/"}, Settings),
            from_flags(["table.name=attic"]),
        ],
    )

    assert loaded.settings == Settings(Sound(volume=40, voice="en"), Table(name="attic", pins=(1, 2, 3)))
    assert {s.name: s.origin for s in loaded.listed()} == {
        "sound.volume": "environment",
        "sound.voice": str(file),
        "table.name": "flags",
        "table.pins": str(file),
    }
    assert loaded.problems == ()


@cases(
    "text, says",
    {
        "a misspelt name": ("[sound]\nvolumee = 3\n", "Did you mean 'volume'?"),
        "a misspelt section": ("[sounds]\nvolume = 3\n", "Did you mean 'sound'?"),
        "a name like no other": ("[sound]\nqqqq = 3\n", "Known are: voice, volume."),
        "out of bounds": ("[sound]\nvolume = 300\n", "how loud, in per cent"),
        "not a number": ('[sound]\nvolume = "loud"\n', "sound.volume = 'loud' does not fit"),
        "broken TOML": ("[sound\nvolume = 3\n", "is not valid TOML"),
        "no section": ("volume = 3\n", "outside of a [section]"),
        "binary": ("\x00\x01", "is not valid TOML"),
        "brackets without an end": (f"[sound]\nvolume = {'[' * 3000}", "is not valid TOML"),
        "a number without an end": (f"[sound]\nvolume = {'9' * 5000}", "is not valid TOML"),
    },
)
def test_a_slip_is_told_with_its_mend_and_leaves_the_rest_in_force(tmp_path: Path, text: str, says: str):
    file = tmp_path / "config.toml"
    file.write_text(text)
    loaded = load(Settings, [Layer("system", {"sound": {"volume": 11}}), from_file(file)])

    assert len(loaded.problems) == 1
    assert says in str(loaded.problems[0])
    assert str(file) in str(loaded.problems[0])
    assert loaded.settings.sound.volume == 11


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path):
    loaded = load(Settings, [from_file(tmp_path)])

    assert "cannot be read" in str(loaded.problems[0])
    assert loaded.settings == Settings()


def test_bytes_that_are_no_text_are_told(tmp_path: Path):
    file = tmp_path / "config.toml"
    file.write_bytes(b"\xff\xfe\x00")

    assert "not a text file" in str(load(Settings, [from_file(file)]).problems[0])


def test_a_flag_without_a_section_is_told():
    assert "Write it like sound.volume=40" in str(load(Settings, [from_flags(["volume"])]).problems[0])


@pytest.mark.parametrize("word", quick(["[" * 3000, "9" * 5000]), ids=["brackets", "digits"])
def test_a_flag_that_goes_on_and_on_is_a_word(word: str):
    layers = [from_flags([f"table.name={word}"]), from_environment({"COMPANION_TABLE_NAME": word}, Settings)]

    assert load(Settings, layers).settings.table.name == word


def test_every_setting_says_what_it_is_for():
    assert [purpose(s.name) for s in load(Settings, []).listed()][:2] == [
        "how loud, in per cent",
        "whether announcements are spoken",
    ]
    assert purpose("sound.volume", "de") == "wie laut, in Prozent"
    assert purpose("sound.colour") == ""


ENDLESS = {
    "a dotted key": ".".join(["a"] * 20_000) + " = 1",
    "a heading": "[" + ".".join(["a"] * 20_000) + "]",
    "quoted parts": "[sound]\n" + " . ".join(['"a"', "'b'"] * 9_000) + " = 1",
    "inside": "sound = {" + ".".join(["a"] * 20_000) + " = 1}",
    "many names": "[sound]\n" + "".join(f"volume{n} = 1\n" for n in range(9_000)),
    "a large file": "#" * 10**6,
}


@pytest.mark.timeout(20)
@pytest.mark.parametrize("text", ENDLESS.values(), ids=ENDLESS)
def test_names_without_an_end_are_told_at_once(tmp_path: Path, text: str):
    file = tmp_path / "config.toml"
    file.write_text(text)
    loaded = load(Settings, [from_file(file)])

    assert loaded.settings == Settings() and 0 < len(loaded.problems) <= 100
    assert all(len(str(problem)) < 500 for problem in loaded.problems)


@pytest.mark.timeout(20)
def test_a_pipe_or_a_device_is_no_file_of_settings(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    for place in (tmp_path / "pipe", Path("/dev/zero")):
        (problem,) = from_file(place).problems
        assert "plain file" in problem.what


def mutated(text: str, chance: Random) -> bytes:
    data = bytearray(text.encode())
    for _ in range(chance.choice((1, 2, 5))):
        at = chance.randrange(len(data))
        data[at : at + chance.randrange(4)] = chance.choice(
            (
                b".",
                b'"',
                b"\n",
                b"[",
                b"=",
                b"{",
                b"\xff",
                b"1e999",
                b"\\ud800",
                bytes([chance.randrange(256)]),
            )
        )
    return bytes(data)


@pytest.mark.parametrize("many", quick([1_000, 10_000]))
def test_mutated_files_of_settings_end_in_settings(tmp_path: Path, many: int):
    chance, file, whole = Random(4), tmp_path / "config.toml", (
        '# ours\n[sound]\nvolume = 30\nvoice = "en"\n[table]\nname = "attic"\npins = [1, 2, 3]\n'
    )  # fmt: skip
    for _ in range(many):
        file.write_bytes(mutated(whole, chance))
        loaded = load(Settings, [from_file(file)])
        assert 0 <= loaded.settings.sound.volume <= 100
        assert all(problem.next_step for problem in loaded.problems)
