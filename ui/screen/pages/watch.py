"""Watching a simulated family: the camera's picture, and beside it what is asked, why, and what came."""

from kivy.uix.widget import Widget

from companion.asks import Say
from companion.game import certain
from companion.rulebook import find_rule
from companion.rulings import Importance
from ui.screen import theme
from ui.screen.pages.page import TablesPage
from ui.screen.pages.table.asking import asked
from ui.screen.parts.camera_view import CameraView
from ui.screen.parts.layout import Panel, Region, Row, Text, beside
from ui.screen.ports import Look
from ui.screen.scene import Scene
from ui.screen.stage import Stage
from ui.screen.tutorial import GOAL

Shown = tuple[str, str, tuple[str, ...], str]  # what is asked, why, what was said last, the points


class WatchPage(TablesPage):
    def __init__(self, stage: Stage) -> None:
        self.family = certain(stage.family)
        super().__init__(stage)

    def make(self) -> Widget:
        sizes = self.sizes
        self.view = CameraView(size_hint=(1, 0.8) if sizes.portrait else (1.25, 1))
        self._beside, self._pause = Region(self._words), Region(self._pausing)
        self._pause.show(self.family.paused)
        table = self.button("watch.table", lambda: self.stage.go("table"), **sizes.wide(38))
        title, say = self.say.title(self.sitting.game), self.say
        goal = Text(say.game(self.sitting.game, Say(GOAL)), sizes, "small", theme.MUTED)
        in_head, below_head = ([], [goal]) if sizes.portrait else ([goal], [])
        goal.size_hint = (1, 0.08) if sizes.portrait else (2.2, 1)
        head = self.head(title, "home", *in_head, table)
        step = self.button("watch.step", self._step, icon="resume")
        other = self.button("watch.other", self._choose, icon="dice")
        below = Row(sizes, self._pause, step, other, **sizes.high(theme.TOUCH))
        return self.body(head, *below_head, beside(sizes, self.view, self._beside), below)

    def _words(self, shown: Shown) -> Widget:
        sizes, (sentence, why, said, points) = self.sizes, shown
        lines = [Text(line, sizes, "body", theme.ACCENT) for line in said]
        above, below = Text(sentence, sizes, "large", bold=True), Text(points, sizes, "body", size_hint_y=0.6)
        return Panel(sizes, above, Text(why, sizes, "small", theme.MUTED), *lines, below, pad=1.4)

    # --- the family's pace ---

    def _pausing(self, paused: bool) -> Widget:
        def toggle() -> None:
            self.family.paused = not paused
            self._pause.show(not paused)

        key, icon = ("watch.go_on", "play") if paused else ("watch.pause", "pause")
        return self.button(key, toggle, icon=icon, size_hint_y=1)

    def _step(self) -> None:
        self.family.once()
        self._pause.show(True)

    def _choose(self) -> None:
        """All games; the family plays the one that is touched."""
        self.sheet(self.say("watch.other"), self.all_games(certain(self.stage.watch)), 150, 150)

    # --- what happens ---

    def refresh(self) -> None:
        if self.stage.sitting is self.sitting:
            self._beside.show(self._shown_by(self.sitting.scene()))

    def _shown_by(self, scene: Scene) -> Shown:
        say, game = self.say, self.sitting.game
        asking = asked(say, game, scene.asks, say.game(game, scene.view.phase))
        rule = find_rule(game, asking.rule, self.sitting.table.options) if asking.rule else None
        why = f"{asking.rule}: {rule.text(say.language)}" if rule is not None else ""
        public = [one.note for one in scene.captions if one.note.importance is not Importance.PRIVATE]
        said = [say.game(game, note.says) for note in public[-2:]]
        if scene.banner is not None:
            said = [say.game(game, scene.banner.says)]
        sentence = asking.sentence
        if scene.outcome is not None:
            sentence = say("watch.won", winners=", ".join(scene.outcome.winners) or "–")
        points = " · ".join(f"{panel.seat} {panel.score}" for panel in scene.view.panels)
        return sentence, why, tuple(said), points

    def looked(self, look: Look) -> None:
        self.view.show(look.frame)
        super().looked(look)
