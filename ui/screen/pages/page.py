"""What all pages have in common: a head line, a body, and things laid over it."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.asks import Say
from companion.calls.buttons import Edge, Pressed
from companion.game import AnyGame
from companion.table import CannotStart
from ui.screen import theme
from ui.screen.parts.keyboard import Keyboard, NumberPad, Typing
from ui.screen.parts.layout import Column, Covering, Ground, Row, Scroll, Stack, Text, at_hand, in_the_middle
from ui.screen.parts.pads import titled
from ui.screen.parts.touch import IconButton, TextButton, Touched, button_grid
from ui.screen.ports import Look, Trouble
from ui.screen.stage import Stage

SHOWN = 26  # letters of what is typed, the last ones


class Page(Ground):
    """One page. It is rebuilt when the size or the language changes; lasting state is kept in the stage.

    Children name in `kept` the attributes that they are opened with, and are made anew with.
    """

    kept: tuple[str, ...] = ()
    name = ""  # by which it was opened
    scrolled = 1.0  # how far up its lines are; kept by pages that are made anew at a touch on them

    def __init__(self, stage: Stage, **kept: Any) -> None:
        super().__init__()
        for name, value in kept.items():
            if name not in self.kept:
                raise TypeError(f"{type(self).__name__} keeps no {name!r}")
            setattr(self, name, value)
        self.stage, self.sizes, self.say = stage, stage.sizes, stage.say
        self.overlay: Widget | None = None
        self.add_widget(self.make())

    def make(self) -> Widget:
        raise NotImplementedError

    def keep(self) -> dict[str, Any]:
        """What the page needs to be the same after a rebuild."""
        return {name: getattr(self, name) for name in self.kept}

    def again(self, **changes: Any) -> None:
        """Show the same page anew, with *changes* of what it keeps."""
        self.stage.go(self.name, **{**self.keep(), **changes})

    def every(self, seconds: float, look: Callable[[float], None]) -> None:
        """*look* again and again, until another page is shown."""
        again = Clock.schedule_interval(look, seconds)
        self.bind(parent=lambda _page, parent: again.cancel() if parent is None else None)

    # --- what comes from the board; most pages do not mind ---

    def felt(self, edge: Edge) -> None: ...

    def phoned(self, press: Pressed) -> None: ...

    def looked(self, look: Look) -> None: ...

    def troubled(self, trouble: Trouble) -> None: ...

    # --- parts ---

    def head(self, title: str, back: Touched | str | None, *right: Widget) -> Widget:
        """The line at the top: the way *back*, perhaps a page's name, the title, what else is wanted."""
        row = Row(self.sizes, **self.sizes.high(theme.TOUCH))
        if isinstance(back, str):
            back = partial(self.stage.go, back)
        if back is not None:
            row.add_widget(IconButton(self.sizes, "back", self.say("common.back"), back))
        row.add_widget(Text(title, self.sizes, "title", bold=True))
        for thing in right:
            row.add_widget(thing)
        return row

    def button(
        self, key: str, touched: Touched, icon: str = "", look: str = "plain", **more: Any
    ) -> TextButton:
        """A button with the words of *key*."""
        return TextButton(self.sizes, self.say(key), touched, icon, look, **more)

    def instead(self, words: str) -> Widget:
        """*words* where there is nothing to show."""
        return Text(words, self.sizes, "large", theme.MUTED, align="center")

    def body(self, *things: Widget, gap: float = theme.PAD) -> Widget:
        """The whole page as a column with a margin."""
        return Column(self.sizes, *things, pad=theme.PAD, gap=gap)

    def halves(self, read: Widget, touched: Widget) -> Widget:
        """The whole page as what is read and what is touched."""
        if self.sizes.portrait:
            return self.body(read, touched)
        return at_hand(self.sizes, read, touched, pad=theme.PAD, gap=theme.PAD * 2)

    def beside(self, head: Widget, read: Widget, touched: Widget, share: tuple[float, float]) -> Widget:
        """Below the *head* what is read and what is touched: its *share* in landscape and in portrait."""
        if self.sizes.portrait:
            touched.size_hint_y = share[1]
            return self.body(head, read, touched)
        touched.size_hint_x = share[0]
        return self.body(head, at_hand(self.sizes, read, touched, gap=theme.PAD))

    def listed(self, *lines: Widget, gap: float = theme.GAP, otherwise: str = "") -> Scroll:
        """*lines* below each other, scrolled to where they were left; without any these words *otherwise*."""
        if not lines and otherwise:
            lines = (Text(otherwise, self.sizes, "large", theme.MUTED, grow=True),)
        scroll = Scroll(self.sizes, Stack(self.sizes, *lines, gap=gap))
        scroll.scroll_y = self.scrolled
        scroll.bind(scroll_y=lambda _scroll, at: setattr(self, "scrolled", at))
        return scroll

    def all_games(self, chosen: Callable[[AnyGame], None]) -> Widget:
        """A button for each game, however many there are."""
        sizes, games = self.sizes, self.stage.rooms.games.values()
        buttons = [TextButton(sizes, self.say.title(game), partial(chosen, game)) for game in games]
        return Scroll(sizes, button_grid(sizes, buttons))

    def to_the_table(self, begin: Callable[[], None]) -> None:
        """Let a game *begin* and show its table; where it cannot, that is said in words over this page."""
        try:
            begin()
        except CannotStart as error:
            self.complain(error)
        else:
            self.stage.go("table")

    def complain(self, error: object) -> None:
        """Say over this page why something cannot be: *error* is a sentence, or has one as `says`."""
        says, game = getattr(error, "says", None), self.stage.game
        words = self.say.game(game, says) if isinstance(says, Say) and game else str(error)
        self.lay_over(Column(self.sizes, Text(words, self.sizes, "large"), self._understood()), 110, 52)

    def tell(self, says: Sequence[Say], width: float, height: float) -> None:
        """What has to be known, one thing below the other, over this page."""
        lines = [Text(self.say(each.key, **each.args), self.sizes, "body", grow=True) for each in says]
        words, high = self.say("window.title"), self.sizes.high(8)
        title = Text(words, self.sizes, "title", theme.ACCENT, bold=True, **high)
        below = Scroll(self.sizes, Stack(self.sizes, *lines))
        self.lay_over(Column(self.sizes, title, below, self._understood()), width, height)

    def _understood(self) -> Widget:
        return self.button("common.understood", self.clear_over, icon="check", look="main")

    # --- something that has to be answered first ---

    def lay_over(self, thing: Widget, width: float = 120.0, height: float = 70.0) -> None:
        """Show *thing* over the page, as large as asked for where the window allows it."""
        self.clear_over()
        shade = Covering(theme.SHADE, alpha=0.78)
        room = (self.sizes.width - self.sizes.mm(5), self.sizes.height - self.sizes.mm(5))
        size = (min(self.sizes.mm(width), room[0]), min(self.sizes.mm(height), room[1]))
        shade.add_widget(in_the_middle(self.sizes, thing, *size))
        self.overlay = shade
        self.add_widget(shade)

    def sheet(
        self, title: str, thing: Widget, width: float, height: float, close: Touched | None = None
    ) -> None:
        """*thing* over the page under a title, with a cross that puts it away."""
        self.lay_over(titled(self.sizes, self.say, title, thing, close or self.clear_over), width, height)

    def ask(
        self, words: str, yes: str, does: Touched, icon: str, no: tuple[str, Touched] | None = None
    ) -> None:
        """A question with two large answers, the careful one first; it is gone when *yes* does it."""

        def answered(then: Touched) -> None:
            self.clear_over()
            then()

        words_no, careful = no or (self.say("common.no"), lambda: None)
        back = TextButton(self.sizes, words_no, partial(answered, careful), icon="back", size_hint_y=1)
        go_on = TextButton(self.sizes, yes, partial(answered, does), icon=icon, look="main", size_hint_y=1)
        answers = Row(self.sizes, back, go_on, **self.sizes.high(14))
        asked = Text(words, self.sizes, "title", align="center")
        self.lay_over(Column(self.sizes, asked, answers), 125, 60)

    def ask_all(self, says: str, does: Touched) -> None:
        """Everybody has to agree to what *says* tells."""
        words = f"{says} {self.say('table.all_agree')}"
        self.ask(words, self.say("table.we_agree"), does, "agree")

    def ask_for_number(self, title: str, low: int, high: int, then: Callable[[int], None]) -> None:
        self.sheet(title, NumberPad(self.sizes, self.say, low, high, then), 110, 85)

    def ask_for_words(
        self,
        title: str,
        proposed: str,
        typing: Typing,
        then: Callable[[str], None],
        cancel: Touched | None = None,
    ) -> None:
        """*then* hears what is typed over this page."""
        written = Text("", self.sizes, "title", bold=True)

        def typed(text: str) -> None:
            written.text = text if 0 < len(text) <= SHOWN else f"…{text[-SHOWN:]}" if text else "_"

        typed(proposed)

        def done() -> None:
            self.clear_over()
            then(keys.typed_text.strip(" -'"))

        keys = Keyboard(self.sizes, self.say, typed, proposed, typing)
        keys.done = done
        ready = self.button("common.ok", done, "check", "main", size_hint=(None, 1), width=self.sizes.mm(30))
        line = Row(self.sizes, written, ready, **self.sizes.high(theme.TOUCH))
        self.sheet(title, Column(self.sizes, line, keys), 152, 120 if typing.extra else 96, cancel)

    def clear_over(self) -> None:
        if self.overlay is not None:
            self.remove_widget(self.overlay)
        self.overlay = None

    @property
    def covered(self) -> bool:
        return self.overlay is not None


class TablesPage(Page):
    """A page that shows the table that is played; the game goes on meanwhile."""

    def __init__(self, stage: Stage, **kept: Any) -> None:
        self.sitting = stage.table
        super().__init__(stage, **kept)
        self._fresh = Clock.create_trigger(self._refresh, -1)  # once a picture, however much was announced
        self.sitting.changed = self._fresh
        self.refresh()

    def refresh(self) -> None:
        """Draw what has changed at the table."""
        raise NotImplementedError

    def _refresh(self, *_: Any) -> None:
        if self.parent is not None:
            self.refresh()

    def felt(self, edge: Edge) -> None:
        self.sitting.feel(edge)

    def phoned(self, press: Pressed) -> None:
        self.sitting.feel(press)

    def looked(self, look: Look) -> None:
        self.sitting.looked(look)

    def troubled(self, trouble: Trouble) -> None:
        self.sitting.troubled(trouble)
