"""Volume, night hours, and whether announcements are spoken."""

from typing import Annotated

from msgspec import Meta

from companion.config import Section


class SoundSettings(Section, frozen=True):
    """Voice and signals."""

    signals: Annotated[bool, Meta(description="whether short tones answer presses and rulings")] = True
    voice: Annotated[bool, Meta(description="whether announcements are spoken")] = True
    volume: Annotated[int, Meta(ge=0, le=100, description="how loud, in per cent")] = 70
    night_volume: Annotated[int, Meta(ge=0, le=100, description="how loud at night, in per cent")] = 25
    night_from: Annotated[int, Meta(ge=0, le=23, description="the hour at which the night begins")] = 21
    night_to: Annotated[int, Meta(ge=0, le=23, description="the hour at which it ends")] = 7
    device: Annotated[
        str, Meta(description="what the sound comes out of, as aplay -L calls it; empty: USB first")
    ] = ""
    voices: Annotated[str, Meta(description="the folder of natural voices (Piper), if there are any")] = (
        "~/.local/share/companion/voices"
    )
    words_per_minute: Annotated[int, Meta(ge=80, le=300, description="how fast the voice speaks")] = 150


def volume_at(settings: SoundSettings, hour: int) -> int:
    """The volume at *hour* of the day: the smaller of the two at night."""
    start, end = settings.night_from, settings.night_to
    night = start <= hour < end if start <= end else hour >= start or hour < end
    return min(settings.volume, settings.night_volume) if night else settings.volume
