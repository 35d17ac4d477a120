"""Joins the regions of the table page and gives each its part of the scene."""

from functools import partial
from typing import Any

from kivy.uix.widget import Widget
from msgspec.structs import asdict, replace

from companion.asks import Kind, sets_aside
from companion.bot_seat import Advice
from companion.layout import View
from companion.rulings import Importance
from ui.screen import theme, views
from ui.screen.numbered import Numbers, Pointed, pointed_at, with_numbers
from ui.screen.offers import Offer, Offers, in_words_here
from ui.screen.pages.page import TablesPage
from ui.screen.pages.table.asking import (
    BESIDE_DRAWING,
    INLINE,
    Asked,
    Touchables,
    asked,
    is_long,
    offers_region,
    prompt_region,
    race_lines,
)
from ui.screen.pages.table.felt import Felt, Spread, roll_region
from ui.screen.pages.table.lines import (
    MOST,
    HandStrip,
    advice_region,
    banner_panel,
    captions_region,
    undo_button,
)
from ui.screen.pages.table.over import Over
from ui.screen.pages.table.people import FLAT, MANY, Person, people, people_height, people_region
from ui.screen.pages.table.pyramid import at_sides, cells_in, meant_by, not_tapped, pyramid_region
from ui.screen.parts.emblem import picture_of
from ui.screen.parts.layout import Column, Region, Row, Stack, Text, at_hand, space
from ui.screen.parts.pads import dice_pad_needs
from ui.screen.parts.pyramid import PyramidDrawing, Shown
from ui.screen.parts.touch import IconButton
from ui.screen.scene import Banner, OwnHand, Scene
from ui.screen.stage import Stage

MUCH = 22.0  # mm of things to touch: what is above them has to be brief then
PEOPLE, CROWD, CROWD_MORE = 50.0, 62.0, 78.0  # mm: people in landscape, in one, two and three columns
MANY_DICE = 3  # most dice entered without a button before them
LEAST_FELT = 26.0  # mm of the felt in portrait: what is to be touched scrolls rather than leaving it less
LEAST_FELT_WIDE = 15.0  # the same in landscape
CAPTIONS, CAPTIONS_TALL = 9.0, 11.0  # mm
COLUMN = 66.0  # mm: all that stands beside a pyramid as high as the page
AROUND_PYRAMID = 4  # so many people fit above each other in that column
PROMPT, PROMPT_LONG = 15.0, 17.5  # mm: what is asked, in landscape


class TablePage(TablesPage):
    def __init__(self, stage: Stage) -> None:
        self.sitting = stage.table
        self.game = self.sitting.game
        self.over = Over(self, stage, self.sitting)
        name = self.game.about.name
        self._strip: HandStrip | None = None
        self._own_view, self._panel = views.own(name, "felt"), views.own(name, "panel")
        self._panel_height = None if self._panel is None else views.own(name, "PANEL") or 0.0
        few = len(self.sitting.faces) <= AROUND_PYRAMID
        # beside a pyramid that is as high as the page, all else stands in a column as on a narrow page
        self._tall_felt = "pyramid" in self.game.about.things and few and not stage.sizes.portrait
        self._column = stage.sizes.column(stage.sizes.mm(COLUMN)) if self._tall_felt else stage.sizes
        self.desk = replace(self.over.desk, sizes=self._column)
        super().__init__(stage)

    # --- drawing ---

    def make(self) -> Widget:
        sizes = self._column
        self._title = Region(lambda words: Text(words, sizes, "large", bold=True))
        self._undo = Region(lambda level: undo_button(self.desk, level, self.over.ask_undo), **sizes.wide(34))
        self._people = Region(self._make_people)
        self._prompt = Region(lambda shown: prompt_region(self.desk, *shown))
        self._felt = Region(self._make_felt)
        captions = partial(captions_region, self.desk, touched=self.over.log)
        self._captions = Region(captions, **sizes.high(CAPTIONS))
        self._offers = Region(self._make_offers, size_hint_y=None)
        self._advice = Region(self._make_advice, size_hint_y=None)
        self._own_hand = Region(self._make_own_hand, size_hint_y=None, height=0)
        self._races = Region(self._make_races, size_hint_y=None, height=0)
        self._banner = Region(self._make_banner, **sizes.high(44 if sizes.portrait else 37))
        self._below = Stack(sizes, gap=1.6 if sizes.portrait else 1.2)
        menu = IconButton(sizes, "menu", self.say("table.menu"), self.over.menu)
        top = Row(sizes, menu, **sizes.high(theme.TOUCH))
        if not self._tall_felt:  # there the words have the place
            top.add_widget(self._title)
        top.add_widget(self._undo)
        if self._tall_felt:
            return self._beside_felt(top)
        return self._portrait(top) if sizes.portrait else self._landscape(top)

    def _beside_felt(self, top: Widget) -> Widget:
        """The felt as high as the page, and a column with all else."""
        sizes = self._column
        self._undo.size_hint_x = 1
        self._people.size_hint_y = None
        self._prompt.size_hint_y = None
        column = Column(sizes, top, self._people, self._prompt, space(), self._below, gap=1.2)
        column.size_hint_x, column.width = None, sizes.width
        return self.body(at_hand(self.sizes, self._felt, column, gap=1.4))

    def _landscape(self, top: Widget) -> Widget:
        sizes = self.sizes
        self._people.size_hint_x = None
        wide = PEOPLE if not self._crowded else CROWD if len(self.sitting.faces) <= FLAT else CROWD_MORE
        self._people.width = sizes.mm(wide)
        self._prompt.size_hint_y, self._prompt.height = None, sizes.mm(PROMPT)
        middle = Column(sizes, self._prompt, self._felt, self._below, gap=1.2)
        both = at_hand(sizes, self._people, middle, gap=1.6)
        return self.body(top, both, *([self._races] if self._crowded else []), gap=1.4)

    @property
    def _crowded(self) -> bool:
        """So many people beside the middle that those who may call get a line as wide as the page."""
        return not self.sizes.portrait and len(self.sitting.faces) > MANY

    def _portrait(self, top: Widget) -> Widget:
        sizes = self.sizes
        self._people.size_hint_y = None
        low = PROMPT_LONG if "pyramid" in self.game.about.things else 20
        self._prompt.size_hint_y, self._prompt.height = None, sizes.mm(low)
        return self.body(top, self._people, self._prompt, self._felt, self._below, gap=1.6)

    def _scene(self) -> Scene:
        """Whoever watches a family has nothing to tell or to take back there."""
        scene = self.sitting.scene()
        if not self.stage.watching:
            return scene
        public = tuple(one for one in scene.captions if one.note.importance is not Importance.PRIVATE)
        return replace(scene, offers=Offers(), undo_level=None, captions=public)

    def refresh(self) -> None:
        """Draw what has changed in the scene."""
        scene = self._scene()
        if scene.outcome is not None and not self.covered and scene.banner is None:
            self.stage.go("end")
            return
        drawn = "pyramid" in scene.view.details
        numbers: Numbers = {}
        if self.say.knows(self.game, "cell_numbered"):
            scene, numbers = with_numbers(scene, [o.ask.id for o in self._on_buttons(scene, drawn)])
        new = [c for c in scene.captions if c.entry >= scene.news]
        public = tuple(
            c for c in new if c.note.importance is not Importance.PRIVATE or c.note.seat == scene.person
        )
        pointed = pointed_at(scene.banner or scene.advice or public[-1:]) if drawn else Pointed()
        asking = self._asked(scene)
        piles = () if self._panel else scene.view.piles
        persons = people(scene.view.panels, scene.faces, piles, asking.seats)
        owned = {person.pile.place for person in persons if person.pile is not None}
        common = tuple(pile for pile in scene.view.piles if pile.place not in owned)
        self._title.show(self.say.title(self.game))
        self._undo.show(scene.undo_level)
        hidden = self._tall_felt and (scene.banner is not None or self._is_full_of_calls(scene))
        if self._column.portrait:
            self._people.height = 0 if hidden else people_height(self._column, persons, self._panel_height)
        self._people.show(None if hidden else (persons, scene.view if self._panel else None))
        if not self.sizes.portrait:
            high = PROMPT_LONG if is_long(asking) and not self._tall_felt else PROMPT
            self._prompt.height = self.sizes.mm(high)
        self._prompt.show((asking, scene.running))
        waited = tuple(face for face in scene.faces if face.name in asking.seats)
        inline = BESIDE_DRAWING if drawn and not scene.person else INLINE
        roll = self._rolled_here(scene)
        buttons = tuple(offer for offer in self._on_buttons(scene, drawn) if offer is not roll)
        offers = replace(scene.offers, now=buttons)
        out = [panel.seat for panel in scene.view.panels if panel.out]  # the last one's place is where it was
        called = () if scene.person else (*(c.seat for c in scene.calls), *out)
        touchables = Touchables(
            offers,
            self._private_seats(scene),
            inline,
            called,
            self._crowded,
            scene.person,
            bright=not (scene.hand and scene.hand.laid),
        )
        much = self._show_touchables(touchables, scene)
        crowded = scene.calls or scene.banner or scene.advice or much
        felt = Felt(
            scene.view.dice,
            common,
            scene.calls,
            waited,
            scene.faces,
            scene.look,
            scene.tappable,
            brief=bool(crowded),
            offered=(*scene.offers.now, *scene.offers.by_touch) if drawn or self._own_view else (),
            view=scene.view if self._own_view and not drawn else None,
            numbers=numbers,
            pointed=pointed,
            nearest=scene.person,
            roll=roll,
            room=self._room_for_felt(scene.banner is not None) if self._own_view and not drawn else 0,
        )
        self._lying, self.over.numbers = felt, numbers
        self._felt.show((felt, scene.view.details))
        self._captions.show((public[-2:], scene.trouble))
        if scene.banner is not None and self._column.portrait:
            self._banner.height = self.sizes.mm(54 if scene.banner.choices else 44)
        self._banner.show(scene.banner)
        self._advice.show(scene.advice)
        line = self._advice if scene.advice else self._captions
        lines = [line] if line.height else []
        offered = [self._offers, self._own_hand] if scene.person else [self._offers]
        self._show_below([self._banner] if scene.banner else [*lines, *offered])
        if not (self.covered or scene.banner or self.stage.watching):
            self.over.teach(partial(self._drawing, scene), self.refresh)

    def _is_full_of_calls(self, scene: Scene) -> bool:
        """Whether two lines of everybody's calls leave people no place beside a high pyramid."""
        calls = [o for o in scene.offers.now if o.ask.kind is Kind.CALL and len(o.ask.seats) > 1]
        return not scene.person and len(calls) > 1 and len(scene.faces) > 2

    def _asked(self, scene: Scene) -> Asked:
        phase = self.say.game(self.game, scene.view.phase)
        turn = [panel.seat for panel in scene.view.panels if panel.turn]
        on_buttons = {offer.ask.id for offer in scene.offers.now}
        asks = in_words_here(scene.asks) if scene.person else scene.asks
        return asked(self.say, self.game, asks, phase, turn, on_buttons)

    def _make_people(self, shown: tuple[tuple[Person, ...], View | None] | None) -> Widget | None:
        if shown is None:
            return None
        persons, view = shown
        own = None if self._panel is None else partial(self._panel, self.over.desk, view=view)
        return people_region(self.desk, persons, self.over.points, own)

    def on_parent(self, _page: Widget, parent: Widget | None) -> None:
        if parent is None:  # nobody reads an explanation here any more
            self.sitting.table.go_on()

    # --- no time runs out while something lies over the table; calls are calls meanwhile ---

    def lay_over(self, thing: Widget, width: float = 120.0, height: float = 70.0) -> None:
        super().lay_over(thing, width, height)
        self.sitting.table.hold()

    def clear_over(self) -> None:
        was_covered = self.covered
        super().clear_over()
        if was_covered:
            self.sitting.table.go_on()
            self.sitting.moved()

    def _drawing(self, scene: Scene) -> Widget:
        """The table itself without controls; the game's picture as long as it is empty."""
        view, room = scene.view, self._lying.room if self.sizes.portrait else 0  # the words stand beside it
        plain = {"offered": (), "tappable": False, "calls": (), "roll": None}
        felt = replace(self._lying, **plain, brief=True, room=room)
        if (details := view.details) and "pyramid" in details:
            faces = at_sides(details.get("sides", {}), scene.faces)
            places = tuple(meant_by(self._lying.offered)) or cells_in(details.get("offered", ()))
            return PyramidDrawing(Shown(details["pyramid"], places, (), faces, self._lying.numbers))
        if not (view.dice or any(pile.cards or pile.count for pile in view.piles)):
            return picture_of(self.game)
        return self._make_felt((felt, view.details))

    def _make_own_hand(self, hand: OwnHand | None) -> Widget | None:
        if hand is None:
            self._own_hand.height = 0
            return None
        named, view = views.own(self.game.about.name, "named"), self.sitting.scene().view
        named = partial(named, self.say, self.game, view) if named is not None else lambda _card: ""
        lay = lambda ask, value: self.over.answer(ask, value, hand.seat, 0)  # noqa: E731
        self._strip = strip = HandStrip(self.desk, hand, lay, named, self._strip)
        self._own_hand.height = strip.height
        return strip

    def _make_felt(self, shown: tuple[Felt, dict[str, Any]]) -> Widget:
        felt, details = shown
        if felt.roll is not None:
            return roll_region(self.over.desk, felt.roll)
        desk, look = asdict(self.over.desk), self.sitting.last_look
        spread = Spread(**desk, felt=felt, details=details, look=look, touched=self.over.die)
        made: Widget = (self._own_view or pyramid_region)(spread)
        return made

    def _make_offers(self, shown: Touchables) -> Widget:
        offered = offers_region(self.desk, shown, highest=self._most_offers())
        self._offers.height = offered.height
        return offered

    def _show_touchables(self, touchables: Touchables, scene: Scene) -> bool:
        """Whether they are high; where the felt needs the height of what was announced, the log has it."""
        self._own_hand.show(scene.hand if scene.hand is not None and scene.hand.cards else None)
        self._races.show(touchables if self._crowded and scene.banner is None else None)
        self._offers.show(touchables)
        much = bool(self._races.height > 0 or self._offers.height > self.sizes.mm(MUCH))
        portrait, flat = self.sizes.portrait, len(self.sitting.faces) <= FLAT
        self._captions.height = self.sizes.mm(CAPTIONS if not portrait else CAPTIONS_TALL if flat else 0)
        least = 0 if self._tall_felt else LEAST_FELT if portrait else LEAST_FELT_WIDE
        if scene.trouble is None and self._room_for_felt(interrupted=False) < least:
            self._captions.height = 0
        if portrait:
            return much
        return much or bool(self._offers.height + self._own_hand.height > self.sizes.mm(MUCH))

    def _make_races(self, shown: Touchables | None) -> Widget | None:
        if shown is None:
            self._races.height = 0
            return None
        lines = race_lines(self.desk, shown)
        self._races.height = sum(line.height + self.sizes.mm(1.0) for line in lines)
        return Stack(self.sizes, *lines, gap=1.0) if lines else None

    def _most_offers(self) -> float:
        """How many millimetres may be touched without scrolling."""
        if self.sizes.portrait:
            return max(24.0, min(64.0, self._free() - LEAST_FELT))
        if self._tall_felt:
            return max(theme.TOUCH + 1.0, min(37.0, self._free()))
        return max(24.0, min(37.0, self._free() - LEAST_FELT_WIDE))

    def _free(self) -> float:
        """How many millimetres the felt and what can be touched share."""
        sizes, others = self.sizes, [self._prompt, self._captions, self._own_hand, self._races]
        if self._column.portrait:
            others.append(self._people)
        taken = sum(part.height for part in others) / sizes.unit
        gaps = 4 * 1.2 if self._tall_felt else 6 * 1.4
        return float(sizes.height / sizes.unit - taken - theme.TOUCH - 2 * theme.PAD - gaps)

    def _room_for_felt(self, interrupted: bool) -> int:
        more = self._captions.height - self._banner.height if interrupted else -self._offers.height
        return round(self._free() + float(more / self.sizes.unit))

    def _make_advice(self, advice: tuple[Advice, ...]) -> Widget | None:
        shown = advice_region(self.desk, advice, self._done_for_bot, self.over.bots_hand)
        self._advice.height = 0 if shown is None else self.sizes.mm(14) * min(MOST, len(advice))
        return shown

    def _rolled_here(self, scene: Scene) -> Offer | None:
        """Several dice that only a finger can tell: their faces lie open at once, so that each is one tap."""
        rolls = [offer for offer in scene.offers.now if not offer.ask.optional] or scene.offers.now
        kept = any(sets_aside(offer.ask) for offer in scene.offers.now)  # of what is seen then
        if len(rolls) != 1 or kept or scene.banner is not None or scene.person:
            return None
        offer, others = rolls[0], len(scene.offers.now) > 1
        dice = sum(offer.ask.dice.values())
        across, high = dice_pad_needs(self.sizes, offer.ask.dice)
        beside = self._column.width if self._tall_felt else 0 if self.sizes.portrait else self._people.width
        wide = (self.sizes.width - beside) / self.sizes.unit - 2 * theme.PAD - theme.GAP
        free = self.sizes.height / self.sizes.unit - 2 * theme.PAD if self._tall_felt else self._free()
        fits = across <= wide and high <= free - others * (theme.TOUCH + theme.GAP)
        return offer if offer.ask.kind is Kind.DICE and dice >= MANY_DICE and fits else None

    @staticmethod
    def _on_buttons(scene: Scene, drawn: bool) -> tuple[Offer, ...]:
        """Where one plays alone, a list of what can be tapped on the drawing only takes its room."""
        now = scene.offers.now
        if not (scene.person and drawn):
            return now
        return tuple(left for offer in now if (left := not_tapped(offer) if offer.ask.choices else offer))

    def _make_banner(self, banner: Banner | None) -> Widget | None:
        if banner is None:
            return None
        choose = partial(self.sitting.choose, banner)
        return banner_panel(self.desk, banner, self.sitting.dismiss, choose)

    def _show_below(self, regions: list[Region]) -> None:
        """A banner takes the place of what could be touched: it is answered first, and hides nothing else."""
        if self._below.children[::-1] != regions:
            self._below.clear_widgets()
            for region in regions:
                self._below.add_widget(region)

    @staticmethod
    def _private_seats(scene: Scene) -> tuple[str, ...]:
        if scene.person:
            return ()  # whoever plays alone reads everything at once
        last = [c.note for c in scene.captions[-6:] if c.note.importance is Importance.PRIVATE]
        return tuple(sorted({note.seat for note in last}))

    # --- bots ---

    def _done_for_bot(self, advice: Advice) -> None:
        if self.sitting.bots is not None:
            self.sitting.bots.done(advice)
            self.sitting.wake()
