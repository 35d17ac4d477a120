"""Choosing, trying and teaching camera, sound and buttons while the app runs; what was chosen is kept."""

import time
from collections.abc import Callable, Collection
from urllib.parse import urlsplit

import numpy as np
from msgspec.structs import asdict, replace

from companion.asks import MS, Say
from companion.clock import Clock
from companion.config import Setting
from companion.sightings import Frame
from hardware.board import Board, this_hour
from hardware.camera.driver import CameraSettings, CameraTrouble
from hardware.camera.found import Found, cameras_now, driver_for
from hardware.camera.network import delay_of, full_address
from hardware.doctor.examine import examine
from hardware.doctor.readings import check_up, remembered
from hardware.findings import Finding, Level, note, ok, warning, wire_words
from hardware.keys import devices as keyed_devices
from hardware.sound.devices import SoundSettings, devices
from hardware.sound.speaker import Sound, Speaker, open_sound
from hardware.teach_in import TeachBoard
from hardware.wiring import Wiring, how_many
from ui.check_up import REFERENCE, in_words
from ui.command.own_file import write_settings
from ui.command.speech import CommandError
from ui.eyes_set_up import calibration_for, kept_set_up, where_it_lies
from ui.screen.ports import Choice, Lesson, Sight
from ui.screen.wishes import wished
from ui.settings import Forgetful, place_for_data
from vision.lens import straightened
from vision.pictures import NotAPictureError, as_picture

SEEN = ("camera", "field of view", "light", "focus")  # what the page of the camera shows
GOOD_FOR = {
    "imx708": "camera.module_three",
    "imx708_wide": "camera.module_three_wide",
    "imx219": "camera.module_two",
}
PATIENCE_S = 8.0
FLASHES, FLASH_MS, LOOK_S = 8, 1_600, 0.005  # of the screen, to find out how late pictures are
NOON = 12  # whoever tries a loudspeaker wants to hear it, by night as well


class WishedSound:
    """Passes on to *sound* what is wished at the moment."""

    def __init__(self, sound: Sound, preferences: Forgetful) -> None:
        self._sound, self._preferences = sound, preferences

    def exchange(self, sound: Sound) -> None:
        """From now on all goes to *sound*."""
        self._sound.close()
        self._sound = sound

    def signal(self, name: str) -> None:
        if self._wish != "off":
            self._sound.signal(name)

    def say(self, sentence: str, language: str, after: bool = False) -> None:
        if self._wish in ("all", "every"):
            self._sound.say(sentence, language, after)

    def finding(self) -> Finding:
        return self._sound.finding() if self._wish != "off" else note("sound", "sound_off")

    def close(self) -> None:
        self._sound.close()

    @property
    def _wish(self) -> str:
        return wished(self._preferences, "sound")


class FittedCamera:
    """Chooses and aims the camera. All methods take a moment and may be called by any thread."""

    def __init__(self, wires: Board, settings: CameraSettings, simulated: bool) -> None:
        self._wires, self._settings, self._simulated = wires, settings, simulated
        self._in_use: Collection[str] = ()  # which of the cameras that were found
        self.later = False  # whether what was taken last counts only from the next start on

    def choices(self) -> tuple[Choice, ...]:
        report = self._wires.camera.report if self._wires.camera is not None else None
        sensor = report.sensor if report is not None else ""
        network = self._settings.kind == "network"
        address = self._settings.source if network else ""
        phone = Choice(
            f"network:{address}",
            urlsplit(address).netloc.rpartition("@")[2] or Say("camera.network"),  # without a password
            Say("camera.network_says"),
            network,
            typed=True,
        )
        kinds = [("none", "camera.by_touch", "camera.by_touch_says")]
        if self._simulated:
            kinds.append(("simulated", "camera.demo", "camera.demo_says"))
        without = (
            Choice(f"{kind}:", Say(title), Say(says), self._settings.kind == kind)
            for kind, title, says in kinds
        )
        found = tuple(self._choice(one, sensor) for one in cameras_now())
        now = f"{self._settings.kind}:{self._settings.source}"  # one that still settles reports nothing
        self._in_use = {now, *(choice.key for choice in (*found, phone) if choice.taken)}
        return (*found, phone, *without)

    def _choice(self, found: Found, sensor: str) -> Choice:
        usual = GOOD_FOR.get(found.name.split("_noir")[0], "camera.pi")
        says = Say(usual if found.kind == "picamera2" else "camera.webcam")
        taken = bool(sensor) and sensor.endswith(found.name)
        return Choice(f"{found.kind}:{found.source}", found.name, says, taken)

    def take(self, key: str, language: str) -> str:
        """From now on it is this one; says in words if that counts later, or why not."""
        self._settings, self._in_use = self._with(key), {key}
        source = {"source": self._settings.source} if self._settings.source else {}
        return self._use(kept("camera", language, kind=self._settings.kind, delay_ms=0, **source), language)

    def peek(self, key: str) -> Frame | None:
        """What that one sees now, for whoever chooses; None if it shows nothing."""
        settings, camera = self._with(key), self._wires.camera
        if camera is not None and not self._simulated and key in self._in_use:
            return camera.latest
        if (make := driver_for(settings, self._wires.now)) is None:
            return None
        driver = make()
        try:
            driver.open()
            return driver.read()
        except CameraTrouble:  # it shows nothing: whoever takes it sees why
            return None
        finally:
            driver.close()

    def measure(self, flash: Callable[[bool], None], language: str) -> str:
        """How late the pictures are, in words: makes the screen bright and dark, and they show it later."""
        camera, now = self._wires.camera, self._wires.now
        flashes, seen, last = [], [], None
        for number in range(FLASHES):
            flash(bright := number % 2 == 0)
            flashes.append((now(), bright))
            while now() < flashes[-1][0] + FLASH_MS * MS:
                frame = camera.latest if camera is not None else None
                if frame is not None and frame is not last:
                    last = frame
                    seen.append((now(), float(frame.picture[::16, ::16].mean())))
                time.sleep(LOOK_S)
        delay = delay_of(flashes, seen)
        if delay is None:
            return wire_words().say(Say("fit_delay_unseen"), language)
        self._settings = replace(self._settings, delay_ms=delay.most)
        sentence = wire_words().say(Say("fit_delay", asdict(delay)), language)
        return self._use(kept("camera", language, delay_ms=delay.most), language) or sentence

    def _with(self, key: str) -> CameraSettings:
        """The settings, with the camera that *key* means."""
        kind, _, source = key.partition(":")
        source = full_address(source) if kind == "network" and source else source
        return replace(self._settings, kind=kind, source=source, delay_ms=0)

    def _use(self, trouble: str, language: str) -> str:
        make = driver_for(self._settings, self._wires.now)
        self.later = not trouble
        if self._simulated or self._wires.camera is None or make is None:
            return trouble or wire_words().say(Say("fit_later"), language)
        self._wires.camera.exchange(make)
        self.later = False
        return trouble

    def sight(self, language: str) -> Sight:
        camera = self._wires.camera
        if self._simulated:
            return Sight(None, (), in_words((note("camera", "fit_drawn"),), language))
        frame = camera.latest if camera is not None else None
        readings = check_up(self._wires, place_for_data(), reference=remembered(place_for_data() / REFERENCE))
        found = [finding for finding in examine(readings) if finding.about in SEEN]
        corners, mat = self._mat(frame.picture) if frame is not None else ((), ())
        return Sight(frame, corners, in_words((*mat, *found), language))

    def _mat(self, picture: object) -> tuple[tuple[tuple[float, float], ...], tuple[Finding, ...]]:
        set_up = kept_set_up(place_for_data())
        try:
            straight = straightened(as_picture(picture), set_up.lens)
        except NotAPictureError:
            return (), ()
        calibration = calibration_for(straight, 4, set_up)
        if calibration is None:
            return (), (warning("mat", "fit_no_mat"),)
        lies = where_it_lies(calibration)
        width, height = lies.size
        cut_off = any(not (0 <= x <= width and 0 <= y <= height) for x, y in lies.corners)
        if cut_off:
            return lies.corners, (warning("mat", "fit_mat_cut"),)
        centimetres = round(float(np.asarray(calibration.eye)[2]) / 10)
        return lies.corners, (ok("mat", "fit_mat", cm=centimetres),)


class FittedSound:
    """Chooses what sound comes out of. `play` takes a moment; all may be called by any thread."""

    def __init__(self, sound: WishedSound, settings: SoundSettings) -> None:
        self._sound, self._settings = sound, settings

    def choices(self) -> tuple[Choice, ...]:
        here = devices()
        now = self._settings.device or (here[0].name if here else "")
        return tuple(Choice(d.name, d.title, Say(f"sound.{d.kind}"), d.name == now) for d in here)

    def play(self, key: str, language: str) -> str:
        """Play something on it; says in words what went wrong."""
        words = wire_words()
        speaker = open_sound(replace(self._settings, device=key), lambda: NOON)
        try:
            speaker.signal("points")
            if isinstance(speaker, Speaker):
                speaker.wait(PATIENCE_S)
                speaker.say(words.say(Say("fit_hello"), language), language)
                speaker.wait(PATIENCE_S)
            finding = speaker.finding()
        finally:
            speaker.close()
        shown = finding.level in (Level.WARNING, Level.BROKEN) and finding.says.key != "sound_on_screen"
        return finding.sentence(language) if shown else ""

    def take(self, key: str, language: str) -> str:
        """From now on it is this one; says in words why it cannot be kept."""
        self._settings = replace(self._settings, device=key)
        self._sound.exchange(open_sound(self._settings, this_hour))
        return kept("sound", language, device=key)


def kept(section: str, language: str, **chosen: str | int) -> str:
    """Keep what was *chosen*; in words why it cannot be kept."""
    try:
        write_settings(Setting(f"{section}.{name}", value, "chosen") for name, value in chosen.items())
    except CommandError as error:
        return wire_words().say(Say("fit_not_written", {"why": error.worded(language)}), language)
    return ""


# --- teaching in the buttons: the pins are lent to the teach-in and taken back after it ---

TAUGHT = ("buttons", "keys", "lamps")


class WiredButtonTeacher:
    """Finds out which button is on which pin, by having them pressed. Belongs to the screens' thread."""

    def __init__(self, wires: Board, clock: Clock) -> None:
        self._wires, self._clock = wires, clock
        self._lesson: TeachBoard | None = None

    @property
    def count(self) -> int:
        """As many buttons as are set up now."""
        return how_many(self._wires.wiring) or 1

    def begin(self, count: int, language: str) -> str:
        """From now on every pin listens, and no press is a call; says in words why not, where it cannot."""
        self.end()
        pins = self._wires.pins
        if not pins.real and not any(keyed_devices()):
            return pins.finding.sentence(language)
        self._wires.let_wires_go()
        self._lesson = TeachBoard(self._wires.wiring, count, self._clock, pins, lent=True)
        return ""

    def look(self, language: str) -> Lesson:
        """Hear what was pressed and let time pass; to be called several times a second."""
        lesson = self._lesson
        assert lesson is not None, "nothing is taught before it has begun"
        lesson.tick()
        found = tuple(finding for finding in lesson.findings if finding.about != "pins")
        heard = how_many(lesson.wiring())
        says = wire_words().say(lesson.step.says, language)
        return Lesson(lesson.step.kind, says, heard, in_words(found, language))

    def skip(self) -> None:
        """Nobody can press this one."""
        if self._lesson is not None:
            self._lesson.skip()

    def keep(self, language: str) -> str:
        """The buttons are as they were taught, now and later; says in words why not, where it cannot."""
        assert self._lesson is not None, "nothing is kept before it was taught"
        taught = self._lesson.wiring()
        if not how_many(taught):
            return wire_words().say(Say("teach_nothing"), language)
        self._let_go()
        self._wires.wire(taught)
        try:
            write_settings(settings_of(taught))
        except CommandError as error:  # they are good for this evening at least
            return wire_words().say(Say("teach_not_written", {"why": error.worded(language)}), language)
        return ""

    def end(self) -> None:
        """The game has its buttons again; may be called at any time."""
        if self._lesson is not None:
            self._let_go()
            self._wires.wire(self._wires.wiring)

    def _let_go(self) -> None:
        assert self._lesson is not None
        self._lesson.close()
        self._lesson = None


def settings_of(wiring: Wiring) -> tuple[Setting, ...]:
    """What a teach-in has found out, as the configuration file takes it."""
    return tuple(Setting(f"wiring.{name}", list(getattr(wiring, name)), "taught") for name in TAUGHT)
