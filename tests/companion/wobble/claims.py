"""What the rules of Wobble say with each value of each switch, and whether the referee does so."""

import msgspec
from msgspec.structs import replace

from companion.asks import MS
from companion.games.wobble import GAME
from companion.games.wobble.ending import is_over, next_dealer
from companion.games.wobble.judging import estimates
from companion.games.wobble.state import census_of
from companion.games.wobble.trying import offered
from tests.companion.referee_of import RefereeOf
from tests.companion.rules_said import Claim, numbers

_referee = RefereeOf(GAME)
move, after = _referee.move, _referee.after
MINUTE = 60_000 * MS


def _at(options, *moves, **position):
    table = {"seats": ["A", "B", "C"], "phase": "turn", "turn": "A", "discard": ["m5"], "active": ["m"]}
    return after(GAME.read_position({**table, **position, "options": msgspec.to_builtins(options)}), *moves)


def _lay(seat, *cards, t=0):
    return move("lay", seat, cards=list(cards), t=t)


def _refused(state, one):
    found = _referee.refused(state, one)
    return found and found[0]


def _comes_to(expected, of, *moves, **position):
    """After *moves* the state comes to *expected*."""
    return lambda options: of(_at(options, *moves, **position)) == expected


def _turn(state):
    return state.turn


def _phase(state):
    return state.phase


def _ends(**state):
    """So it is the end of the game, and a moment before it is not."""

    def does(options):
        before = {"minus": -1, "round": -1, "now": -MINUTE}
        now = _at(options)
        ends = []
        for more in ({}, before):
            minus = state.get("minus", 0) + (more.get("minus", 0) if "minus" in state else 0)
            there = {key: n + more.get(key, 0) for key, n in state.items() if key != "minus"}
            players = {seat: replace(player, minus=minus) for seat, player in now.players.items()}
            ends.append(is_over(replace(now, players=players, **there)))
        return ends == [True, False]

    return does


def _windows(options):
    """How long there is time against Minus 20 and against a Skip."""
    hit = [_at(options, _lay("A", card)) for card in ("mM20", "mSK")]
    return [next(a.within_ms for a in GAME.asks(state) if a.id.startswith("answer")) for state in hit]


def _fined(options):
    """How many cards a wrong card costs out of turn, and in turn."""
    costs = []
    for seat in "CA":
        state, card = _at(options), _lay(seat, "y9")
        if _refused(state, card) is None:
            costs.append(len(after(state, card).players[seat].hand) - len(state.players[seat].hand))
        else:
            costs.append(0)
    return costs


def _failed(options):
    """Where a failed first task of two leads to."""
    pile = [_lay("A", "mP3"), _lay("B", "cP3"), move("dare", "C", task="T4")]
    state = _at(options, *pile, move("judged", "", result="fail"), seats=["A", "B", "C", "D"])
    return state.phase, state.owed, len(state.players["C"].hand)


def _kept(state):
    return "m2" in state.players["B"].hand


FLIP = (_lay("A", "mP3"), move("dare", "B", task="T3"), move("turned", "B", cards=["mSK", "m2"]))
LAST_CE = (_lay("A", "mCE"), move("exchange", "A", partner="B"))
ONE = {"players": {"A": {"hand": ["?"]}}}
AWAY = {"players": {"A": {"hand": ["?"]}, "C": {"away": 1}}}
NOT_ME = (_lay("A", "mSK"), _lay("B", "NM"), move("touch", "B"), move("keep", "B"))
PEOPLE = 83_516_590  # of which ten percent are a whole number


def _exactly_ten(options):
    return estimates(PEOPLE * 11 // 10, PEOPLE, options.pop)


def _press(gap_ms):
    """A press so long before the next card is in time, and one millisecond later it is not."""

    def does(options):
        found = []
        for ms in (gap_ms, gap_ms + 1):
            state = _at(options, move("toss", "C", t=10 * MINUTE))
            found.append(_refused(state, _lay("A", "m1", t=10 * MINUTE + ms * MS)))
        return found == [None, "W16"]

    return does


def _follows(ms):
    """A card so long after the press still belongs to it: another than the top card would be turned away."""

    def does(options):
        found = []
        for late in (ms, ms + 1):
            state = _at(options, move("toss", "A", t=10 * MINUTE))
            state = after(state, _lay("A", "m5", t=10 * MINUTE + late * MS))
            found.append(state.tosses.get("A", 0))
        return found == [1, 0]

    return does


def _spares(ms):
    """Who was robbed of the turn may err for so long."""

    def does(options):
        found = []
        for late in (ms, ms + 1):
            robbed = (move("toss", "C", t=10 * MINUTE), _lay("C", "m5", t=10 * MINUTE))
            state = _at(options, *robbed, seats=["A", "B", "C", "D"], turn="B")
            found.append(_refused(state, _lay("B", "y9", t=10 * MINUTE + late * MS)))
        return found == ["W19", None]

    return does


def _both(switch, value, en, de, does, **given):
    """*en* and *de* are dicts: the rules, and what they say."""
    return [Claim(switch, value, [rule], en[rule], de[rule], does, given) for rule in en]


def _one(switch, value, rules, en, de, does, **given):
    return [Claim(switch, value, rules.split(), en, de, does, given)]


CLAIMS = [
    *_one("until", "points", "W2", "With 500 of them", "Bei 500 ist", _ends(minus=500)),
    *_one("until", "rounds", "W2", "the number of rounds agreed on", "Zahl von Runden", _ends(round=5)),
    *_one(
        "until",
        "time",
        "W2",
        "the time agreed on is up",
        "die ausgemachte Zeit um ist",
        _ends(now=45 * MINUTE),
    ),
    *(
        c
        for n in numbers(GAME, "limit")
        for c in _one("limit", n, "W2", f"With {n} of", f"Bei {n} ", _ends(minus=n))
    ),
    *(
        c
        for n in numbers(GAME, "rounds")
        for c in _one("rounds", n, "W3", f"like {n},", f"Runden, etwa {n},", _ends(round=n), until="rounds")
    ),
    *(
        c
        for n in numbers(GAME, "minutes")
        for c in _one(
            "minutes", n, "W3", f"like {n} min", f"etwa {n} Min", _ends(now=n * MINUTE), until="time"
        )
    ),
    *_one(
        "turn_after_hit",
        True,
        "AW-1",
        "plays a normal turn",
        "macht danach einen",
        _comes_to("B", _turn, _lay("A", "mM20"), move("accept", "B")),
    ),
    *_one(
        "turn_after_hit",
        False,
        "AW-1",
        "does not play after it",
        "spielt danach nicht",
        _comes_to("C", _turn, _lay("A", "mM20"), move("accept", "B")),
    ),
    *_one(
        "mix_plus",
        True,
        "AW-2 W21",
        "count as one symbol",
        "gelten als ein Symbol",
        lambda o: _refused(_at(o, _lay("A", "mP3")), _lay("B", "cP5")) is None,
    ),
    *_one(
        "mix_plus",
        False,
        "AW-2",
        "are two symbols",
        "sind zwei Symbole",
        lambda o: _refused(_at(o, _lay("A", "mP3")), _lay("B", "cP5")) == "W21",
    ),
    *_one(
        "response_window",
        "until_settled",
        "AW-4",
        "three seconds for Minus 20",
        "bei Minus 20 drei",
        lambda o: _windows(o) == [3000, 0],
    ),
    *_one(
        "response_window",
        "three_seconds",
        "AW-4",
        "three seconds for it",
        "Dafür sind drei Sekunden",
        lambda o: _windows(o) == [3000, 3000],
    ),
    *_one(
        "response_window",
        "untimed",
        "AW-4",
        "for Minus 20 too",
        "auch bei Minus 20",
        lambda o: _windows(o) == [0, 0],
    ),
    *_one(
        "skip_stack",
        "accumulate",
        "AW-6",
        "add up",
        "zählt zusammen",
        _comes_to(2, lambda s: s.attack.total, _lay("A", "mSK"), _lay("B", "mSK")),
    ),
    *_one(
        "skip_stack",
        "single",
        "AW-6 W21",
        "skips one person only",
        "eine Person",
        _comes_to(1, lambda s: s.attack.total, _lay("A", "mSK"), _lay("B", "mSK")),
    ),
    *_one(
        "skip_identical",
        False,
        "AW-7",
        "in any colour",
        "in jeder Farbe",
        lambda o: _refused(_at(o, _lay("A", "mSK")), _lay("B", "cSK")) is None,
    ),
    *_one(
        "skip_identical",
        True,
        "AW-7 W21",
        "in the same colour only",
        "nur in der gleichen Farbe",
        lambda o: _refused(_at(o, _lay("A", "mSK")), _lay("B", "cSK")) == "W21",
    ),
    *_one(
        "dodge_scope",
        "attack",
        "AW-8",
        "until the attack ends or grows",
        "bis der Angriff endet oder wächst",
        _comes_to(("B",), lambda s: s.attack.absent, _lay("A", "mP3"), _lay("B", "DG")),
    ),
    *_one(
        "dodge_scope",
        "once",
        "AW-8",
        "for this one moment",
        "nur für diesen Moment",
        _comes_to((), lambda s: s.attack.absent, _lay("A", "mP3"), _lay("B", "DG")),
    ),
    *_both(
        "stack_tasks",
        "all",
        {"AW-13": "doubles the whole pile"},
        {"AW-13": "verdoppelt den ganzen Stapel"},
        lambda o: _failed(o) == ("turn", 0, 18),
    ),
    *_both(
        "stack_tasks",
        "each",
        {"AW-13": "counts by itself"},
        {"AW-13": "zählt für sich"},
        lambda o: _failed(o) == ("settle", 6, 6),
    ),
    *_one(
        "flip_cards_kept",
        True,
        "AW-17",
        "are the first of those",
        "sind die ersten",
        _comes_to(True, _kept, *FLIP),
    ),
    *_one(
        "flip_cards_kept",
        False,
        "AW-17",
        "go under the discard pile",
        "unter den Ablagestapel",
        _comes_to(False, _kept, *FLIP),
    ),
    *_both(
        "ce_last",
        "partner_wins",
        {"AW-19": "and wins"},
        {"AW-19": "und gewinnt"},
        _comes_to("score", _phase, *LAST_CE, **ONE),
    ),
    *_both(
        "ce_last",
        "just_swap_and_continue",
        {"AW-19": "the round goes on"},
        {"AW-19": "die Runde geht weiter"},
        _comes_to("turn", _phase, *LAST_CE, **ONE),
    ),
    *_one(
        "cs_by_symbol",
        False,
        "AW-22",
        "laid only on one of its two",
        "geht nur auf eine seiner zwei",
        lambda o: _refused(_at(o, discard=["CSmg"], active=["g"]), _lay("A", "CSmc")) == "W12",
    ),
    *_one(
        "cs_by_symbol",
        True,
        "AW-22",
        "any other Colour Swap",
        "jeden anderen Farbtausch",
        lambda o: _refused(_at(o, discard=["CSmg"], active=["g"]), _lay("A", "CSmc")) is None,
    ),
    *_one(
        "dealer",
        "clockwise",
        "AW-25",
        "next one clockwise",
        "im Uhrzeigersinn",
        lambda o: next_dealer(replace(_at(o), dealer="A", winners=("C",))) == "B",
    ),
    *_one(
        "dealer",
        "winner",
        "AW-25",
        "winner of the round",
        "wer die Runde gewonnen hat",
        lambda o: next_dealer(replace(_at(o), dealer="A", winners=("C",))) == "C",
    ),
    *_one(
        "not_me_skip",
        "others_miss",
        "AW-43",
        "two turns running",
        "zwei Züge hintereinander",
        _comes_to("B", _turn, *NOT_ME),
    ),
    *_one(
        "not_me_skip",
        "goes_on",
        "AW-43",
        "there is one turn",
        "ist es ein Zug",
        _comes_to("C", _turn, *NOT_ME),
    ),
    *_both(
        "misplay_penalty",
        "out_of_turn",
        {"W19": "A card out of turn goes back and costs", "AW-28": "in your own turn"},
        {"W19": "außer der Reihe geht zurück und kostet", "AW-28": "ohne Strafe im eigenen Zug"},
        lambda o: _fined(o) == [1, 0],
    ),
    *_both(
        "misplay_penalty",
        "any",
        {"W19": "Every wrong card", "AW-28": "costs a penalty card"},
        {"W19": "Jede falsche Karte", "AW-28": "kostet eine Strafkarte"},
        lambda o: _fined(o) == [1, 1],
    ),
    *_both(
        "misplay_penalty",
        "none",
        {"W19": "without a penalty card", "AW-28": "as all cards do"},
        {"W19": "ohne Strafkarte", "AW-28": "wie jede Karte"},
        lambda o: _fined(o) == [0, 0],
    ),
    *(
        claim
        for value, phase, en, de in (
            (False, "turn", ("after the round", "after the round"), ("nach der Runde", "nach der Runde")),
            (
                True,
                "score",
                ("end the game at once", "within a round"),
                ("Spiel sofort beenden", "mitten in der Runde"),
            ),
        )
        for claim in _both(
            "mid_round_end",
            value,
            dict(zip(("AW-32",), en[1:], strict=True)),
            dict(zip(("AW-32",), de[1:], strict=True)),
            _comes_to(phase, _phase, _lay("A", "mM20"), move("accept", "B"), players={"B": {"minus": 480}}),
        )
    ),
    *_both(
        "afk_last_waived",
        True,
        {"AW-36": "nobody waits"},
        {"AW-36": "wartet niemand"},
        _comes_to("score", _phase, _lay("A", "m1"), **AWAY),
    ),
    *_both(
        "afk_last_waived",
        False,
        {"AW-36": "all wait"},
        {"AW-36": "warten alle"},
        _comes_to("return", _phase, _lay("A", "m1"), **AWAY),
    ),
    *_one("pop", "le", "AW-40 W-T8", "at most ten percent", "höchstens zehn Prozent", _exactly_ten),
    *_one(
        "pop",
        "lt",
        "AW-40 W-T8",
        "less than ten percent",
        "weniger als zehn Prozent",
        lambda o: not _exactly_ten(o),
    ),
    *(
        claim
        for value, en, de in (
            (True, "I tell when", "Ich sage es"),
            (False, "Nobody has to say", "Niemand muss sagen"),
        )
        for claim in _one(
            "warn_last_card",
            value,
            "W30",
            en,
            de,
            lambda o, value=value: (
                value
                is any(
                    note.says.key == "note.last_card"
                    for note in GAME.play(_at(o, players={"A": {"hand": ["?", "?"]}}), _lay("A", "m1")).notes
                )
            ),
        )
    ),
    *(
        c
        for n in numbers(GAME, "eps_ms")
        for does in (_press(n) if n < 10_000 else None,)  # no card follows its press later than that
        for c in _one("eps_ms", n, "AW-46", f"than {n} milli", f"als {n} Milli", does, late_ms=10_000)
    ),
    *(
        c
        for n in numbers(GAME, "late_ms")
        for c in _one("late_ms", n, "AW-46", f"within {n} ", f"von {n} ", _follows(n))
    ),
    *(
        c
        for n in numbers(GAME, "grace_ms")
        for c in _one("grace_ms", n, "AW-46", f"For {n} ", f"Noch {n} ", _spares(n))
    ),
    *(
        claim
        for deck, size, en, de in (
            (
                "unknown",
                0,
                ("your own box", "in your box"),
                ("eurer eigenen Schachtel", "eurer Schachtel ist"),
            ),
            ("test138", 138, ("can be printed here", "all of them"), ("Deck zum Ausdrucken", "mit allen")),
            (
                "learning",
                116,
                ("for a first game only", "play like this"),
                ("ein erstes Spiel;", "Heute spielt ihr so"),
            ),
        )
        for claim in _both(
            "deck",
            deck,
            dict(zip(("W1", "W51"), en, strict=True)),
            dict(zip(("W1", "W51"), de, strict=True)),
            lambda o, size=size: sum(census_of(_at(o)).values()) == size,
        )
    ),
    *_one(
        "census", {}, "W1", "can be counted once", "lässt sich einmal zählen", lambda o: not census_of(_at(o))
    ),
    *_one(
        "census", {"m1": 138}, "W1", "has been counted", "Eure ist gezählt", lambda o: bool(census_of(_at(o)))
    ),
    *_one(
        "printed",
        {},
        "AW-44",
        "none is known yet",
        "noch keine bekannt",
        lambda o: len(offered(_at(o, _lay("A", "mP3")))) == 12,
    ),
    *_one(
        "printed",
        {"mP3": ("T4",)},
        "AW-44",
        "some are known",
        "einige bekannt",
        lambda o: offered(_at(o, _lay("A", "mP3"))) == ("T4",),
    ),
    *_one(
        "tasks",
        (),
        "AW-16",
        "played: all",
        "werden: alle",
        lambda o: len(offered(_at(o, _lay("A", "mP3")))) == 12,
    ),
    *_one(
        "tasks",
        ("T4",),
        "AW-16",
        "played: T4",
        "werden: T4",
        lambda o: offered(_at(o, _lay("A", "mP3"))) == ("T4",),
    ),
    *(
        claim
        for switch, card, en, de in (
            ("own_tasks", "mP3", "Yours for +3 and +5: ", "Eure für +3 und +5: "),
            ("afk_tasks", "mAFK", "Yours for AFK: ", "Eure für AFK: "),
        )
        for value, said in (((), ("none", "keine")), (("sing",), ("sing", "sing")))
        for claim in _one(
            switch,
            value,
            "W50",
            en + said[0],
            de + said[1],
            lambda o, card=card, value=value: (
                bool(value)
                is any(
                    choice.value == "own:sing"
                    for ask in GAME.asks(_at(o, _lay("A", card)))
                    for choice in ask.choices
                )
            ),
        )
    ),
]
