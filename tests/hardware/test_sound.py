"""Sound: short tones, a voice that can be exchanged, night volume, silence; and nobody ever waits for it."""

import io
import json
import os
import shutil
import subprocess
import threading
import time
import wave
from pathlib import Path

import numpy as np
import pytest

from hardware.findings import Level
from hardware.sound.devices import SoundSettings, chosen, devices, volume_at
from hardware.sound.speaker import Piper, Silence, Speaker, open_sound, speech_engine
from hardware.sound.speech import Espeak, only_what_changed
from hardware.sound.tones import TONES, tone
from tests.tables import cases

LIMIT = 5.0


class Ear:
    """Stands in for the system's player and voice, and remembers what it was given."""

    def __init__(self) -> None:
        self.spoken: list[tuple[str, ...]] = []
        self.played: list[bytes] = []
        self.free = threading.Event()
        self.free.set()
        self.error: Exception | None = None

    def __call__(self, command, given: bytes) -> bytes:
        self.free.wait(LIMIT)
        if self.error:
            raise self.error
        if command[0] == "player":
            self.played.append(given)
            return b""
        self.spoken.append(tuple(command))
        return b"WAV of " + command[-1].encode()


@pytest.fixture
def ear():
    return Ear()


@pytest.fixture
def speaker(ear):
    made = []

    def make(settings=None, hour=12, speech=True):
        engine = Espeak("voice") if speech else None
        made.append(Speaker(settings or SoundSettings(), ("player",), engine, lambda: hour, ear))
        return made[-1]

    yield make
    ear.free.set()
    for one in made:
        one.close()


def samples(wav: bytes) -> list[int]:
    with wave.open(io.BytesIO(wav)) as file:
        frames = file.readframes(file.getnframes())
    return [int.from_bytes(frames[n : n + 2], "little", signed=True) for n in range(0, len(frames), 2)]


@pytest.mark.parametrize("name", TONES)
def test_each_tone_is_a_short_wav_that_does_not_clip_or_click(name):
    heard = samples(tone(name))

    lasts = sum(part.seconds for part in TONES[name])
    assert 0.03 < lasts < 1.0
    assert len(heard) == pytest.approx(lasts * 22_050, abs=5)
    assert 8_000 < max(heard) < 32_767
    assert abs(heard[0]) < 200 and abs(heard[-1]) < 600


def test_quieter_is_quieter_and_nothing_is_silent():
    peaks = [max(samples(tone("press", volume))) for volume in (100, 50, 10, 0)]

    assert peaks == sorted(peaks, reverse=True) and peaks[-1] == 0


def test_no_two_tones_sound_the_same():
    assert len({tone(name) for name in TONES}) == len(TONES)


@pytest.mark.parametrize(
    ("hour", "volume"), [(12, 70), (20, 70), (21, 25), (23, 25), (0, 25), (6, 25), (7, 70)]
)
def test_at_night_it_is_quiet(hour, volume):
    assert volume_at(SoundSettings(), hour) == volume


def test_a_night_is_never_louder_than_the_day_and_may_be_left_out():
    assert volume_at(SoundSettings(volume=10, night_volume=90), 23) == 10
    assert volume_at(SoundSettings(night_from=5, night_to=5), 5) == 70


def test_a_sentence_goes_through_the_voice_to_the_player(speaker, ear):
    one = speaker()
    one.say("Elfi ist dran.", "de")
    assert one.wait(LIMIT)

    assert ear.played == [b"WAV of Elfi ist dran."]
    assert ear.spoken[0][:4] == ("voice", "--stdout", "-v", "de")
    assert one.finding().level is Level.OK


def test_a_sentence_that_looks_like_an_option_is_still_a_sentence():
    command = Espeak().command("--help; rm -rf /", "en", 70, 150)

    assert command[-2:] == ("--", "--help; rm -rf /")


def test_nobody_waits_for_a_player_that_hangs(speaker, ear):
    one = speaker()
    ear.free.clear()
    begun = time.monotonic()
    for number in range(1000):
        one.say(f"Satz {number}", "de")
        one.signal("press")
    assert time.monotonic() - begun < 4.0

    ear.free.set()
    assert one.wait(LIMIT)
    assert len(ear.played) <= 8
    assert ear.played.count(b"WAV of Satz 999") == 1  # the newest is heard, those that waited are over


def test_a_speaker_that_fails_is_told_and_comes_back(speaker, ear):
    one = speaker()
    ear.error = OSError("no soundcards found")
    one.signal("press")
    assert one.wait(LIMIT)
    assert (one.finding().says.key, one.finding().says.args["reason"]) == (
        "sound_failed",
        "no soundcards found",
    )

    ear.error = subprocess.TimeoutExpired("player", 20)
    one.signal("press")
    assert one.wait(LIMIT)
    assert one.finding().level is Level.WARNING

    ear.error = None
    one.signal("press")
    assert one.wait(LIMIT)
    assert one.finding().level is Level.OK


HELLO = b"WAV of Hello"


@cases(
    "settings, hour, speech, played",
    {
        "all": (SoundSettings(), 12, True, [tone("points", 70), HELLO]),
        "the voice is off": (SoundSettings(voice=False), 12, True, [tone("points", 70)]),
        "there is no voice": (SoundSettings(), 12, False, [tone("points", 70)]),
        "signals are off": (SoundSettings(signals=False), 12, True, [HELLO]),
        "at volume nought nothing": (SoundSettings(night_volume=0), 23, True, []),
    },
)
def test_what_is_played(speaker, ear, settings, hour, speech, played):
    one = speaker(settings, hour, speech)
    one.signal("points")
    one.say("Hello", "en")
    assert one.wait(LIMIT)

    assert ear.played == played
    assert speech or one.finding().says.key == "sound_no_voice"


@cases(
    "before, now, said",
    {
        "one die": ("Elfi rolls 3, 5, red.", "Elfi rolls 3, 6, red.", "6"),
        "nothing new": ("Elfi: 12 points.", "Elfi: 12 points.", ""),
        "all": ("Elfi gets 3. Total 12.", "Elfi gets 5. Total 14.", "Elfi gets 5. Total 14."),
        "one sentence": ("Elfi gets 3. Total 12.", "Elfi gets 5. Total 12.", "Elfi gets 5."),
    },
)
def test_a_correction_says_only_what_changed(before, now, said):
    assert only_what_changed(before, now) == said


def test_silence_remembers_what_would_have_been_heard():
    silence = Silence("sound_no_player")
    silence.signal("press")
    silence.say("Hello", "en")

    assert list(silence.heard) == ["♪ press", "Hello"]
    assert silence.finding().next_step is not None
    silence.close()


def test_without_a_player_there_is_silence_with_a_next_step(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda program: None)

    assert open_sound(SoundSettings(), lambda: 12).finding().says.key == "sound_no_player"
    assert open_sound(SoundSettings(volume=0), lambda: 12).finding().says.key == "sound_off"


@pytest.mark.skipif(
    not shutil.which("espeak-ng"), reason="espeak-ng is not installed: its voice was not heard"
)
@pytest.mark.parametrize("language", ["de", "en"])
def test_espeak_really_speaks(language):
    command = Espeak().command("Elfi ist dran.", language, 70, 150)
    wav = subprocess.run(command, capture_output=True, check=True, timeout=20).stdout

    assert wav[:4] == b"RIFF" and len(wav) > 20_000


# --- what it comes out of ---

PI_5 = """ 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0
                      vc4-hdmi-0
 1 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones
                      bcm2835 Headphones
 2 [C920           ]: USB-Audio - HD Pro Webcam C920
                      HD Pro Webcam C920 at usb-xhci-hcd.0-1, high speed
 3 [Device         ]: USB-Audio - USB Audio Device
                      C-Media USB Audio Device at usb-xhci-hcd.0-2, full speed
"""
CAN_PLAY = (0, 1, 3)  # a webcam only listens


def asound(place, text=PI_5, can_play=CAN_PLAY, usb=(2, 3)):
    (place / "cards").write_text(text)
    for number in range(4):
        (place / f"card{number}" / ("pcm0p" if number in can_play else "pcm0c")).mkdir(parents=True)
        if number in usb:
            (place / f"card{number}" / "usbid").write_text("0d8c:0014")
    return place


def test_a_usb_speaker_comes_first_and_the_socket_of_a_screen_last(tmp_path):
    here = devices(asound(tmp_path))

    assert [(d.name, d.kind) for d in here] == [
        ("Device", "usb"),
        ("Headphones", "board"),
        ("vc4hdmi0", "screen"),
    ]
    assert chosen("", here) == "sysdefault:CARD=Device"
    assert chosen("vc4hdmi0", here) == "sysdefault:CARD=vc4hdmi0"
    assert chosen("null", here) == "null", "any name of ALSA's own"
    assert devices(tmp_path / "nowhere") == () and chosen("", ()) == ""


def test_a_silent_first_card_is_told(tmp_path, monkeypatch):
    asound(tmp_path, can_play=(0,))
    monkeypatch.setattr("hardware.sound.speaker.devices", lambda: devices(tmp_path))
    monkeypatch.setattr(shutil, "which", lambda program: f"/usr/bin/{program}")
    speaker = open_sound(SoundSettings(), lambda: 12)
    finding = speaker.finding()
    speaker.close()

    assert (finding.level, finding.says.key) == (Level.WARNING, "sound_on_screen")


def test_it_is_not_said_to_be_on_where_nothing_can_sound_until_something_did(ear, tmp_path, monkeypatch):
    monkeypatch.setattr("hardware.sound.speaker.devices", lambda: devices(tmp_path))
    monkeypatch.setattr(shutil, "which", lambda program: f"/usr/bin/{program}")
    # a system's own sound server
    monkeypatch.setattr("hardware.sound.speaker._run", lambda command, given: b"")
    speaker = open_sound(SoundSettings(), lambda: 12)
    before = speaker.finding().says.key
    speaker.signal("points")
    speaker.wait(10)
    after = speaker.finding().says.key
    speaker.close()

    assert (before, after) == ("sound_no_card", "sound_ok")


def test_error_524_is_told_as_what_it_is(speaker, ear):
    one = speaker()
    ear.error = OSError("aplay: main:831: audio open error: Unknown error 524")
    one.signal("press")
    assert one.wait(LIMIT)

    assert one.finding().says.key == "sound_no_listener" and one.finding().next_step


APLAY = pytest.mark.skipif(
    not shutil.which("aplay"), reason="alsa-utils is not installed: ALSA was not tried"
)


@APLAY
def test_real_alsa_takes_tones_and_voice_on_its_null_device():
    one = open_sound(SoundSettings(device="null"), lambda: 12)
    one.signal("press 1")
    one.say("Elfi ist dran.", "de")
    assert one.wait(20)
    level = one.finding().level
    one.close()

    assert level is (Level.OK if shutil.which("espeak-ng") else Level.NOTE)


@APLAY
def test_real_alsa_refuses_a_card_that_is_not_there_and_that_is_told():
    one = open_sound(SoundSettings(device="sysdefault:CARD=Nope"), lambda: 12)
    one.signal("press 1")
    assert one.wait(20)
    finding = one.finding()
    one.close()

    assert finding.says.key == "sound_failed" and "aplay: main" in str(finding.says.args["reason"])


# --- a natural voice ---


class Session:
    """A voice as onnxruntime runs it: exact in names, kinds and shapes of what it is given."""

    def __init__(self, file) -> None:
        assert file.suffix == ".onnx"

    def run(self, outputs, given):
        assert set(given) == {"input", "input_lengths", "scales"}
        assert given["input"].dtype == np.int64 and given["input"].shape == (1, given["input_lengths"][0])
        assert given["scales"].dtype == np.float32 and given["scales"].shape == (3,)
        self.given = given
        return [np.sin(np.arange(4_000) / 9, dtype=np.float32).reshape(1, 1, 1, -1) / 3]


def voice_in(folder):
    signs = {sign: [number] for number, sign in enumerate("_^$ adɡtuːnˈɑ")}
    told = {"audio": {"sample_rate": 22_050}, "phoneme_id_map": signs, "num_speakers": 1}
    (folder / "de_DE-somebody-medium.onnx").write_bytes(b"not read here")
    (folder / "de_DE-somebody-medium.onnx.json").write_text(json.dumps(told))


def test_a_voice_that_was_put_there_speaks_and_espeak_does_the_rest(tmp_path, ear, monkeypatch):
    voice_in(tmp_path)
    piper = Piper(tmp_path, "voice", Session)

    monkeypatch.setattr(shutil, "which", lambda program: f"/usr/bin/{program}")
    assert isinstance(speech_engine(tmp_path), Piper) and type(speech_engine(tmp_path / "none")) is Espeak
    wav = piper.wav("Guten Tag", "de", 50, 150, lambda command, given: "ɡˈuːtən\ntˈɑːk\n".encode())
    assert 15_000 < max(samples(wav)) <= 16_000, "half as loud as can be"
    assert piper.wav("Good day", "en", 50, 150, ear) == b"WAV of Good day"


def test_a_voice_file_that_cannot_be_read_leaves_the_other_voice(tmp_path, ear):
    (tmp_path / "de.onnx").write_bytes(b"")
    (tmp_path / "de.onnx.json").write_text("{")

    assert Piper(tmp_path, "voice", Session).wav("Hallo", "de", 50, 150, ear) == b"WAV of Hallo"


def message(number: int, value: bytes | str | int) -> bytes:
    """One field as protobuf writes it; everything is short here."""
    if isinstance(value, int):
        tag = [number << 3] if number < 16 else [number << 3 & 127 | 128, number >> 4]
        return bytes([*tag, value])
    value = value.encode() if isinstance(value, str) else value
    assert len(value) < 128
    return bytes([number << 3 | 2, len(value)]) + value


def tiny_voice() -> bytes:
    """A network with a voice's inputs and output that says the numbers of its signs, one sample each."""

    def tensor(name: str, kind: int, *sides: int) -> bytes:
        shape = b"".join(message(1, message(1, n) if n else message(2, name)) for n in sides)
        return message(1, name) + message(2, message(1, message(1, kind) + message(2, shape)))

    cast = message(1, "input") + message(2, "output") + message(4, "Cast")
    cast += message(5, message(1, "to") + message(3, 1) + message(20, 2))
    graph = [message(1, cast), message(2, "voice"), message(12, tensor("output", 1, 1, 0))]
    graph += [message(11, tensor("input", 7, 1, 0)), message(11, tensor("input_lengths", 7, 1))]
    graph += [message(11, tensor("scales", 1, 3))]
    joined = b"".join(graph)
    lengths = bytes([len(joined) & 127 | 128, len(joined) >> 7])
    return message(1, 8) + bytes([7 << 3 | 2]) + lengths + joined + message(8, message(2, 13))


def test_the_real_onnxruntime_runs_a_voice_and_every_sign_is_spoken(tmp_path):
    voice_in(tmp_path)
    (tmp_path / "de_DE-somebody-medium.onnx").write_bytes(tiny_voice())

    wav = Piper(tmp_path, "voice").wav("Tag", "de", 100, 150, lambda command, given: "tˈɑː\n".encode())
    signs = {sign: number for number, sign in enumerate("_^$ adɡtuːnˈɑ")}
    spoken = [signs[sign] for sign in "^_t_ˈ_ɑ_ː_$"]
    assert [round(sample * max(spoken) / 32_000) for sample in samples(wav)] == spoken


@pytest.mark.skipif(
    not os.environ.get("COMPANION_VOICES") or shutil.which("espeak-ng") is None,
    reason="COMPANION_VOICES names no folder of Piper voices, or espeak-ng is missing: no real one was tried",
)
def test_a_real_voice_speaks_longer_sentences_longer_and_slowly_if_asked():
    folder = Path(os.environ["COMPANION_VOICES"])

    def heard(sentence: str, words_per_minute: int, language: str) -> float:
        wav = Piper(folder).wav(sentence, language, 80, words_per_minute, run_program)
        loud = np.abs(np.array(samples(wav)))
        assert loud.max() > 20_000 and (loud > 1_000).mean() > 0.1, "somebody is heard"
        return len(loud)

    for language in {file.name[:2] for file in folder.glob("*.onnx")}:
        long = heard("Ben: six, four and one. Mia: two.", 150, language)
        assert long > 2.5 * heard("Ben.", 150, language)
        assert 1.3 < heard("Ben: six, four and one. Mia: two.", 75, language) / long < 2.7


def run_program(command, given):
    return subprocess.run(list(command), input=given, capture_output=True, check=True).stdout
