"""What the rules of Abi '94 say with each value of each switch, and whether the referee does so."""

import msgspec

from companion.games.abi94 import GAME, scoring
from companion.games.abi94.deck import deck_of, shipped
from companion.games.abi94.knowledge import binding
from companion.games.abi94.laying import why_no_manta
from companion.games.abi94.projects import most_swaps
from companion.games.abi94.scoring import grade
from companion.games.abi94.state import can_draw
from tests.companion.rules_said import Claim

SEATS = ["A", "B", "C", "D"]
OWN_CARDS = [msgspec.to_builtins(kind) for kind in shipped("a")][::-1]
OWN_GRADES = {"sehr gut": 60, "gut": 40, "ausreichend": 0}


def _table(options, **position):
    """In a turn of A, who leads, unless told otherwise."""
    position = {"phase": "turn", "leader": "A", "turn": "A", **position}
    return GAME.read_position({"seats": SEATS, "options": msgspec.to_builtins(options), **position})


def _refused(options, move, **position):
    refusal = GAME.refuse(_table(options, **position), GAME.read_move(move))
    return refusal.rule if refusal else ""


def _after(options, *moves, **position):
    state = _table(options, **position)
    for move in moves:
        read = GAME.read_move(move)
        assert GAME.refuse(state, read) is None, (move, GAME.refuse(state, read))
        state = GAME.play(state, read).state
    return state


def _swaps(before):
    """AB6: before which projects cards may be changed."""

    def does(options):
        deals = (
            GAME.play(_table(options, phase="deal", turn="", project=n), GAME.read_move({"move": "deal"}))
            for n in (1, 2, 4)
        )
        return [step.state.phase == "swap" for step in deals] == before

    return does


def _manta(received, played):
    """AB30: whether somebody who has got, or has laid, a card can be hit."""

    def does(options):
        state = _table(options, pupils={"B": {"now": "+1", "received": True}, "C": {"played": True}})
        return (why_no_manta(state, "B") is None, why_no_manta(state, "C") is None) == (received, played)

    return does


def _redraws(n):
    """AB28: a hand of three, the Manta among them."""

    def does(options):
        move = {"move": "play", "seat": "A", "target": "A", "card": "MA"}
        state = _after(options, move, pupils={"A": {"hand": ["MA", "?", "?"]}})
        return len(state.pupils["A"].hand) == n

    return does


def _owes(owed):
    """AB34: A, who leads, has handed in before the own turn."""

    def does(options):
        position = {
            "pupils": {"A": {"now": "+3", "received": True}, "B": {"played": True}},
            "leader": "B",
            "turn": "C",
        }
        state = _after(options, {"move": "handin", "seat": "A"}, **position)
        return bool(state.pupils["A"].hand) is owed

    return does


def _caught(left):
    """AB25: a +5, a -3 and a copied answer lay there; only what stays is left."""

    def does(options):
        pupils = {
            "A": {"before": ["+5", "-3"], "copied": [2], "now": "CH", "received": True},
            "B": {"before": ["+5"]},
        }
        pending = {"what": "roll", "seat": "A", "neighbour": "B", "card": "+5"}
        state = _after(options, {"move": "roll", "seat": "A", "face": 1}, pupils=pupils, pending=pending)
        return state.pupils["A"].before == left and not state.pupils["A"].copied

    return does


def _hands_in_early(may):
    """A20: B is being copied by A."""

    def does(options):
        pupils = {
            "A": {"now": "CH", "received": True},
            "B": {"before": ["+5"], "now": "+1", "received": True},
        }
        pending = {"what": "roll", "seat": "A", "neighbour": "B", "card": "+5"}
        return (
            _refused(options, {"move": "handin", "seat": "B"}, pupils=pupils, pending=pending) == ""
        ) is may

    return does


def _caught_again(stays):
    """A19: A copies a 5 for the second time and rolls a 1."""

    def does(options):
        pupils = {
            "A": {"now": "CH", "received": True, "caught": 1},
            "B": {"before": ["+5"], "now": "+1", "received": True},
        }
        pending = {"what": "roll", "seat": "A", "neighbour": "B", "card": "+5"}
        state = _table(options, pupils=pupils, pending=pending)
        state = GAME.play(state, GAME.read_move({"move": "roll", "seat": "A", "face": 1})).state
        if (state.pupils["A"].standing == "in") is not stays:
            return False
        if stays:  # whatever lies there
            state = GAME.play(state, GAME.read_move({"move": "handin", "seat": "A"})).state
        return state.pupils["A"].result == 0

    return does


def _closes(at_once, unconfirmed):
    """A13: after the last card the round is closed at once, may be closed without all, or neither."""

    def does(options):
        got = {"now": "+1", "received": True, "played": True}
        pupils = {
            "A": {**got, "played": False},
            "B": got,
            "C": {**got, "now": "", "received": False},
            "D": got,
        }
        state = _after(options, {"move": "play", "seat": "A", "target": "C", "card": "+1"}, pupils=pupils)
        closed = state.phase != "window"
        may = not closed and GAME.refuse(state, GAME.read_move({"move": "close"})) is None
        return (closed, may) == (at_once, unconfirmed)

    return does


def _alone(over):
    """A10: only A is left after the third Klausur."""

    def does(options):
        out = {"standing": "out", "klausuren": [0, 0, 0]}
        pupils = {"A": {"klausuren": [5, 5, 5]}, "B": out, "C": out, "D": out}
        state = _after(
            options,
            {"move": "test", "seat": "A", "face": 9},
            phase="stress",
            turn="",
            project=3,
            pupils=pupils,
        )
        return (state.phase == "over") is over

    return does


def _leads(phase):
    """A18: before the second project."""

    def does(options):
        state = _after(options, {"move": "deal"}, phase="deal", turn="", project=2)
        for seat in SEATS if state.phase == "swap" else ():
            state = GAME.play(state, GAME.read_move({"move": "swap", "seat": seat, "count": 0})).state
        return state.phase == phase

    return does


def _out(project):
    """A15: A has failed all Klausuren."""

    def does(options):
        failed = {"klausuren": [0] * (project - 1), "standing": "handed_in", "result": 0}
        fine = {"klausuren": [9] * (project - 1), "standing": "handed_in", "result": 9}
        last = {**fine, "standing": "in", "hand": ["?"], "now": "+5", "received": True, "played": True}
        pupils = {"A": failed, "B": fine, "C": fine, "D": last}
        state = _after(
            options, {"move": "close"}, phase="window", turn="", leader="D", project=project, pupils=pupils
        )
        return state.pupils["A"].standing == "out"

    return does


def _follows(cards):
    return lambda options: binding(_table(options, minus=["-1", "-3", "-2"])) == cards


def _refilled(may):
    return lambda options: can_draw(_table(options, draw=2, discard=["?"] * 9), 5) is may


def _chips(most):
    return lambda options: most_swaps(_table(options, phase="swap", turn="", box=1)) == most


def _acting(cards):
    """A3: so many cards give chips."""
    return lambda options: (
        sum(k.count for k in deck_of(options).kinds.values() if k.effect == "hard_learning") == cards
    )


def _places(first):
    """AB4: equal grades, A with more points."""
    records = [scoring.Record("A", 51, 15, 0, passed=True), scoring.Record("B", 51, 14, 0, passed=True)]
    return lambda options: scoring.ranking(records, options)[0] == first


def _types(hand, copied, n):
    return lambda o: scoring.types_of(hand, copied, deck_of(o), o) == n


def _written(raw, n):
    return lambda options: scoring.klausur_score(raw, False, options) == n


B_DECK = {"deck": "b"}
PHYSICS = tuple(kind.id for kind in shipped("b") if kind.value == 1)[:2]
SAME_SUBJECT = tuple(k.id for k in shipped("b") if k.subject == shipped("b")[0].subject)[:2]


def _plus_kinds(n):
    return lambda options: sum(kind.value > 0 for kind in deck_of(options).kinds.values()) == n


CLAIMS = [
    Claim(
        "d10_zero",
        10,
        ["A1", "AB23", "AB39"],
        "counts ten",
        "zählt zehn",
        lambda o: not scoring.strikes(9, 0, o),
    ),
    Claim(
        "d10_zero",
        0,
        ["A1", "AB23", "AB39"],
        "counts zero",
        "zählt null",
        lambda o: scoring.strikes(0, 0, o),
    ),
    Claim("plus_type", "printed", ["A2", "AB43"], "subject", "Fach", _types(SAME_SUBJECT, (), 1), B_DECK),
    Claim(
        "plus_type",
        "value",
        ["A2", "AB43"],
        " value",
        "Wert",
        _types(SAME_SUBJECT, (), 2) if len({c[:2] for c in SAME_SUBJECT}) > 1 else _types(PHYSICS, (), 1),
        B_DECK,
    ),
    Claim("hard_learning", "all", ["A3"], "All cards worth 4", "Alle Karten mit 4", _acting(8)),
    Claim("hard_learning", "all", ["AB19"], "a +4", "eine +4", _acting(8)),
    Claim("hard_learning", "all", ["AB20"], "a -4", "eine -4", _acting(8)),
    Claim("hard_learning", "single", ["A3", "AB19", "AB20"], "one marked", "eine markierte", _acting(1)),
    Claim(
        "caught_resets",
        "plus_only",
        ["A4"],
        "minus cards and covers stay",
        "Zugedecktes bleiben",
        _caught(("-3",)),
    ),
    Claim(
        "caught_resets", "plus_only", ["AB25"], "minus cards stay", "Minuskarten bleiben", _caught(("-3",))
    ),
    Claim("caught_resets", "everything", ["A4", "AB25"], "all ", "alle", _caught(())),
    Claim(
        "manta_target", "strict", ["A5", "AB30"], "got or laid", "bekommen oder gelegt", _manta(False, False)
    ),
    Claim(
        "manta_target",
        "received_only",
        ["A5", "AB30"],
        "got a card",
        "Karte bekommen hat",
        _manta(False, True),
    ),
    Claim("manta_target", "played_only", ["A5", "AB30"], "has laid", "Karte gelegt", _manta(True, False)),
    Claim("manta_draw", "same_count", ["A6"], "As many", "So viele", _redraws(3)),
    Claim("manta_draw", "same_count", ["AB28", "AB29"], "as many", "ebenso viele", _redraws(3)),
    Claim("manta_draw", "full", ["A6", "AB28", "AB29"], "full hand", "volle Hand", _redraws(7)),
    Claim("follow", "any", ["A7"], "Any", "Irgendeine", _follows(("-1", "-3", "-2"))),
    Claim("follow", "any", ["AB17"], "chooses", "wählt", _follows(("-1", "-3", "-2"))),
    Claim("follow", "first", ["A7"], "nly the first", "zuerst", _follows(("-1",))),
    Claim("follow", "first", ["AB17"], "only the first", "nur die erste", _follows(("-1",))),
    Claim("follow", "latest", ["A7"], "laid last", "zuletzt", _follows(("-2",))),
    Claim("follow", "latest", ["AB17"], "only the latest", "nur die letzte", _follows(("-2",))),
    Claim(
        "swap_when",
        "each_klausur",
        ["A8"],
        "not before the exam",
        "nicht vor der Prüfung",
        _swaps([True, True, False]),
    ),
    Claim(
        "swap_when",
        "each_klausur",
        ["AB6"],
        "each Klausur everybody",
        "jeder Klausur darf",
        _swaps([True, True, False]),
    ),
    Claim(
        "swap_when",
        "first_only",
        ["A8", "AB6"],
        "the first Klausur",
        "der ersten Klausur",
        _swaps([True, False, False]),
    ),
    Claim(
        "swap_when", "free_in_exam", ["AB6"], "before the exam", "vor der Prüfung", _swaps([True, True, True])
    ),
    Claim("swap_when", "free_in_exam", ["A8"], "without paying", "ohne Chips", _swaps([True, True, True])),
    Claim("chips", "unlimited", ["AB41"], "counts on", "zählt der Begleiter", _chips(3)),
    Claim("chips", "unlimited", ["A9"], "beyond the 30", "hinaus", _chips(3)),
    Claim("chips", "hard_limit", ["A9"], "Without chips", "Ohne Chips", _chips(1)),
    Claim("chips", "hard_limit", ["AB41"], "no more", "keine mehr", _chips(1)),
    Claim("sole_qualifier", "wins", ["A10"], "wins", "gewinnt", _alone(over=True)),
    Claim("sole_qualifier", "plays_solo", ["A10"], "alone", "allein", _alone(over=False)),
    Claim("failed_points", "literal", ["A11"], "below zero", "auch unter null", _written(-3, -3)),
    Claim("failed_points", "literal", ["AB35"], "may be less", "dürfen auch", _written(-3, -3)),
    Claim(
        "failed_points",
        "zero_floor",
        ["A11", "AB35"],
        "never less than zero",
        "nie",
        lambda o: _written(-3, 0)(o) and _written(4, 4)(o),
    ),
    Claim("failed_points", "fails_zero", ["A11", "AB35"], " 0.", " 0.", _written(4, 0)),
    Claim("handin_before_play", "free", ["A12"], "no card any more", "keine Karte mehr", _owes(owed=False)),
    Claim("handin_before_play", "free", ["AB34"], "lay no card", "keine Karte mehr", _owes(owed=False)),
    Claim("handin_before_play", "owes_card", ["A12", "AB34"], "still lay", "noch eine", _owes(owed=True)),
    Claim(
        "window",
        "timed",
        ["A13", "AB38"],
        "en seconds",
        "ehn Sekunden",
        _closes(at_once=False, unconfirmed=True),
    ),
    Claim(
        "window",
        "all_confirm",
        ["AB38"],
        "until all have confirmed",
        "bis alle bestätigt",
        _closes(at_once=False, unconfirmed=False),
    ),
    Claim(
        "window",
        "all_confirm",
        ["A13"],
        "however long",
        "egal wie lange",
        _closes(at_once=False, unconfirmed=False),
    ),
    Claim("window", "none", ["A13"], "No time", "gar keine Zeit", _closes(at_once=True, unconfirmed=False)),
    Claim("window", "none", ["AB38"], "at once", "sofort", _closes(at_once=True, unconfirmed=False)),
    Claim("cheat_type", False, ["A14"], "no type", "keine eigene", _types(("+1",), (3,), 1)),
    Claim("cheat_type", True, ["A14"], "like a card", "wie eine Karte", _types(("+1",), (3,), 2)),
    Claim("elimination", "at_once", ["A15"], "As soon as", "Sobald", _out(2)),
    Claim("elimination", "at_once", ["AB42"], "at once", "sofort", _out(2)),
    Claim(
        "elimination",
        "later",
        ["A15"],
        "third Klausur",
        "dritten Klausur",
        lambda o: not _out(2)(o) and _out(3)(o),
    ),
    Claim(
        "elimination",
        "later",
        ["AB42"],
        "third Klausur",
        "dritten Klausur",
        lambda o: not _out(2)(o) and _out(3)(o),
    ),
    Claim(
        "deck_empty",
        "reshuffle",
        ["A16"],
        "is shuffled in",
        "Abgelegtes wird eingemischt",
        _refilled(may=True),
    ),
    Claim("deck_empty", "reshuffle", ["AB7"], "is shuffled in when", "wird eingemischt", _refilled(may=True)),
    Claim("deck_empty", "end", ["A16"], "not shuffled", "nicht eingemischt", _refilled(may=False)),
    Claim("deck_empty", "end", ["AB7"], "stays there", "Dort bleibt", _refilled(may=False)),
    Claim(
        "pass_count", 2, ["A17"], "two passed", "zwei bestandene", lambda o: not scoring.lost([5, 4, 5], o)
    ),
    Claim("pass_count", 2, ["AB3"], "passed two", "wer zwei", lambda o: not scoring.lost([5, 4, 5], o)),
    Claim(
        "pass_count",
        3,
        ["AB3"],
        "all three",
        "alle drei",
        lambda o: scoring.lost([5, 4, 5], o) and not scoring.lost([5, 5, 5], o),
    ),
    Claim("pass_count", 3, ["A17"], "three passed", "drei bestandene", lambda o: scoring.lost([5, 4, 5], o)),
    Claim("leader_next", "rotate", ["A18", "AB8"], "round the table", "reihum", _leads("turn")),
    Claim("leader_next", "choose", ["A18"], "chosen each time", "jedes Mal", _leads("lead")),
    Claim("leader_next", "choose", ["AB8"], "each later project", "vor jedem Projekt", _leads("lead")),
    Claim("caught_twice", "leaves", ["A19"], "leave the project", "aus dem Projekt:", _caught_again(False)),
    Claim("caught_twice", "stays", ["A19"], "stay until", "bis zum Ende des", _caught_again(True)),
    Claim("neighbour_waits", True, ["A20"], "only after", "erst nach", _hands_in_early(may=False)),
    Claim("neighbour_waits", False, ["A20"], "even before", "auch vor", _hands_in_early(may=True)),
    Claim("tie", "chain", ["AB4"], "told apart", "entscheiden", _places(("A",))),
    Claim(
        "tie",
        "shared_on_grade",
        ["AB4"],
        "grades the victory is shared",
        "Note wird der Sieg",
        _places(("A", "B")),
    ),
    Claim("deck", "a", ["A22"], "one subject", "ein Fach", _plus_kinds(5)),
    Claim("deck", "b", ["A22"], "five subjects", "fünf Fächer", _plus_kinds(25)),
    Claim(
        "cards",
        (),
        ["A22"],
        "mixed them ourselves",
        "selbst gemischt",
        lambda o: next(iter(deck_of(o).kinds)) == "+1",
    ),
    Claim(
        "cards",
        msgspec.convert(OWN_CARDS, tuple[type(shipped("a")[0]), ...]),
        ["A22"],
        "your own list",
        "eurer eigenen",
        lambda o: next(iter(deck_of(o).kinds)) != "+1",
    ),
    Claim(
        "grades",
        None,
        ["A21"],
        "real Abitur",
        "echten Abiturs",
        lambda o: grade(69, o.grades) == "1.0" and grade(25, o.grades) == "4.0",
    ),
    Claim(
        "grades",
        OWN_GRADES,
        ["A21"],
        "your own table",
        "eurer eigenen",
        lambda o: grade(70, o.grades) == "sehr gut" and grade(3, o.grades) == "ausreichend",
    ),
]
