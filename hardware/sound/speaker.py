"""The speaker: it never blocks, and without one there is silence.

Tones and sentences go into a short queue; one thread plays them with the system's own player. A newer
sentence takes the place of those that still wait, because old news need not be heard.
"""

import json
import logging
import shutil
import subprocess
import threading
import unicodedata
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from msgspec import Struct

from hardware.findings import Finding, note, ok, warning
from hardware.sound.devices import SCREEN, SoundSettings, chosen, devices, volume_at
from hardware.sound.speech import Espeak, Run
from hardware.sound.tones import tone, wav_of

# --- natural voices: a Piper voice that the family has put into the folder, run by onnxruntime ---
# A voice is two files, like ``de_DE-thorsten-medium.onnx`` and the same with ``.json`` behind. espeak-ng says
# how a sentence is pronounced, as it does for Piper itself; the voice speaks that. None comes with the kit.

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


log = logging.getLogger(__name__)

WAITING_TONES = 4  # nobody can distinguish more than that
LONGEST_S = 20  # a sentence or a player that takes longer hangs
PLAYERS = (  # those that play a WAV file from their input, and the option that names the device
    ("aplay", ("-q", "-"), ("-D",)),
    ("play", ("-q", "-t", "wav", "-"), ()),
)
NO_LISTENER = "524"  # the kernel's error of a screen's socket that takes no sound


class Sound(Protocol):
    """What can be played and said."""

    def signal(self, name: str) -> None:
        """Play the tone *name*."""

    def say(self, sentence: str, language: str, after: bool = False) -> None:
        """Speak *sentence*; what still waits to be said is dropped, but for news that it comes *after*."""

    def finding(self) -> Finding: ...

    def close(self) -> None: ...


class Silence:
    """The stand-in for a speaker: it remembers what would have been heard."""

    def __init__(self, why: str = "sound_off") -> None:
        self._why = why
        self.heard: deque[str] = deque(maxlen=100)

    def signal(self, name: str) -> None:
        self.heard.append(f"♪ {name}")

    def say(self, sentence: str, language: str, after: bool = False) -> None:
        self.heard.append(sentence)

    def finding(self) -> Finding:
        return note("sound", self._why)

    def close(self) -> None: ...


class _Play(Struct, frozen=True):
    """Something that waits to be heard."""

    tone: str = ""
    sentence: str = ""
    language: str = ""
    after: bool = False  # the news


class Speaker:
    """A real speaker, through the player that this system has."""

    def __init__(
        self,
        settings: SoundSettings,
        player: Sequence[str],
        speech: Espeak | None,
        hour: Callable[[], int],
        run: Run | None = None,
        mute: str | None = "",
    ) -> None:
        """*mute* is the screen's socket, used where nothing better was found; None where nothing was."""
        self._mute = mute
        self._settings, self._player, self._speech, self._hour = settings, player, speech, hour
        self._run = run or _run
        self._waiting: deque[_Play] = deque()
        self._wake = threading.Condition()
        self._closed = False
        self._failed = ""
        self._idle = threading.Event()
        self._idle.set()
        self._thread = threading.Thread(target=self._play_all, name="speaker", daemon=True)
        self._thread.start()

    def signal(self, name: str) -> None:
        if self._settings.signals:
            self._put(_Play(tone=name))

    def say(self, sentence: str, language: str, after: bool = False) -> None:
        if self._settings.voice and self._speech is not None and sentence:
            self._put(_Play(sentence=sentence, language=language, after=after))

    def finding(self) -> Finding:
        if self._failed:
            silent = NO_LISTENER in self._failed.split()
            return warning("sound", "sound_no_listener" if silent else "sound_failed", reason=self._failed)
        if self._mute:
            return warning("sound", "sound_on_screen", device=self._mute)
        if self._mute is None:
            return note("sound", "sound_no_card")
        if self._settings.voice and self._speech is None:
            return note("sound", "sound_no_voice")
        return ok("sound", "sound_ok")

    def wait(self, seconds: float) -> bool:
        """Until everything was heard, for at most *seconds*; whether it was."""
        return self._idle.wait(seconds)

    def close(self) -> None:
        with self._wake:
            self._closed = True
            self._waiting.clear()
            self._wake.notify()

    def _put(self, play: _Play) -> None:
        with self._wake:
            if play.sentence:
                self._waiting = deque(w for w in self._waiting if not w.sentence or w.after < play.after)
            elif sum(not waiting.sentence for waiting in self._waiting) >= WAITING_TONES:
                return
            self._waiting.append(play)
            self._idle.clear()
            self._wake.notify()

    def _play_all(self) -> None:
        while True:
            with self._wake:
                while not self._waiting and not self._closed:
                    self._idle.set()
                    self._wake.wait()
                if self._closed:
                    self._idle.set()
                    return
                play = self._waiting.popleft()
            self._play(play)

    def _play(self, play: _Play) -> None:
        volume = volume_at(self._settings, self._hour())
        if not volume:
            return
        try:
            self._run(self._player, self._wav(play, volume))
            self._failed, self._mute = "", self._mute or ""  # some play on what the kernel does not list
        except (OSError, subprocess.SubprocessError) as error:
            self._failed = str(error).splitlines()[0][:120]
            log.info("the speaker failed: %s", error)

    def _wav(self, play: _Play, volume: int) -> bytes:
        if play.tone or self._speech is None:
            return tone(play.tone, volume)
        words = self._settings.words_per_minute
        return self._speech.wav(play.sentence, play.language, volume, words, self._run)


def open_sound(settings: SoundSettings, hour: Callable[[], int]) -> Sound:
    """The speaker of this machine, or silence with the reason."""
    if not settings.volume or not (settings.signals or settings.voice):
        return Silence("sound_off")
    here = devices()
    device = chosen(settings.device, here)
    only_screen = not settings.device and bool(here) and here[0].kind == SCREEN
    for program, arguments, on in PLAYERS:
        if found := shutil.which(program):
            player = (found, *arguments, *((*on, device) if on and device else ()))
            speech = speech_engine(Path(settings.voices).expanduser())
            mute = (here[0].title if only_screen else "") if device else None
            return Speaker(settings, player, speech, hour, mute=mute)
    return Silence("sound_no_player")


def _run(command: Sequence[str], given: bytes) -> bytes:
    done = subprocess.run(command, input=given, capture_output=True, timeout=LONGEST_S, check=False)
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise OSError(said[-1] if said else f"{command[0]} ended with {done.returncode}")
    return done.stdout


def speech_engine(voices: Path) -> Espeak | None:
    """The engine that is installed here, with the natural voices that lie in *voices*; or None."""
    found = next(filter(None, map(shutil.which, ("espeak-ng", "espeak"))), None)
    if found is None:
        return None
    if not any(voices.glob("*.onnx")):
        return Espeak(found)
    return Piper(voices, found)
