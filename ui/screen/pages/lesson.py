"""What the pages of teaching have in common: the camera's picture, the empty table, learning, trying out."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from kivy.uix.widget import Widget
from msgspec import Struct

from companion.game import certain
from companion.sightings import Box, Frame
from ui.screen import theme
from ui.screen.pages.page import Page
from ui.screen.pages.teach import key_of
from ui.screen.parts.camera_view import CameraView
from ui.screen.parts.layout import Panel, Region, at_hand, on_felt
from ui.screen.parts.text import Text
from ui.screen.parts.touch import TextButton, Touched
from ui.screen.ports import CannotLearn, Learnt, Look
from ui.screen.stage import Stage, aside

if TYPE_CHECKING:
    from ui.teaching import EyesTeacher

# --- what a person shows to the eyes: something that lies alone and still on a table that was seen empty ---

STILL = 0.15  # of its size, by which a thing may seem to move between two looks


class Showing:
    """Follows the newest pictures of the camera; holds no picture longer than it is needed."""

    def __init__(self, teacher: "EyesTeacher", kind: str) -> None:
        self._teacher, self._kind = teacher, kind
        self.newest: Frame | None = None
        self._empty: Frame | None = None  # the table with nothing on it
        self._taken: Frame | None = None  # as it was taken last: only something else counts now
        self._box: Box | None = None
        self.box: Box | None = None  # where something new lies still

    @property
    def ready(self) -> bool:
        """Whether the empty table was seen."""
        return self._empty is not None

    def look(self, frame: Frame) -> None:
        """The newest picture."""
        self.newest = frame
        if self._empty is None:
            return
        box = self._teacher.thing_on(self._empty, frame)
        still = box is not None and self._box is not None and near(box, self._box)
        self._box = box
        self.box = box if still and self._is_new(frame) else None

    def _is_new(self, frame: Frame) -> bool:
        return self._taken is None or self._teacher.thing_on(self._taken, frame) is not None

    def table_is_empty(self) -> None:
        """There is nothing on the table in the newest picture."""
        self._empty, self._taken, self._box, self.box = self.newest, None, None, None

    def picture(self) -> Any:
        """The thing that lies there now, as the eyes want to have it; None without one."""
        if self.newest is None or self.box is None:
            return None
        return self._teacher.cut_out(self._kind, self.newest, self.box)

    def take(self) -> Any:
        """The same, and from now on something else has to be shown."""
        picture = self.picture()
        self._taken, self.box = self.newest, None
        return picture


def near(one: Box, other: Box) -> bool:
    """Whether two boxes are the same, but for the noise of the camera.

    >>> near((10, 10, 40, 40), (11, 10, 40, 41)), near((10, 10, 40, 40), (30, 10, 40, 40))
    (True, False)
    """
    size = max(one[2], one[3])
    return all(abs(a - b) <= STILL * size for a, b in zip(one, other, strict=True))


# --- whether the eyes know what they were taught: "show me a 4", and what they take for what ---


class Slip(Struct, frozen=True):
    """A face that was shown, and what the eyes took it for; () where they saw nothing at all."""

    shown: str
    seen: tuple[str, ...]


class TryingOut:
    """Asks for some *faces* in any order, never for the one before."""

    def __init__(self, faces: Sequence[str], random: Random, most: int = 6) -> None:
        self._left = random.sample(list(faces), min(most, len(faces)))
        self.asked = len(self._left)
        self.right = 0
        self.slips: list[Slip] = []

    @property
    def face(self) -> str:
        """What is to be shown now, or "" when all was asked."""
        return self._left[0] if self._left else ""

    def saw(self, seen: tuple[str, ...]) -> bool:
        """The eyes have looked; whether they saw what was asked for. Then the next face is asked for."""
        if seen != (self.face,):
            return False
        self.right += 1
        self._left.pop(0)
        return True

    def confused(self, seen: tuple[str, ...]) -> None:
        """It was shown all the same: the eyes have it wrong, or are not sure."""
        self.slips.append(Slip(self.face, seen))
        self._left.pop(0)


Pictures = dict[str, list[Any]]  # of each face


class Course:
    """The progress of a lesson; it outlives the page, which is rebuilt when the window changes."""

    def __init__(self, showing: Showing, name: str) -> None:
        self.showing, self.name = showing, name
        self.shown: Pictures = {}
        self.learnt: Learnt | None = None
        self.trying: TryingOut | None = None
        self.seen: tuple[str, ...] | None = None  # what the eyes took the last thing for that was not right
        self.trouble = ""  # the key of what went wrong
        self.busy = False


class LessonPage(Page):
    """Children say what is asked for and what a face looks like."""

    kind = ""

    def __init__(self, stage: Stage, course: Course | None = None) -> None:
        self.teacher = certain(stage.rooms.teacher)
        self.course = course or Course(Showing(self.teacher, self.kind), "")
        super().__init__(stage)
        self.refresh()

    def keep(self) -> dict[str, Any]:
        return {"course": self.course}

    # --- drawing ---

    def make(self) -> Widget:
        self.view = CameraView()
        self._side = Region(self._make_side)
        head = self.head(self.title(), lambda: self.stage.go("teach"))
        picture = on_felt(self.sizes, self.view, pad=0.8)
        if self.sizes.portrait:
            self._side.size_hint_y = 1.1
            return self.body(head, picture, self._side)
        self._side.size_hint_x = 0.9
        return self.body(head, at_hand(self.sizes, picture, self._side, gap=theme.PAD))

    def title(self) -> str:
        return self.say(key_of(self.kind))

    def refresh(self) -> None:
        showing = self.course.showing
        self.view.show(showing.newest, (showing.box,) if showing.box else ())
        self._side.show(self.step())

    def step(self) -> tuple[Any, ...]:
        """All that what stands beside the picture is made of: (what is done now, …)."""
        course = self.course
        ready = course.showing.box is not None
        if course.busy:
            return ("busy",)
        if not course.showing.ready:
            return ("empty", course.showing.newest is not None)
        if course.trying is not None and course.trying.face:
            return ("try", course.trying.face, course.seen)
        if course.trying is not None:
            return ("over", course.trying.right, tuple(course.trying.slips))
        return ("show", ready, course.trouble, *self.progress())

    def progress(self) -> tuple[Any, ...]:
        """The other parts of the showing step."""
        raise NotImplementedError

    def _make_side(self, step: tuple[Any, ...]) -> Widget:
        match step:
            case ("busy",):
                return self.sentence(self.say("teach.busy"))
            case ("empty", seen):
                button = self.button("teach.is_empty", self._table_is_empty, "check", disabled=not seen)
                return self.sentence(self.say("teach.empty"), button)
            case ("try", face, None):
                says = self.say("teach.show_me", face=self.named(face))
                return self.sentence(says, self.picture_of(face), self._skip())
            case ("try", face, seen):
                return self._doubt(face, seen)
            case ("over", right, slips):
                return self._over(right, slips)
        return self.make_show(step)

    def make_show(self, step: tuple[Any, ...]) -> Widget:
        """Beside the picture while the faces are shown."""
        raise NotImplementedError

    def named(self, face: str) -> str:
        """How *face* is called in a sentence."""
        return face

    def picture_of(self, face: str) -> Widget:
        raise NotImplementedError

    def sentence(self, words: str, *things: Widget, more: str = "") -> Widget:
        """A sentence with what belongs to it below."""
        texts: list[Widget] = [Text(words, self.sizes, "large", bold=True)]
        if more:
            texts.append(Text(more, self.sizes, "body", theme.ACCENT))
        return Panel(self.sizes, *texts, *things, gap=theme.GAP)

    def button(
        self,
        key: str,
        touched: Touched,
        icon: str = "",
        look: str = "main",
        disabled: bool = False,
        **args: Any,
    ) -> TextButton:
        return TextButton(self.sizes, self.say(key, **args), touched, icon, look, disabled=disabled)

    # --- the camera ---

    def looked(self, look: Look) -> None:
        if look.frame is None or self.course.busy:
            return
        self.course.showing.look(look.frame)
        self.refresh()
        trying = self.course.trying
        if trying is not None and trying.face and self.course.showing.box is not None:
            self._read(self.course.showing.take())

    def _table_is_empty(self) -> None:
        self.course.showing.table_is_empty()
        self.refresh()

    # --- learning ---

    def learn(self, pictures: Mapping[str, list[Any]]) -> None:
        """Learn beside the screen, then try out what was learnt."""

        def work() -> Learnt | None:
            try:
                return self.teacher.learn(self.kind, self.course.name, pictures)
            except CannotLearn:
                return None

        self._beside(work, self._learnt)

    def _learnt(self, learnt: Learnt | None) -> None:
        if learnt is None:
            self.course.trouble = "teach.failed"
        else:
            self.course.learnt, self.course.trouble = learnt, ""
            self.course.trying = TryingOut(learnt.faces, Random(self.stage.rooms.clock.now()))
            if learnt.index:
                self.stage.wish("index", learnt.index)

    def _beside(self, work: Callable[[], Any], then: Callable[[Any], None]) -> None:
        self.course.busy = True

        def done(result: Any) -> None:
            self.course.busy = False
            then(result)
            if self.parent is not None:
                self.refresh()

        aside(work, done)
        self.refresh()

    # --- trying out ---

    def _read(self, picture: Any) -> None:
        self._tried = picture
        self._beside(lambda: self.teacher.read(self.kind, self.course.name, picture), self._saw)

    def _saw(self, seen: tuple[str, ...]) -> None:
        trying = self.course.trying
        if trying is not None:
            self.course.seen = None if trying.saw(seen) else seen

    def _doubt(self, face: str, seen: tuple[str, ...]) -> Widget:
        """It is another face, or the eyes have it wrong: only the person knows."""
        names = " / ".join(self.named(one) for one in seen) or self.say("teach.nothing")
        words = self.say("teach.i_see", seen=names)
        right = self.button("teach.it_is", self._it_is, "check", face=self.named(face))
        again = self.button("teach.another", self._another, "turn", "plain")
        return self.sentence(words, right, again, more=self.say("teach.asked", face=self.named(face)))

    def _it_is(self) -> None:
        """The eyes have it wrong: this picture is learnt as well at the end."""
        trying = certain(self.course.trying)
        self.course.shown.setdefault(trying.face, []).append(self._tried)
        trying.confused(self.course.seen or ())
        self.course.seen = None
        self.refresh()

    def _another(self) -> None:
        self.course.seen = None
        self.refresh()

    def _skip(self) -> Widget:
        return self.button("teach.enough", self._stop_trying, look="quiet")

    def _stop_trying(self) -> None:
        self.stage.go("teach")

    def _over(self, right: int, slips: tuple[Any, ...]) -> Widget:
        assert self.course.trying is not None and self.course.learnt is not None
        asked = self.course.trying.asked
        done = self.button("teach.done", self._stop_trying, "check", "plain" if slips else "main")
        if not slips:
            alike = self.course.learnt.alike
            pairs = ", ".join(f"{self.named(one)} – {self.named(other)}" for one, other in alike[:3])
            more = self.say("teach.alike", pairs=pairs) if pairs else ""
            return self.sentence(self.say("teach.all_right", n=asked), done, more=more)
        lines = [
            self.say(
                "teach.taken_for",
                face=self.named(slip.shown),
                seen=" / ".join(self.named(one) for one in slip.seen) or self.say("teach.nothing"),
            )
            for slip in slips
        ]
        again = self.button("teach.learn_again", lambda: self.learn(self.course.shown), "turn")
        said = self.say("teach.some_right", n=right, all=asked)
        return self.sentence(said, again, done, more=" · ".join(lines))
