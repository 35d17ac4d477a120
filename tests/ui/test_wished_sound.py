"""The loudspeaker is heard as the family wishes."""

import pytest

from hardware.sound.speaker import Silence
from ui.fitting import WishedSound
from ui.settings import Forgetful


@pytest.mark.parametrize(
    ("wish", "heard"),
    [
        ("all", ["♪ refused", "Guten Abend"]),
        ("every", ["♪ refused", "Guten Abend"]),
        ("tones", ["♪ refused"]),
        ("off", []),
        (None, ["♪ refused", "Guten Abend"]),
    ],
)
def test_what_is_heard(wish, heard):
    sound = Silence()
    wished = WishedSound(sound, Forgetful(sound=wish))
    wished.signal("refused")
    wished.say("Guten Abend", "de")
    assert list(sound.heard) == heard


def test_a_wish_is_in_force_at_once():
    sound, preferences = Silence(), Forgetful(sound="off")
    wished = WishedSound(sound, preferences)
    wished.signal("refused")
    assert wished.finding().says.key == "sound_off", "the doctor does not say that it is on"
    preferences.put("sound", "tones")
    wished.signal("question")
    assert list(sound.heard) == ["♪ question"]
    assert wished.finding() == sound.finding()
