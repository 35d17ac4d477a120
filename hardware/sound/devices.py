"""What sound can come out of: the kernel's sound cards, the likeliest loudspeaker first.

A Pi's first card is often the socket of a screen without a loudspeaker; what is sent there is heard nowhere,
or is refused as "error 524". So USB comes first, then sockets of the board's own, screens last.
"""

import re
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from companion.config import Section

CARDS = Path("/proc/asound")
_LINE = re.compile(r"^\s*(\d+) \[(\S+)\s*\]: (\S+) - (.*)$", re.MULTILINE)  # number, id, driver, name
USB, BOARD, SCREEN = "usb", "board", "screen"


class Device(Struct, frozen=True):
    """A sound card that something can be played on."""

    name: str  # as the setting sound.device and ALSA call it
    title: str  # for people
    kind: str  # usb, board or screen

    @property
    def pcm(self) -> str:
        """The name given to the player: with the card's own conversions of rate and channels."""
        return f"sysdefault:CARD={self.name}"


def devices(cards: Path = CARDS) -> tuple[Device, ...]:
    """All that can play here, the likeliest loudspeaker first."""
    try:
        text = (cards / "cards").read_text("utf-8", "replace")
    except OSError:
        return ()
    found = [
        Device(name, title.strip(), _kind(cards / f"card{number}", driver))
        for number, name, driver, title in _LINE.findall(text)
        if any((cards / f"card{number}").glob("pcm*p"))
    ]
    return tuple(sorted(found, key=lambda device: (USB, BOARD, SCREEN).index(device.kind)))


def _kind(card: Path, driver: str) -> str:
    if (card / "usbid").exists():
        return USB
    return SCREEN if "hdmi" in driver.lower() else BOARD


def chosen(wanted: str, here: tuple[Device, ...]) -> str:
    """ALSA's name of the output device; "" is the system's default."""
    if not wanted:
        return here[0].pcm if here else ""
    return next((device.pcm for device in here if device.name == wanted), wanted)


# --- how loud, the night hours, and whether announcements are spoken ---


class SoundSettings(Section, frozen=True):
    """Voice and signals."""

    signals: bool = True
    voice: bool = True
    volume: Annotated[int, Meta(ge=0, le=100)] = 70
    night_volume: Annotated[int, Meta(ge=0, le=100)] = 25
    night_from: Annotated[int, Meta(ge=0, le=23)] = 21
    night_to: Annotated[int, Meta(ge=0, le=23)] = 7
    device: str = ""
    voices: str = "~/.local/share/companion/voices"
    words_per_minute: Annotated[int, Meta(ge=80, le=300)] = 150


def volume_at(settings: SoundSettings, hour: int) -> int:
    """The volume at *hour* of the day: the smaller of the two at night."""
    start, end = settings.night_from, settings.night_to
    night = start <= hour < end if start <= end else hour >= start or hour < end
    return min(settings.volume, settings.night_volume) if night else settings.volume
