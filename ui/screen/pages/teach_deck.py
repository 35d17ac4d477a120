"""Teaching a deck: lay a card, name it, next; then the eyes are tried out."""

from typing import Any

from kivy.uix.widget import Widget

from ui.screen.guests import unused
from ui.screen.pages.lesson import Course, LessonPage
from ui.screen.parts.keyboard import Typing
from ui.screen.parts.text import Text
from ui.screen.stage import Stage

LONGEST = 20  # letters of a name
FEWEST = 2  # cards in a deck


class TeachDeck(LessonPage):
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
        take = self.button("teach.name_it", self._name_card, "pencil", disabled=not ready)
        all_shown = self.button("teach.all_shown", lambda: self.learn(self.course.shown), "check", "plain")
        all_shown.disabled = number < FEWEST
        more = self.say(trouble) if trouble else self.say("teach.cards_shown", n=number)
        return self.sentence(self.say("teach.lay_card"), take, all_shown, more=more)

    # --- names ---

    def _ask_name(self) -> None:
        self._ask(self.say("teach.deck_called"), self.say.plain("teach.deck_name"), self._called)

    def _called(self, name: str) -> None:
        self.course.name = unused(name, {known for kind, known in self.teacher.known() if kind == self.kind})
        self.stage.go("teach_deck", **self.keep())

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
        cancel = self.clear_over if self.course.name else (lambda: self.stage.go("teach"))
        self.ask_for_words(words, proposed, Typing(LONGEST), lambda name: then(name or proposed), cancel)


PAGE = TeachDeck
