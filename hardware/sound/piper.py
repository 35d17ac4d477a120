"""Natural voices: a Piper voice that the family has put into the folder, run by onnxruntime.

A voice is two files, like ``de_DE-thorsten-medium.onnx`` and the same with ``.json`` behind. espeak-ng says
how a sentence is pronounced, as it does for Piper itself; the voice speaks that. None comes with the kit.
"""

import json
import logging
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from hardware.sound.speech import Espeak, Run
from hardware.sound.tones import wav_of

log = logging.getLogger(__name__)

START, END, PAD = "^", "$", "_"
USUAL_WORDS = 150.0  # a minute, at which a voice speaks as it was recorded
USUAL_SCALES = (0.667, 1.0, 0.8)  # how lively, how slow, how uneven

MakeSession = Callable[[Path], Any]


class Voice:
    """One voice file, loaded when it is needed first."""

    def __init__(self, file: Path, make: MakeSession) -> None:
        self._settings: Mapping[str, Any] = json.loads(file.with_suffix(".onnx.json").read_text("utf-8"))
        self._ids: Mapping[str, Sequence[int]] = self._settings["phoneme_id_map"]
        self._session = make(file)

    def dialect(self, language: str) -> str:
        """How espeak-ng calls what the voice speaks, like "en-us"."""
        return str(self._settings.get("espeak", {}).get("voice", language))

    def wav(self, phonemes: str, volume: int, words_per_minute: int) -> bytes:
        """*phonemes* spoken, as a WAV file."""
        ids = self._numbered(phonemes)
        scales = self._settings.get("inference", {})
        lively, slow, uneven = (
            float(scales.get(name, usual))
            for name, usual in zip(("noise_scale", "length_scale", "noise_w"), USUAL_SCALES, strict=True)
        )
        given = {
            "input": np.array([ids], np.int64),
            "input_lengths": np.array([len(ids)], np.int64),
            "scales": np.array([lively, slow * USUAL_WORDS / words_per_minute, uneven], np.float32),
        }
        if int(self._settings.get("num_speakers", 1)) > 1:
            given["sid"] = np.array([0], np.int64)
        heard = np.asarray(self._session.run(None, given)[0], np.float32).ravel()
        loudest = max(0.01, float(np.abs(heard).max(initial=0.0)))
        samples = (heard / loudest * 32_000 * volume / 100).astype("<i2")
        return wav_of(samples.tobytes(), int(self._settings["audio"]["sample_rate"]))

    def _numbered(self, phonemes: str) -> list[int]:
        """The numbers of *phonemes*, a pause between all; a sign that the voice does not know is left out."""
        ids = [*self._ids[START], *self._ids[PAD]]
        for sign in unicodedata.normalize("NFD", phonemes):
            if sign in self._ids:
                ids += [*self._ids[sign], *self._ids[PAD]]
        return [*ids, *self._ids[END]]


class Piper(Espeak):
    """Speaks with the voice that lies in *folder* for a language; without one as espeak-ng does."""

    def __init__(self, folder: Path, program: str = "espeak-ng", make: MakeSession | None = None) -> None:
        super().__init__(program)
        self._folder, self._make = folder, make or _session
        self._voices: dict[str, Voice | None] = {}

    def wav(self, sentence: str, language: str, volume: int, words_per_minute: int, run: Run) -> bytes:
        voice = self._voice(language)
        if voice is None:
            return super().wav(sentence, language, volume, words_per_minute, run)
        spoken = run(self.phonemes(sentence, voice.dialect(language)), b"").decode("utf-8", "replace")
        clauses = (line.strip() for line in spoken.splitlines())
        return voice.wav(f"{', '.join(filter(None, clauses))}.", volume, words_per_minute)

    def _voice(self, language: str) -> Voice | None:
        if language not in self._voices:
            self._voices[language] = self._loaded(language)
        return self._voices[language]

    def _loaded(self, language: str) -> Voice | None:
        for file in sorted(self._folder.glob(f"{language}*.onnx")):
            try:
                return Voice(file, self._make)
            except Exception as error:  # whatever is wrong with a voice file, the other voice speaks
                log.warning("the voice %s cannot be used: %s", file.name, error)
        return None


def _session(file: Path) -> Any:
    import onnxruntime  # noqa: PLC0415  (loaded only where a voice lies)

    return onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"])
