"""Printing what a table needs, on a printer that the system knows or into a file: no terminal is needed."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from kivy.uix.widget import Widget
from msgspec.structs import replace

from companion.words import printed_languages
from ui.exporting import NotExported, place_at_home
from ui.prints.order import HEIGHTS, PAPERS, Order, printers, send, write
from ui.screen import theme
from ui.screen.pages.setup import StepPage
from ui.screen.parts.layout import Grid, Region, Row, Text, at_hand
from ui.screen.parts.touch import TextButton, grid_height, several, stepper
from ui.screen.stage import Stage, aside
from ui.screen.wishes import wished

THINGS = ("mat", "pyramid", "cards", "dice", "sheet", "labels")
DECKS = ("abspecken", "abi94", "abi94-b", "wobble", "french", "uno-like")
PEOPLE, MOST_AT_MAT, MOST_ON_SHEET = 4, 5, 11  # a mat for six is for one height of the camera only


class PrintingPage(StepPage):
    kept = ("back", "thing", "order", "said")
    thing, said = "mat", ""
    order = Order("mat", seats=PEOPLE, languages=printed_languages()[::-1])

    def __init__(self, stage: Stage, **kept: Any) -> None:
        super().__init__(stage, **kept)
        aside(printers, lambda known: self._where.show(tuple(known)))

    def make(self) -> Widget:
        head = self.head_of_step()
        names = {thing: self.say(f"printing.{thing}") for thing in THINGS}
        things = self._several(names, self.thing, self._take)
        self._line = Region(self._words, **self.sizes.high(16 if self.sizes.portrait else 11))
        self._line.show(self.said)
        self._where = Region(self._buttons, **self.sizes.high(theme.TOUCH))
        self._where.show(None)
        chosen = self.listed(*self._details())
        if self.sizes.portrait:
            return self.body(head, things, chosen, self._line, self._where)
        return self.body(head, at_hand(self.sizes, things, chosen), self._line, self._where, gap=theme.GAP)

    def _several(self, names: dict[str, str], chosen: str, touched: Callable[[str], None]) -> Widget:
        high = grid_height(self.sizes, -(-len(names) // 2))
        buttons = several(self.sizes, names, (chosen,), touched)
        return Grid(self.sizes, *buttons, cols=2, size_hint_y=None, height=high, pos_hint={"top": 1})

    def _words(self, said: str) -> Widget:
        ink = theme.ACCENT if said else theme.MUTED
        return Text(said or self.say("printing.how"), self.sizes, "body", ink, valign="top")

    # --- what is to be printed ---

    def _details(self) -> list[Widget]:
        """The choices for it."""
        order, say = self.order, self.say
        if self.thing in ("mat", "pyramid"):
            papers = {paper: say(f"printing.paper_{paper}") for paper in PAPERS}
            heights = {str(cm): say("printing.camera", n=cm) for cm in HEIGHTS}
            parts = [
                self._several(papers, order.paper, lambda paper: self._change(paper=paper)),
                self._several(heights, str(order.camera_cm), lambda cm: self._change(camera_cm=int(cm))),
            ]
            return [self._people(1, MOST_AT_MAT), *parts] if self.thing == "mat" else parts
        chosen = lambda of: self._change(of=of)  # noqa: E731
        if self.thing == "cards":
            return [self._several({deck: self._called(deck) for deck in DECKS}, order.of, chosen)]
        if self.thing == "sheet":
            games = {name: self.say.title(game) for name, game in self.stage.rooms.games.items()}
            return [self._people(1, MOST_ON_SHEET), self._several(games, order.of, chosen)]
        return []

    def _called(self, deck: str) -> str:
        game = self.stage.rooms.games.get(deck)
        return self.say.title(game) if game else self.say(f"printing.deck_{deck.replace('-', '_')}")

    def _people(self, low: int, high: int) -> Widget:
        seats = self.order.seats
        words = (self.say("printing.fewer"), self.say("printing.people", n=seats), self.say("printing.more"))
        return stepper(self.sizes, words, lambda n: self._change(seats=n), seats, range(low, high + 1))

    def _take(self, thing: str) -> None:
        of = {"pyramid": "pyramid", "cards": DECKS[0], "sheet": next(iter(self.stage.rooms.games), "")}
        most = MOST_ON_SHEET if thing == "sheet" else MOST_AT_MAT
        what = "mat" if thing == "pyramid" else thing
        self.thing = thing
        self._change(what=what, of=of.get(thing, ""), paper="a4", seats=min(self.order.seats, most))

    def _change(self, **changes: Any) -> None:
        self.order, self.said = replace(self.order, **changes), ""
        self.again()

    # --- where it goes ---

    def _buttons(self, known: tuple[str, ...] | None) -> Widget:
        """*known* printers, of which the usual one is offered; None while that is looked for."""
        save = self.button("printing.save", partial(self._print, ""), icon="check", size_hint_y=1)
        save.disabled = self.stage.rooms.exports is None
        if known and self.order.paper != "mat":
            words, touched = self.say("printing.on", printer=known[0]), partial(self._print, known[0])
            return Row(self.sizes, save, TextButton(self.sizes, words, touched, look="main", size_hint_y=1))
        why = "looking" if known is None else "one_piece" if known else "no_printer"
        words = self.say(f"printing.{why}")
        return Row(self.sizes, save, Text(words, self.sizes, "small", theme.MUTED))

    def _print(self, printer: str) -> None:
        exports, order, say = self.stage.rooms.exports, self.order, self.say
        assert exports is not None
        index = wished(self.stage.rooms.preferences, "index")

        def work() -> tuple[bool, str]:
            try:
                place = place_at_home(exports)
                file = place.folder / f"{'-'.join(filter(None, (order.what, order.of)))}.pdf"
                pages = write(replace(order, index=index), file)
            except (NotExported, OSError) as error:
                return False, say("printing.not_saved", why=str(error))
            if printer and (why := send(file, printer, order.paper)):
                return False, say("printing.not_sent", why=why, file=_shown(file))
            key = "sent" if printer else "on_stick" if place.on_stick else "saved"
            return True, say(f"printing.{key}", n=pages, file=_shown(file), printer=printer)

        self._line.show(say("printing.working"))
        aside(work, lambda came: self._done(*came))

    def _done(self, well: bool, said: str) -> None:
        if well:
            self.passed()
        self.said = said
        self._line.show(said)


def _shown(file: Path) -> str:
    """Where *file* is; a long path that cannot be broken between words does not fit."""
    home = Path.home()
    return f"~/{file.relative_to(home)}" if file.is_relative_to(home) else str(file)
