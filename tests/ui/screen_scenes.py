"""Tables of every game at the moments that a screen has to show, found by random play within the rules."""

import importlib
import pkgutil
from collections.abc import Callable
from random import Random
from typing import Any

import evenings

import companion.games
from companion.asks import MS, Source
from companion.lab.candidates import legal
from companion.seats import Seat
from ui.screen.guests import Guests, join
from ui.screen.pages.table.pyramid import cells_meant
from ui.screen.rooms import Rooms
from ui.screen.sitting import Sitting

NAMES = (*evenings.NAMES, "Fritz", "Greta", "Hanno", "Ida", "Jan", "Kira")
Moment = Callable[[Any], bool]  # looks at the state
Making = Callable[[Rooms], Sitting]
LONGEST = 400  # moves


def load(name: str) -> Any:
    return importlib.import_module(f"companion.games.{name}").GAME


def at(name: str, moment: Moment, count: int = 3, seeds: int = 40, **options: Any) -> Making:
    """Makes a table of the game *name* at the first *moment* that random play comes to."""

    def making(rooms: Rooms) -> Sitting:
        for seed in range(seeds):
            sitting = sit(rooms, count, name, **options)
            if play_until(sitting, rooms, Random(seed), moment):
                return sitting
        raise AssertionError(f"{name} never came to {moment}")

    return making


def sit(rooms: Rooms, count: int, name: str, **options: Any) -> Sitting:
    """*count* people at a new table: more than an evening of ABspecken has."""
    seated: Guests = ()
    for guest in NAMES[:count]:
        seated = join(seated, guest)
    game = rooms.games[name]
    seats = [Seat(g.name, g.colour, g.shape, g.letter, "de", str(n)) for n, g in enumerate(seated, 1)]
    return Sitting.begin(game, seats, game.read_options(options), rooms)


def play_until(
    sitting: Sitting, rooms: Rooms, random: Random, moment: Moment, longest: int = LONGEST
) -> bool:
    table, game = sitting.table, sitting.game
    for _ in range(longest):
        if moment(table.state):
            sitting.wake()
            return True
        moves = [move for seat in table.state.seats for move in legal(game, table.state, seat)]
        if not moves or table.outcome is not None:
            return False
        rooms.clock.advance(900 * MS)
        table.propose(game.write_move(random.choice(moves)), Source.SIMULATED)
    return False


def phase(*names: str) -> Moment:
    return lambda state: str(state.phase) in names


GAMES = tuple(
    sorted(module.name for module in pkgutil.iter_modules(companion.games.__path__) if module.ispkg)
)


def asks_for_cells(name: str) -> Moment:
    """Somebody may tap a place on the pyramid."""

    def moment(state: Any) -> bool:
        return any(cells_meant(choice.value) for ask in load(name).asks(state) for choice in ask.choices)

    return moment


SCENES: dict[str, Making] = {
    "abspecken piggy": at(
        "abspecken", lambda s: s.rolled is not None and s.rolled.pig in ("+-2", "+-3"), piggy=True
    ),
    "abspecken called": evenings.called,
    "abi94 lead": at("abi94", phase("lead"), 4),
    "abi94 turn": at("abi94", lambda s: s.phase == "turn" and s.round >= 4, 4),
    "abi94 follow": at("abi94", lambda s: s.phase == "turn" and s.minus and s.pending is None, 5),
    "abi94 copy": at("abi94", lambda s: s.pending is not None and s.pending.what == "copy", 4),
    "abi94 window": at("abi94", phase("window"), 3),
    "abi94 stress": at("abi94", phase("stress"), 4),
    "abi94 exam": at("abi94", lambda s: s.project == 4 and s.phase == "turn", 4),
    "abi94 eight": at("abi94", lambda s: s.phase == "turn" and s.round >= 3, 8),
    "abstrac choose": at("abstrac", phase("choose"), 2),
    "abstrac take": at("abstrac", lambda s: s.phase == "take" and len(s.row) == 15, 2),
    "abstrac lifted": at("abstrac", lambda s: s.phase == "take" and s.lifted == 2, 2),
    "abstrac late": at("abstrac", lambda s: s.phase == "take" and len(s.row) == 4, 2),
    "abstrac over": at("abstrac", lambda s: s.phase == "deal" and s.results, 2),
    "abstrac hints": at(
        "abstrac", lambda s: s.phase == "take" and len(s.wants_hints) == 2, 2, hints="both_agree"
    ),
    "wobble turn": at("wobble", lambda s: s.phase == "turn" and len(s.discard) > 6, 4),
    "wobble attack": at("wobble", lambda s: s.phase == "attack" and s.attack.kind in ("P3", "P5"), 3),
    "wobble chain": at("wobble", lambda s: s.phase == "attack" and len(s.attack.layers) >= 3, 4),
    "wobble effect": at("wobble", phase("effect"), 4),
    "wobble task": at("wobble", phase("task"), 3),
    "sums asked": at("sums", asks_for_cells("sums")),
    "sums search": at("sums", phase("search"), 4),
    "pack_rat asked": at("pack_rat", asks_for_cells("pack_rat")),
    "cui_bono asked": at("cui_bono", asks_for_cells("cui_bono"), 4),
    "squeeze_play asked": at("squeeze_play", asks_for_cells("squeeze_play")),
    "dice_march asked": at("dice_march", asks_for_cells("dice_march")),
    "forced_memory asked": at("forced_memory", asks_for_cells("forced_memory"), 4),
    "mau_mau lay": at("mau_mau", lambda s: s.phase == "lay" and s.wish and len(s.pile) > 6, 4),
    "buzzer answer": at("buzzer", lambda s: s.phase == "answer" and len(s.pressed) > 1, 4),
    "buzzer reflex": at("buzzer", lambda s: s.phase == "go" and len(s.pressed) > 1, 6, mode="reflex"),
    "ten_thousand keep": at(
        "ten_thousand",
        lambda s: s.phase == "keep" and s.aside and len(s.dice) > 3 and max(s.points.values()),
        4,
    ),
    "yacht keep": at(
        "yacht", lambda s: s.throws == 2 and s.kept and len(s.dice) > 2 and len(s.sheets) > 2, 4
    ),
    "liars_dice bid": at("liars_dice", lambda s: s.phase == "bid" and len(s.bids) > 1, 4),
    "liars_dice show": at("liars_dice", lambda s: s.phase == "show" and len(s.shown) > 2, 5),
    "score_sheet write": at("score_sheet", lambda s: len(s.rounds) > 3 and len(s.row) == 1, 4),
    "score_sheet count": at("score_sheet", lambda s: s.phase == "count" and s.rounds, 5, counts="french"),
    "wobble eight": at("wobble", lambda s: s.phase == "attack" and len(s.order) == 8, 8),
}
