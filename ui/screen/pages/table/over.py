"""What is laid over the table page once it is touched: pads, sheets, the menu, questions to all."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from kivy.clock import Clock
from kivy.uix.widget import Widget
from msgspec import to_builtins
from msgspec.structs import replace

from companion.asks import JSON, Ask, Kind, Say, sets_aside
from companion.bot_seat import Advice
from companion.pyramid.cells import ALL_CELLS
from companion.rulings import Importance
from companion.table.changes import Slip
from companion.words import found_languages, language_after
from ui.screen import views
from ui.screen.numbered import Numbers, numbered, with_numbers
from ui.screen.offers import Offer
from ui.screen.pages.page import Page
from ui.screen.pages.table import sheets
from ui.screen.pages.table.desk import Desk
from ui.screen.pages.table.lines import hand_pad
from ui.screen.pages.table.pyramid import beside_drawing
from ui.screen.parts.emblem import picture_of
from ui.screen.parts.pads import face_pad
from ui.screen.sitting import Sitting
from ui.screen.stage import Stage
from ui.screen.tutorial import GOAL, Part, parts

Shown = TypeVar("Shown")
MOST_BESIDE = len(ALL_CELLS)  # the drawing of a sheet has room for all that can be seen
UNREAD = 1.0  # seconds in which nobody has read what came by itself
LARGE = 170.0  # mm, or as much of it as there is


class Over:
    """Opens things over one table page and passes on what is answered there."""

    def __init__(self, page: Page, stage: Stage, sitting: Sitting) -> None:
        self._page, self._stage, self._sitting = page, stage, sitting
        self.numbers: Numbers = {}  # of the places that the page names: each stands on its drawing
        self._sizes, self._say, self._game = stage.sizes, stage.say, sitting.game
        self._pad = views.own(self._game.about.name, "pad")
        self.desk = Desk(
            sizes=stage.sizes,
            say=stage.say,
            game=self._game,
            options=sitting.table.options,
            faces=sitting.by_name,
            answer=self.answer,
            open_pad=self.pad,
            open_by_touch=self.by_touch,
            open_secret=self.secret,
            open_rule=self.rule,
            lay_over=page.lay_over,
            close=page.clear_over,
            now=stage.rooms.clock.now,
            kept={},
        )

    def answer(self, ask: Ask, value: JSON, seat: str, waited_ns: int) -> None:
        self._page.clear_over()
        if ask.kind is not Kind.CHOICE:  # other buttons come in the place of this one; places stay
            self._stage.shown()
        self._sitting.answer(ask, value, seat, waited_ns)

    # --- to answer what is asked ---

    def _lay_over(self, make: Callable[[Shown], Widget], shown: Shown, wide: float, tall: float) -> None:
        """The sheet that *make* makes of *shown*; places are chosen by numbers on a drawing beside it."""
        scene, used = self._sitting.scene(), Numbers()
        details = scene.view.details
        if "pyramid" in details:
            shown = numbered(shown, with_numbers(scene)[1], used, MOST_BESIDE)
        sheet = make(shown)
        if used:
            sheet = beside_drawing(self._sizes, sheet, details, scene.faces, used)
        self._page.lay_over(sheet, *((LARGE, LARGE) if used else (wide, tall)))

    def pad(self, offer: Offer, tapped: int = -1) -> None:
        here = self._sitting.here
        if here is not None:
            value = here.roll(offer.ask) if offer.rolls else here.by_itself(offer.ask)
            if value is not None:
                self.answer(offer.ask, value, offer.seat, 0)
                return
        else:  # what people see is so, whatever was thought to be left
            offer = replace(offer, ask=replace(offer.ask, among=()))
        view, doubt = self._sitting.scene().view, self._contradicts
        pad = partial(sheets.pad_for, self.desk, own=self._pad, view=view, contradicts=doubt, tapped=tapped)
        self._lay_over(pad, offer, 150, 130 if self._sizes.portrait else 85)
        self._sitting.table.go_on()  # what is asked is being answered: its time runs

    def _contradicts(self, offer: Offer, number: int) -> None:
        """What somebody says is true: which reading was wrong then, or that it is so all the same."""
        table, ask = self._sitting.table, offer.ask

        def repaired(slip: Slip) -> None:
            self._page.clear_over()
            self._sitting.repair(slip, ask, number, offer.seat)

        def agreed(part: JSON) -> None:
            says = self._say("table.counted_so", n=number, prompt=self.desk.words(ask.prompt))
            self._sitting.agree_on(part, says)

        slips = table.slips(ask, number)
        ways = [(self.desk.words(slip.says), partial(repaired, slip)) for slip in slips]
        if (part := self._game.as_counted(table.state, ask, number)) is not None:
            so = partial(self._ask_the_table, partial(agreed, part))
            ways.append((self._say("table.so_all_the_same", n=number), so))
        ways.append((self._say("table.count_again"), partial(self.pad, offer)))
        sheet = sheets.contradiction(self.desk, offer, ways, number, bool(slips))
        self._page.lay_over(sheet, 140, 84)

    def by_touch(self) -> None:
        self._lay_over(partial(sheets.by_touch, self.desk), self._sitting.scene().offers.by_touch, 140, 80)

    def secret(self, seat: str) -> None:
        scene, say = self._sitting.scene(), self._stage.speaker_for(seat)
        notes = [
            say.game(self._game, caption.note.says)
            for caption in scene.captions[-6:]
            if caption.note.importance is Importance.PRIVATE and caption.note.seat == seat
        ]
        mine = [offer for offer in scene.offers.secret if offer.seat == seat]
        sheet = sheets.secret(replace(self.desk, say=say), seat, notes[-1:], mine)
        self._page.lay_over(sheet, 130, 70)

    def die(self, number: int) -> None:
        """What a tap on a die is for: setting it aside on the screen, else telling what it really shows."""
        scene = self._sitting.scene()
        die, leaves = scene.view.dice[number], (offer for offer in scene.offers.now if sets_aside(offer.ask))
        if scene.hand is not None and (offer := next(leaves, None)) is not None:
            self.pad(offer, number)
            return

        def entered(face: JSON) -> None:
            self._page.clear_over()
            self._sitting.correct_die(number, face)

        pad = face_pad(self._sizes, die.kind, die.value, entered)
        sheet = self.desk.sheet(self._say("table.correct"), pad)
        self._page.lay_over(sheet, 130, 70 if self._sizes.portrait else 46)

    def bots_hand(self, advice: Advice) -> None:
        bots = self._sitting.bots
        if bots is not None:
            self._page.lay_over(hand_pad(self.desk, advice, partial(bots.shown, advice)), 150, 85)

    # --- to read ---

    def rule(self, rule: str) -> None:
        lay_over = partial(self._page.lay_over, width=135, height=110 if self._sizes.portrait else 85)
        now = self.explained(self.open_asks())
        sheet = sheets.rule_sheet(self.desk, rule, now, self._court, lay_over)
        self._page.lay_over(sheet, 135, 72)

    def open_asks(self) -> list[Ask]:
        """What can be done by whoever sits at the screen."""
        scene = self._sitting.scene()
        if scene.hand is not None:  # whoever plays alone hides nothing from anybody
            offered = (each.ask for each in (*scene.offers.now, *scene.offers.by_touch))
            person = scene.hand.seat  # on a pile that is everybody's somebody else may have to lay
            mine = (ask for ask in scene.hand.laid if ask.prompt.args.get("seat", person) == person)
            return [replace(ask, secret=False) for ask in (*mine, *offered)]
        return [ask for ask in scene.asks if not ask.secret and ask.kind is not Kind.TIME]

    def explained(self, asks: Sequence[Ask]) -> tuple[Part, ...]:
        """*asks* in words: each what to do, why, and how it is entered."""
        board = None if self._sitting.here is not None else self._stage.rooms.board
        asks = [replace(ask, prompt=numbered(ask.prompt, {**self.numbers})) for ask in asks]
        return parts(self._say, self._game, self._sitting.table.options, asks, board)

    def teach(self, table: Callable[[], Widget], again: Callable[[], None]) -> None:
        """What is asked for the first time is explained beside the *table*; *again* draws it anew."""
        lesson = self._stage.tutor.lesson(self._game, self.open_asks())
        if lesson is None:
            return
        steps = self.explained(lesson.asks)
        if lesson.goal:
            steps = (Part(self.desk.words(Say(GOAL))),)
        title, came = self._say("tutorial.goal" if lesson.goal else "tutorial.title"), Clock.get_time()
        drawing = picture_of(self._game) if lesson.goal else table()

        def understood() -> None:
            self._stage.tutor.understood(lesson)
            self._page.clear_over()
            again()

        def enough() -> None:
            if Clock.get_time() - came < UNREAD:  # a finger on its way to what lies below
                return
            self._stage.wish("tutorial", "off")
            understood()

        sheet = sheets.lesson_sheet(self.desk, title, steps, drawing, understood, enough)
        self._page.lay_over(sheet, 142, 130 if self._sizes.portrait else 84)

    def _court(self, reading: sheets.Reading) -> None:
        """The result with another reading; while the game goes on it can be agreed on."""
        table = self._sitting.table
        options = replace(table.options, **{reading.switch: reading.value})

        def agreed() -> None:
            says = self._say("table.from_now_on", rule=reading.rule, text=reading.text)
            self._sitting.agree_on({"options": to_builtins(options)}, says)
            self._stage.go("table")

        play_so = None if table.over else partial(self._ask_the_table, agreed)
        came_out = table.with_other_options(options)
        sheet = partial(sheets.court_sheet, self.desk, reading, play_so=play_so)
        self._lay_over(sheet, came_out, 135, 72)

    def points(self, seat: str) -> None:
        table = self._sitting.table
        score = next((panel.score for panel in table.view.panels if panel.seat == seat), 0)
        sheet = partial(sheets.points_sheet, self.desk, seat, score)
        mine = [one for one in reversed(table.scored()) if one.seat == seat]
        self._lay_over(sheet, mine, 145, 85)

    def log(self) -> None:
        log = self._sitting.table.log()[::-1]

        def sheet(sentences: Sequence[Say]) -> Widget:
            lines = [replace(entry, says=says) for entry, says in zip(log, sentences, strict=True)]
            return sheets.log_sheet(self.desk, lines, self.ask_undo_to)

        self._lay_over(sheet, tuple(entry.says for entry in log), 145, 85)

    def menu(self) -> None:
        say, go, watching = self._say, self._stage.go, self._stage.watching
        replay = None if watching else self._stage.rooms.replay
        leaves = ("eye", "home.watch", "watch") if watching else ("pause", "table.pause", "pause")
        entries = (
            ("log", say("table.log_title"), self.log),
            ("sheet", say("sheet.title"), lambda: go("sheet")),
            ("clock", say("first.title"), lambda: go("first")),
            *((("around", say("replay.title"), lambda: go("replay")),) if replay and replay.wished() else ()),
            *(() if watching else (("agree", say("table.agreement"), lambda: go("agreement")),)),
            ("question", say("rules.title"), lambda: go("rules")),
            ("globe", found_languages()[language_after(say.language)].name, self._speak_otherwise),
            ("large", say("big.title"), lambda: go("big")),
            (leaves[0], say(leaves[1]), partial(go, leaves[2])),
        )
        self._page.lay_over(sheets.menu(self.desk, entries), 130, 125 if self._sizes.portrait else 70)

    def _speak_otherwise(self) -> None:
        self._stage.speak(language_after(self._say.language))
        self._stage.go("table")

    # --- to take back ---

    def ask_undo(self) -> None:
        level = self._sitting.undo_level
        if level is not None and level.needs_agreement and self._sitting.here is None:
            standing = [entry for entry in self._sitting.table.log() if entry.stands]
            what = standing[-1].says if standing else None
            self._ask_the_table(lambda: self._sitting.undo(agreed=True), what)
        else:
            self._sitting.undo()

    def ask_undo_to(self, entry: int) -> None:
        if self._stage.watching:  # a simulated family knows only its own table
            return
        log = self._sitting.table.log()
        last = next((one.says for one in log if one.entry == entry), None)
        does = partial(self._sitting.undo_to, entry, agreed=True)
        self._ask_the_table(does, last, "table.back_to")

    def _ask_the_table(
        self, does: Callable[[], Any], what: Say | None = None, key: str = "table.take_back"
    ) -> None:
        """What others have relied on is only taken back if all want it; they are shown *what* it is."""
        alone = self._sitting.here is not None  # bots agree to all
        yes = self._say("common.ok" if alone else "table.we_agree")
        words = self._say("table.all_agree")
        if what is not None:
            question = self._say(key, what=self.desk.words(what))
            words = question if alone else f"{question} {words}"
        self._page.ask(words, yes, does, "check" if alone else "agree")
