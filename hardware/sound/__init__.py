"""Voice and signals: short tones, spoken announcements, and silence where there is no speaker."""

from hardware.sound.settings import SoundSettings
from hardware.sound.speaker import Silence, Sound, Speaker, open_sound
from hardware.sound.speech import Espeak, Speech, only_what_changed
from hardware.sound.tones import TONES, tone

__all__ = [
    "TONES",
    "Espeak",
    "Silence",
    "Sound",
    "SoundSettings",
    "Speaker",
    "Speech",
    "only_what_changed",
    "open_sound",
    "tone",
]
