"""Teaching in the buttons while the app runs: its pins are lent to the teach-in and taken back after it."""

from companion.asks import Say
from companion.clock import Clock
from companion.config import Setting
from hardware.board import Board
from hardware.findings import wire_words
from hardware.keys import devices
from hardware.teach_in import TeachBoard
from hardware.wiring import Wiring, how_many
from ui.check_up import in_words
from ui.command.own_file import write_settings
from ui.command.speech import CommandError
from ui.screen.ports import Lesson

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
        if not pins.real and not any(devices()):
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
