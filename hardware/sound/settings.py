"""Volume, night hours, and whether announcements are spoken."""

from typing import Annotated

from msgspec import Meta

from companion.config import Section


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
