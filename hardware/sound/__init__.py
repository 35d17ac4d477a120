"""Voice and signals: short tones, spoken announcements, and silence where there is no speaker."""

from hardware.sound.devices import Device, devices
from hardware.sound.settings import SoundSettings
from hardware.sound.speaker import Silence, Sound, Speaker, open_sound
from hardware.sound.speech import Espeak, Speech, only_what_changed
from hardware.sound.tones import TONES, tone

__all__ = [
    "TONES",
    "Device",
    "Espeak",
    "Silence",
    "Sound",
    "SoundSettings",
    "Speaker",
    "Speech",
    "devices",
    "only_what_changed",
    "open_sound",
    "tone",
]
