"""`companion demo` on the real screens: the family plays in the running app, and its pictures can be kept."""

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from companion.clock import SystemClock
from companion.config import Loaded
from companion.facts import Source
from companion.family import family_class
from companion.game import AnyGame, Options
from companion.seats import Seat
from ui.command.errors import USAGE, CommandError
from ui.command.the_journal import journal_to_write
from ui.settings import Settings

STEP = 0.1  # seconds between two looks whether somebody does something
SHOT = 2.0  # seconds between two pictures of the screen
LINGER = 4  # pictures of the end before a demo without a window closes


def show(
    loaded: Loaded[Settings], game: AnyGame, seats: Sequence[Seat], options: Options, args: argparse.Namespace
) -> bool:
    """Play before everybody's eyes; whether the game came to its end and table and family agree then."""
    from ui.screen.display import display_problem  # noqa: PLC0415

    if args.headless:
        os.environ["SDL_VIDEODRIVER"] = "offscreen"
    problem = display_problem()
    if problem is not None:
        raise CommandError(problem, "Or add --headless.")
    from ui.house import house_for_show  # noqa: PLC0415  (the screens are loaded only now)
    from ui.screen.window import DisplayError  # noqa: PLC0415
    from ui.twin.show import FamilyShow  # noqa: PLC0415

    clock, random = SystemClock(), Random(args.seed)
    family = family_class(game)(game, tuple(seat.name for seat in seats), options, random, args.cheats)
    table = FamilyShow(
        family, {s.name: s.button for s in seats}, clock, Random(args.seed + 1), args.speed or 1.0
    )
    shots = _folder(args.shots)
    with journal_to_write(args.journal, clock, loaded.settings.table.language) as journal:
        house = house_for_show(loaded, journal, clock, table)
        opening = _Opening(table, game, seats, options, shots, args.headless)
        try:
            with house:
                house.show(opening)
        except DisplayError as error:
            raise CommandError(str(error), "") from error
        return opening.close(family)


def seat_family(app: Any, table: Any, game: AnyGame, seats: Sequence[Seat], options: Options) -> Any:
    """The family sits down in the running *app* and plays; gives the sitting."""
    sitting = app.seat(game, seats, options)

    def propose(move: Any) -> Any:
        ruling = sitting.table.propose(move, Source.SIMULATED)
        sitting.wake()
        return ruling

    app.every(STEP, lambda: table.step(app.deliver, propose))
    return sitting


def _folder(name: str | None) -> Path | None:
    if not name:
        return None
    try:
        Path(name).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        what = f"No pictures can be kept in {name} ({error.strerror})."
        raise CommandError(what, "Choose another folder.", USAGE) from error
    return Path(name)


class _Opening:
    """Seats the family in the app, lets it go on, and takes the pictures."""

    def __init__(
        self,
        table: Any,
        game: AnyGame,
        seats: Sequence[Seat],
        options: Options,
        shots: Path | None,
        closes: bool,
    ) -> None:
        self._table, self._game, self._seats, self._options = table, game, seats, options
        self._shots, self._closes = shots, closes
        self._taken = self._after_end = 0
        self._sitting: Any = None

    def __call__(self, app: Any) -> None:
        self._sitting = seat_family(app, self._table, self._game, self._seats, self._options)
        if self._shots is not None or self._closes:
            app.every(SHOT, lambda: self._take(app))

    def _take(self, app: Any) -> None:
        if self._shots is not None:
            app.picture(str(self._shots / f"{self._game.about.name}-{self._taken:04}.png"))
            self._taken += 1
        self._after_end += self._sitting.table.outcome is not None
        if self._closes and self._after_end >= LINGER:
            app.stop()

    def close(self, family: Any) -> bool:
        """The closing lines."""
        name, table = self._game.about.name, self._sitting.table
        print(f"{name}: {self._table.report}")
        differences = [*self._table.disagreements, *family.disagreements(table.state)]
        for difference in differences:
            print(f"{name}: DISAGREEMENT: {difference}")
        if table.outcome is None:
            print(f"{name}: the game was not played to its end")
            return False
        print(f"{name}: {' and '.join(table.outcome.winners)} won; {self._taken} pictures")
        return not differences
