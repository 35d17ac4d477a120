"""Every sentence of the wires is there in both languages, and everything that is not well has a next step."""

import re
from importlib import resources
from pathlib import Path

import pytest

from companion.asks import Say
from hardware.findings import wire_words

HARDWARE = Path(str(resources.files("hardware")))
MAKERS = re.compile(
    r'\b(ok|note|warning|broken|how)\(\s*[^,()]*(?:\([^()]*\))?[^,()]*,\s*"([a-z_0-9]+)"', re.S
)
TROUBLES = re.compile(r'(?:CameraTrouble|super\(\).__init__|Silence|trouble)\(\s*"([a-z_0-9]+)"', re.S)


def _keys_in_the_source() -> dict[str, bool]:
    """Each key with whether it needs a next step."""
    found: dict[str, bool] = {}
    for path in sorted(HARDWARE.rglob("*.py")):
        text = path.read_text("utf-8")
        for how, key in MAKERS.findall(text):
            found[key] = found.get(key, False) or how != "ok"
        for key in TROUBLES.findall(text):
            found[key] = True
    return found


def test_the_search_finds_the_keys():
    keys = _keys_in_the_source()

    assert {"pin_twice", "camera_frozen", "sound_off", "button_stuck", "camera_end"} <= keys.keys()


@pytest.mark.parametrize(("key", "needs_next"), sorted(_keys_in_the_source().items()))
def test_every_finding_has_its_sentences(key, needs_next):
    words = wire_words()

    assert key in words
    assert not needs_next or f"{key}.next" in words


@pytest.mark.parametrize("key", sorted(wire_words()))
def test_no_sentence_blames_anybody_or_speaks_like_a_machine(key):
    unkind = re.compile(r"\b(error|fehler|invalid|ungültig|exception|failed|wrong|falsch|illegal)\b", re.I)

    for language in ("en", "de"):
        assert not unkind.search(wire_words().say(Say(key), language))
