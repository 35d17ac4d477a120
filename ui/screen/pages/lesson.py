"""Teaching the eyes a die or a deck: the camera's picture, the empty table, learning, trying out."""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any

from kivy.uix.widget import Widget

from companion.game import certain
from ui.screen import theme
from ui.screen.guests import unused
from ui.screen.looks import COLOUR_MARKS
from ui.screen.pages.page import Page
from ui.screen.pages.teach import key_of
from ui.screen.parts.camera_view import CameraView
from ui.screen.parts.dice import DieFace
from ui.screen.parts.keyboard import Typing
from ui.screen.parts.layout import Panel, Region, Row, Text, on_felt
from ui.screen.parts.touch import TextButton
from ui.screen.ports import CannotLearn, Learnt, Look
from ui.screen.showing import Course, Showing, TryingOut
from ui.screen.stage import Stage, aside


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
        picture = on_felt(self.sizes, self.view, pad=0.8)
        return self.beside(self.head(self.title(), "teach"), picture, self._side, (0.9, 1.1))

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
                button = self.button(
                    "teach.is_empty", self._table_is_empty, "check", "main", disabled=not seen
                )
                return self.sentence(self.say("teach.empty"), button)
            case ("try", face, None):
                says = self.say("teach.show_me", face=self.named(face))
                enough = self.button("teach.enough", self._back, look="quiet")
                return self.sentence(says, self.picture_of(face), enough)
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

    def seen(self, faces: Sequence[str]) -> str:
        """What the eyes took something for, in words."""
        return " / ".join(map(self.named, faces)) or self.say("teach.nothing")

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

    def learn(self) -> None:
        """Learn beside the screen what was shown, then try out what was learnt."""

        def work() -> Learnt | None:
            try:
                return self.teacher.learn(self.kind, self.course.name, self.course.shown)
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
        words, name = self.say("teach.i_see", seen=self.seen(seen)), self.named(face)
        right = TextButton(self.sizes, self.say("teach.it_is", face=name), self._it_is, "check", "main")
        again = self.button("teach.another", self._another, "turn")
        return self.sentence(words, right, again, more=self.say("teach.asked", face=name))

    def _it_is(self) -> None:
        """The eyes have it wrong: this picture is learnt as well at the end."""
        trying = certain(self.course.trying)
        self.course.shown.setdefault(trying.face, []).append(self._tried)
        trying.confused(self.course.seen or ())
        self._another()

    def _another(self) -> None:
        self.course.seen = None
        self.refresh()

    def _back(self) -> None:
        self.stage.go("teach")

    def _over(self, right: int, slips: tuple[Any, ...]) -> Widget:
        asked, alike = certain(self.course.trying).asked, certain(self.course.learnt).alike
        done = self.button("teach.done", self._back, "check", "plain" if slips else "main")
        if not slips:
            pairs = ", ".join(f"{self.named(one)} – {self.named(other)}" for one, other in alike[:3])
            more = self.say("teach.alike", pairs=pairs) if pairs else ""
            return self.sentence(self.say("teach.all_right", n=asked), done, more=more)
        lines = [
            self.say("teach.taken_for", face=self.named(slip.shown), seen=self.seen(slip.seen))
            for slip in slips
        ]
        again = self.button("teach.learn_again", self.learn, "turn", "main")
        said = self.say("teach.some_right", n=right, all=asked)
        return self.sentence(said, again, done, more=" · ".join(lines))


# --- a die: each face is shown once ---

PIGS = ("smile", "grim")
DRAWN_AS = {"colour-die": "colour", "piggy-die": "piggy", "number-die": "number"}


class TeachDiePage(LessonPage):
    def __init__(self, stage: Stage, kind: str, course: Course | None = None) -> None:
        self.kind, teacher = kind, certain(stage.rooms.teacher)
        self.faces = teacher.faces_of(kind)
        if course is None:  # nobody has to type for a die
            name = unused(stage.say.plain(f"{key_of(kind)}_name"), {name for _, name in teacher.known()})
            course = Course(Showing(teacher, kind), name)
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
            anew = partial(self.stage.go, "teach_die", kind=self.kind)
            return self.sentence(self.say(trouble), self.button("teach.from_the_start", anew, "turn", "main"))
        count = self.say("teach.count", n=number + 1, all=len(self.faces))
        take = self.button("teach.lies", self._take, "check", "main", disabled=not ready)
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
            self.learn()

    def _last_again(self) -> None:
        shown = [face for face in self.faces if self.course.shown.get(face)]
        if shown:
            del self.course.shown[shown[-1]]
        self.refresh()


def written(face: str) -> str:
    """A face as it is written on the die.

    >>> written("+-2")
    '±2'
    """
    return face.replace("+-", "±")


# --- a deck: lay a card, name it, next ---

LONGEST = 20  # letters of a name
FEWEST = 2  # cards in a deck


class TeachDeckPage(LessonPage):
    kind = "deck"

    def __init__(self, stage: Stage, course: Course | None = None) -> None:
        super().__init__(stage, course)
        if not self.course.name:
            self._ask_name()

    def title(self) -> str:
        return self.course.name or self.say("teach.deck")

    def progress(self) -> tuple[Any, ...]:
        return (len(self.course.shown),)

    def picture_of(self, face: str) -> Widget:
        return Text(face, self.sizes, "huge", align="center", bold=True)

    def make_show(self, step: tuple[Any, ...]) -> Widget:
        _, ready, trouble, number = step
        take = self.button("teach.name_it", self._name_card, "pencil", "main", disabled=not ready)
        all_shown = self.button("teach.all_shown", self.learn, "check", disabled=number < FEWEST)
        more = self.say(trouble) if trouble else self.say("teach.cards_shown", n=number)
        return self.sentence(self.say("teach.lay_card"), take, all_shown, more=more)

    # --- names ---

    def _ask_name(self) -> None:
        self._ask(self.say("teach.deck_called"), self.say.plain("teach.deck_name"), self._called)

    def _called(self, name: str) -> None:
        self.course.name = unused(name, {known for kind, known in self.teacher.known() if kind == self.kind})
        self.again()

    def _name_card(self) -> None:
        number = str(len(self.course.shown) + 1)
        self._ask(self.say("teach.card_called"), number, self._card_called)

    def _card_called(self, name: str) -> None:
        picture = self.course.showing.take()
        if picture is not None:
            self.course.shown.setdefault(name, []).append(picture)
        self.refresh()

    def _ask(self, words: str, proposed: str, then: Any) -> None:
        """A name is asked for, and one is proposed."""
        cancel = self.clear_over if self.course.name else self._back
        self.ask_for_words(words, proposed, Typing(LONGEST), lambda name: then(name or proposed), cancel)
