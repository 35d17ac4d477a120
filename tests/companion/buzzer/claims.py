"""What the buzzer's rules say with each of its switches, and whether its referee does so."""

from functools import partial

from msgspec.structs import replace

from companion.asks import MS
from companion.games.buzzer import GAME
from companion.games.buzzer import state as m
from tests.companion.rules_said import Claim, begun, numbers

SEATS = ("Ada", "Ben", "Cem", "Dora", "Emil", "Fay", "Gil", "Hal", "Ina", "Jon", "Kim")
played = partial(begun, GAME, SEATS)


def go(ms=0):
    return m.Go(seat="Ada", t=ms * MS)


def press(seat, ms):
    return m.Buzz(seat=seat, t=ms * MS)


def judge(right):
    return m.Judge(seat="Ada", right=right)


def _asks_for(mode):
    def does(options):
        asked = [ask.prompt.key for ask in GAME.asks(GAME.start(SEATS, options))]
        return f"ask.go.{mode}" in asked

    return does


def _over_after(options, *moves, **before):
    """Whether the game is over once *moves* were made in a state that is otherwise as said *before*."""
    state = replace(GAME.start(SEATS, options), **before)
    for move in moves:
        state = GAME.play(state, move).state
    return state.phase == "over"


def _ends_after(rounds):
    def does(options):
        return [_over_after(options, go(), m.Close(), rounds_over=n) for n in (rounds - 2, rounds - 1)] == [
            False,
            True,
        ]

    return does


def _ends_with(points):
    """Zero: never."""

    def does(options):
        won = (go(), press("Ada", 1), judge(True))
        ends = [_over_after(options, *won, points={"Ada": n}) for n in (points - 2, points - 1, 98)]
        return ends == ([False, True, True] if points > 1 else [False, bool(points), bool(points)])

    return does


def _teams(count):
    def does(options):
        state = played(options, go(), press("Ada", 1), judge(True))
        winning = {seat for seat, n in GAME.scores(state).items() if n}
        return winning == set(SEATS[::count] if count else SEATS[:1])

    return does


def _early(way):
    def does(options):
        return (GAME.start(SEATS, options).phase == "go") is (way == "counts")

    return does


def _waits(seconds):
    def does(options):
        asks = GAME.asks(played(options, go(), press("Ben", 1)))
        return next(ask.within_ms for ask in asks if ask.kind == "choice") == 1000 * seconds

    return does


def _gives(points):
    return lambda options: GAME.scores(played(options, go(), press("Ben", 1), judge(True)))["Ben"] == points


def _costs(points):
    return lambda options: GAME.scores(played(options, go(), press("Ben", 1), judge(False)))["Ben"] == -points


def _after_wrong(way):
    def does(options):
        state = played(options, go(), press("Ben", 1))
        queues = GAME.refuse(state, press("Cem", 2)) is None
        after = GAME.play(state, judge(False)).state
        found = "next" if queues else "again" if after.phase == "go" else "over"
        return found == way

    return does


CLAIMS = [
    Claim("mode", "quiz", ["BZ1"], "a quiz", "ein Quiz", _asks_for("quiz")),
    Claim("mode", "reflex", ["BZ1"], "a test of reactions", "eine Probe", _asks_for("reflex")),
    Claim("mode", "stopwatch", ["BZ1"], "a stopwatch", "eine Stoppuhr", _asks_for("stopwatch")),
    Claim("early", "out", ["BZ5"], "is out for this", "nicht mehr dabei", _early("out")),
    Claim("early", "counts", ["BZ5"], "answer at once", "sofort antworten", _early("counts")),
    Claim("after_wrong", "next", ["BZ9"], "pressed next", "als Nächstes gedrückt", _after_wrong("next")),
    Claim("after_wrong", "again", ["BZ9"], "press again", "noch einmal drücken", _after_wrong("again")),
    Claim("after_wrong", "over", ["BZ9"], "question is over", "Frage vorbei", _after_wrong("over")),
    *(Claim("rounds", n, ["BZ2"], f"after {n} rounds", f"nach {n} Runden", _ends_after(n))
      for n in numbers(GAME, "rounds")),
    *(Claim("goal", n, ["BZ2"], f"({n};", f"({n};", _ends_with(n), {"rounds": 100})
      for n in numbers(GAME, "goal")),
    *(Claim("teams", n, ["BZ3"], f": {n} (", f": {n} (", _teams(n)) for n in (0, 2, 3, 4, 5)),
    *(Claim("answer_s", n, ["BZ6"], f"within {n} sec", f"von {n} Sek", _waits(n))
      for n in numbers(GAME, "answer_s")),
    *(Claim("right", n, ["BZ7"], f"points: {n}.", f"Punkte: {n}.", _gives(n))
      for n in numbers(GAME, "right")),
    *(Claim("wrong", n, ["BZ8"], f"points: {n}.", f"Punkte: {n}.", _costs(n))
      for n in numbers(GAME, "wrong")),
    *(Claim("target_s", n, ["BZ13"], f"is {n}:", f"sind {n} Sek", None) for n in numbers(GAME, "target_s")),
]  # fmt: skip
