"""The loudspeaker as the family wishes it now: voice and tones, only tones, or silence. Captions stay."""

from collections.abc import Callable

from hardware.findings import Finding
from hardware.sound.speaker import Sound
from ui.screen.ports import Preferences
from ui.screen.wishes import wished


class WishedSound:
    """Passes on to *sound* what is wished at the moment."""

    def __init__(self, sound: Sound, preferences: Preferences) -> None:
        self._sound, self._preferences = sound, preferences

    def exchange(self, sound: Sound) -> None:
        """From now on all goes to *sound*."""
        before, self._sound = self._sound, sound
        sound.captions = before.captions
        before.close()

    @property
    def captions(self) -> Callable[[str], None] | None:
        return self._sound.captions

    @captions.setter
    def captions(self, heard: Callable[[str], None] | None) -> None:
        self._sound.captions = heard

    def signal(self, name: str) -> None:
        if self._wish != "off":
            self._sound.signal(name)

    def say(self, sentence: str, language: str) -> None:
        if self._wish == "all":
            self._sound.say(sentence, language)
        elif self._sound.captions is not None:
            self._sound.captions(sentence)

    def finding(self) -> Finding:
        return self._sound.finding()

    def close(self) -> None:
        self._sound.close()

    @property
    def _wish(self) -> str:
        return wished(self._preferences, "sound")
