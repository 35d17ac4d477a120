"""Teaching a die: each face is shown once, then the eyes are tried out."""

from typing import Any

from kivy.uix.widget import Widget

from ui.screen.guests import unused
from ui.screen.looks import COLOUR_MARKS
from ui.screen.pages.lesson import Course, LessonPage, Showing
from ui.screen.pages.teach import key_of
from ui.screen.parts.dice import DieFace
from ui.screen.parts.layout import Row
from ui.screen.stage import Stage

PIGS = ("smile", "grim")
DRAWN_AS = {"colour-die": "colour", "piggy-die": "piggy", "number-die": "number"}


class TeachDie(LessonPage):
    def __init__(self, stage: Stage, kind: str, course: Course | None = None) -> None:
        assert stage.rooms.teacher is not None
        self.kind = kind
        self.faces = stage.rooms.teacher.faces_of(kind)
        if course is None:
            course = Course(Showing(stage.rooms.teacher, kind), name_of_another(stage, kind))
        super().__init__(stage, course)

    def keep(self) -> dict[str, Any]:
        return {**super().keep(), "kind": self.kind}

    @property
    def _face(self) -> str:
        """The face that is to be shown now."""
        return next((face for face in self.faces if not self.course.shown.get(face)), "")

    def progress(self) -> tuple[Any, ...]:
        return (self._face, len(self.course.shown))

    def named(self, face: str) -> str:
        if face in COLOUR_MARKS:
            return self.say(f"looks.{face}")
        return self.say(f"teach.face_{face}") if face in PIGS else self.say("teach.face", face=written(face))

    def picture_of(self, face: str) -> Widget:
        return DieFace(DRAWN_AS[self.kind], face)

    def make_show(self, step: tuple[Any, ...]) -> Widget:
        _, ready, trouble, face, number = step
        if not face:  # all were shown, and nothing could be learnt
            return self.sentence(self.say(trouble), self.button("teach.from_the_start", self._anew, "turn"))
        count = self.say("teach.count", n=number + 1, all=len(self.faces))
        take = self.button("teach.lies", self._take, "check", disabled=not ready)
        back = self.button("teach.last_again", self._last_again, "undo", "quiet", disabled=not number)
        words = self.say("teach.lay_face", face=self.named(face))
        tools = Row(self.sizes, back, take, size_hint_y=None, height=take.height)
        hint = count if ready else self.say("teach.wait", count=count)
        return self.sentence(words, self.picture_of(face), tools, more=hint)

    def _take(self) -> None:
        picture = self.course.showing.take()
        if picture is None:
            return
        self.course.shown[self._face] = [picture]
        if self._face:
            self.refresh()
        else:
            self.learn(self.course.shown)

    def _last_again(self) -> None:
        shown = [face for face in self.faces if self.course.shown.get(face)]
        if shown:
            del self.course.shown[shown[-1]]
        self.refresh()

    def _anew(self) -> None:
        self.stage.go("teach_die", kind=self.kind)


def written(face: str) -> str:
    """A face as it is written on the die.

    >>> written("+-2")
    '±2'
    """
    return face.replace("+-", "±")


def name_of_another(stage: Stage, kind: str) -> str:
    """What another die of this *kind* is called: nobody has to type for a die."""
    assert stage.rooms.teacher is not None
    taken = {name for _, name in stage.rooms.teacher.known()}
    return unused(stage.say.plain(f"{key_of(kind)}_name"), taken)


PAGE = TeachDie
