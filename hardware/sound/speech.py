"""Sentences become sound. The engine can be exchanged; espeak-ng is small, offline and everywhere."""

import re
from collections.abc import Callable, Sequence

Run = Callable[[Sequence[str], bytes], bytes]  # a program with its input, to its output


class Espeak:
    """The engine that speaks: espeak-ng."""

    def __init__(self, program: str = "espeak-ng") -> None:
        self._program = program

    def wav(self, sentence: str, language: str, volume: int, words_per_minute: int, run: Run) -> bytes:
        """*sentence* as a WAV file; programs are called by *run*."""
        return run(self.command(sentence, language, volume, words_per_minute), b"")

    def phonemes(self, sentence: str, language: str) -> Sequence[str]:
        """The program, with arguments, that prints the phonemes of *sentence*."""
        return (self._program, "-q", "--ipa", "-v", language, "--", sentence)

    def command(self, sentence: str, language: str, volume: int, words_per_minute: int) -> Sequence[str]:
        amplitude = round(200 * max(0, min(100, volume)) / 100)
        speed = str(words_per_minute)
        return (self._program, "--stdout", "-v", language, "-a", str(amplitude), "-s", speed, "--", sentence)


def only_what_changed(before: str, now: str) -> str:
    """The parts of the corrected announcement *now* that *before* did not say."""
    before_bare = {_bare(part) for part in _parts(before)}
    fresh = [part for part in _parts(now) if _bare(part) not in before_bare]
    return " ".join(fresh).rstrip(",;:")


def _parts(sentence: str) -> list[str]:
    return [part for part in re.split(r"(?<=[.,;:!?])\s+", sentence.strip()) if part]


def _bare(part: str) -> str:
    return part.strip(" .,;:!?").casefold()
