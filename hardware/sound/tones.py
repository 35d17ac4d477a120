"""The short signals, made of sine waves: nothing to download, nothing to license."""

import io
import math
import wave
from array import array
from collections.abc import Mapping, Sequence
from functools import cache

from msgspec import Struct

RATE = 22_050
FADE = 0.008  # seconds: without it every tone clicks
LOUDEST = 28_000  # of 32767, so that two partials never clip


class Note(Struct, frozen=True):
    """A pitch for a time; 0 Hz is a rest."""

    hertz: float
    seconds: float


# A ladder without half tones: each button has its own step, and no two of them clash.
LADDER = (523.25, 587.33, 659.26, 783.99, 880.0, 1046.5, 1174.66, 1318.51, 1567.98, 1760.0, 2093.0, 2349.32)

TONES: Mapping[str, Sequence[Note]] = {
    "press": (Note(880, 0.05),),  # heard your button
    **{f"press {n}": (Note(pitch, 0.06), Note(pitch * 1.5, 0.04)) for n, pitch in enumerate(LADDER, 1)},
    "refused": (Note(329.63, 0.12), Note(0, 0.03), Note(277.18, 0.18)),
    "question": (Note(523.25, 0.09), Note(698.46, 0.14)),
    "points": (Note(523.25, 0.07), Note(659.26, 0.07), Note(783.99, 0.12)),
    "tie": (Note(587.33, 0.08), Note(0, 0.04), Note(587.33, 0.08)),
}


@cache
def tone(name: str, volume: int = 100) -> bytes:
    """The signal *name* as a WAV file, *volume* in per cent; an unknown name sounds like a press."""
    samples = array("h")
    for part in TONES.get(name, TONES["press"]):
        samples.extend(_samples(part, _loudness(volume)))
    return wav_of(samples.tobytes(), RATE)


def _loudness(volume: int) -> float:
    """Ears are not linear: half the volume is a quarter of the swing."""
    return LOUDEST * (max(0, min(100, volume)) / 100) ** 2


def _samples(part: Note, loudness: float) -> list[int]:
    count = round(part.seconds * RATE)
    fade = max(1, round(FADE * RATE))
    turn = 2 * math.pi * part.hertz / RATE
    made = []
    for n in range(count):
        envelope = min(1.0, n / fade, (count - n) / fade) if part.hertz else 0.0
        made.append(round(loudness * envelope * (0.85 * math.sin(turn * n) + 0.15 * math.sin(2 * turn * n))))
    return made


def wav_of(samples: bytes, rate: int) -> bytes:
    """16-bit *samples* as a WAV file."""
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(rate)
        out.writeframes(samples)
    return file.getvalue()
