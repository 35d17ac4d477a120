"""Abi '94 as a game of the house."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from companion.asks import JSON, Say
from companion.cards import UNKNOWN, hand, hidden
from companion.game import Game, check_seats, expect
from companion.games.abi94 import moves as m
from companion.games.abi94.asks import DECK, HEARS, asks
from companion.games.abi94.deck import AbiOptions, CardKind, deck_of, from_counts, shipped
from companion.games.abi94.handing_in import exam_so_far
from companion.games.abi94.projects import note_of, outcome, scores
from companion.games.abi94.rules import RULES, play
from companion.games.abi94.scoring import PASS, chance_percent, hand_size, proposed
from companion.games.abi94.state import AbiState, Pupil, active, deck, in_game, is_exam, places, replace
from companion.games.abi94.turns import go_on
from companion.games.abi94.words_for import KNOWN_SUBJECTS, project_say
from companion.layout import Layout, Pile, Row, SeatPanel, Stat, View, pile

# --- what the screens show of Abi '94: the mats, the sheet, and what everybody may know ---


def view(state: AbiState) -> View:
    """All that the table may see; hands are numbers."""
    totals = scores(state)
    acting = state.pending.seat if state.pending else state.turn
    fill = {"seat": acting, "project": project_say(state), "round": state.round}
    return View(
        phase=Say(f"phase.{state.phase}", fill),
        panels=tuple(_panel(state, seat, totals[seat]) for seat in state.seats),
        piles=_piles(state),
        sheet=_sheet(state),
        detail=_detail(state),
    )


def _panel(state: AbiState, seat: str, total: int) -> SeatPanel:
    pupil = state.pupils[seat]
    stats = [Stat(Say("stat.chips"), str(pupil.chips)), Stat(Say("stat.pills"), str(pupil.pills))]
    if state.phase in ("turn", "window") and pupil.standing == "in":
        stats += _project_stats(state, seat, pupil)
    acting = state.pending.seat if state.pending else state.turn
    return SeatPanel(seat, total, tuple(stats), seat == acting, pupil.standing == "out")


def _project_stats(state: AbiState, seat: str, pupil: Pupil) -> list[Stat]:
    stats = [
        Stat(Say("stat.hand"), str(len(pupil.hand))),
        Stat(Say("stat.points"), str(pupil.raw(deck(state)))),
    ]
    if is_exam(state):
        stats.append(Stat(Say("stat.types"), f"{exam_so_far(state, seat).types}/3"))
    else:
        stats.append(Stat(Say("stat.pill_risk"), f"{chance_percent(pupil.chips, state.options)} %"))
    return stats


def _piles(state: AbiState) -> tuple[Pile, ...]:
    """AB11: this round's card and the older ones lie apart."""
    if state.phase not in ("swap", "lead", "turn", "window"):
        return ()
    mats = [lying for seat in active(state) for lying in _mat(state.pupils[seat], seat)]
    return (*mats, pile("draw", (), DECK, state.draw), pile("discard", state.discard, DECK))


def _mat(pupil: Pupil, seat: str) -> tuple[Pile, Pile]:
    now = (pupil.now,) if pupil.now else ()
    return pile(f"now:{seat}", now, DECK), pile(f"before:{seat}", pupil.before, DECK)


# --- the sheet, as the one on paper ---


def _sheet(state: AbiState) -> tuple[Row, ...]:
    pupils = [state.pupils[seat] for seat in state.seats]
    klausuren = (
        Row(Say("project.klausur", {"number": n + 1}), tuple(_klausur(pupil, n) for pupil in pupils))
        for n in range(3)
    )
    totals = scores(state)
    return (
        *klausuren,
        Row(Say("sheet.sum"), tuple(str(sum(pupil.klausuren)) for pupil in pupils), sums=True),
        Row(Say("sheet.pills"), tuple("I" * pupil.pills for pupil in pupils)),
        Row(Say("sheet.exam"), tuple(_exam(pupil) for pupil in pupils)),
        Row(
            Say("sheet.doubled"),
            tuple(str(p.exam.doubled) if p.exam and p.exam.passed else "" for p in pupils),
        ),
        Row(Say("sheet.total"), tuple(str(totals[seat]) for seat in state.seats), sums=True),
        Row(Say("sheet.grade"), tuple(note_of(state, seat) for seat in state.seats)),
    )


def _klausur(pupil: Pupil, number: int) -> str:
    return str(pupil.klausuren[number]) if number < len(pupil.klausuren) else ""


def _exam(pupil: Pupil) -> str:
    """AB44: the capped points, and what the pills leave of them; AB46: a dash for no exam."""
    if pupil.exam is None:
        return ""
    if pupil.exam.ejected:
        return "–"
    pills = f" − {pupil.exam.pills} = {pupil.exam.net}" if pupil.exam.pills else ""
    return f"{pupil.exam.capped}{pills}"


# --- besides ---


def needed(state: AbiState, seat: str) -> int:
    """How many points are missing to pass this project, pills included."""
    pupil = state.pupils[seat]
    pills = pupil.pills if is_exam(state) else 0
    return max(0, PASS + pills - pupil.raw(deck(state)))


def _called(kind: CardKind) -> str:
    """The key of what a card is called besides its value; the subject itself where it has no key."""
    if kind.effect:
        return f"effect.{kind.effect}"
    return f"subject.{kind.subject}" if kind.subject in KNOWN_SUBJECTS else kind.subject


def _detail(state: AbiState) -> JSON:
    """What the cards are called, what is missing to pass, and which cards lie face down or are copied."""
    always: dict[str, JSON] = {
        "pass": PASS,
        "deck": {card: _called(kind) for card, kind in deck(state).kinds.items()},
    }
    if state.phase not in ("turn", "window"):
        return always
    return {
        **always,
        "needs": {seat: needed(state, seat) for seat in active(state)},
        "covered": {seat: list(state.pupils[seat].covered) for seat in active(state)},
        "copied": {seat: list(state.pupils[seat].copied) for seat in active(state)},
    }


# --- partial positions: what is left out takes its default, what cannot be is refused in words ---

PLAYING = ("turn", "window")


def read_position(value: JSON) -> AbiState:
    """*value* as a state that can be played on."""
    state = msgspec.convert(value, AbiState)
    # AB5: three by house rule; eleven can deal and swap from 92 cards
    check_seats(state.seats, Abi94.about.seats, _named(state))
    given = value.get("pupils", {}) if isinstance(value, Mapping) else {}
    state = replace(state, pupils={seat: state.pupils.get(seat, Pupil()) for seat in state.seats})
    state = replace(state, starters=state.starters or in_game(state))
    if state.phase in PLAYING:
        state = replace(state, leader=state.leader or in_game(state)[0])
        state = _with_hands(state, given)
    _check_cards(state)
    if "draw" not in value:
        others = sum(len(cards) for name, cards in places(state).items() if name != "draw")
        state = replace(state, draw=max(0, deck(state).cards.size - others))
    if state.phase == "turn" and not state.turn:
        return go_on(state).state
    return state


def _with_hands(state: AbiState, given: Mapping[str, Any]) -> AbiState:
    """A hand that the position leaves out is full and hidden."""
    size = hand_size(len(state.starters))
    pupils = dict(state.pupils)
    for seat, pupil in pupils.items():
        if "hand" not in given.get(seat, {}) and pupil.standing == "in":
            pupils[seat] = replace(pupil, hand=hidden(size))
        else:
            pupils[seat] = replace(pupil, hand=hand(pupil.hand))
    return replace(state, pupils=pupils)


def _named(state: AbiState) -> Iterator[str]:
    yield from (state.leader, state.turn, *state.pupils, *state.starters)
    if state.pending:
        yield from (state.pending.seat, state.pending.neighbour)


def _check_cards(state: AbiState) -> None:
    """Every card is one of the deck, no pile is larger than it, and what is covered lies there."""
    kinds, most = deck(state).kinds, deck(state).cards.size
    expect(0 <= state.draw <= most, f"0 to {most} cards - at `$.draw`")
    for seat, pupil in state.pupils.items():
        for card in (*pupil.hand, *pupil.front, *pupil.covered):
            expect(card in kinds or card == UNKNOWN, f"a card of the deck before {seat}, got {card!r}")
        lie_there = all(pupil.covered.count(card) <= pupil.front.count(card) for card in pupil.covered)
        expect(lie_there, f"covered cards that lie before {seat}, got {pupil.covered}")


class Abi94(Game[AbiState, m.AbiMove, AbiOptions]):
    """Three Klausuren and a final exam, with help from the neighbours."""

    cannot_lie = frozenset({"refused.unknown_card", "refused.all_copies_seen"})
    rules = RULES
    hears = HEARS
    play = staticmethod(play)
    asks = staticmethod(asks)
    scores = staticmethod(scores)
    outcome = staticmethod(outcome)
    view = staticmethod(view)
    read_position = staticmethod(read_position)

    def start(self, seats: tuple[str, ...], options: AbiOptions) -> AbiState:
        size = deck_of(options).cards.size
        pupils = {seat: Pupil() for seat in seats}
        return AbiState(seats=seats, options=options, pupils=pupils, starters=seats, draw=size)

    def lies(self, state: AbiState) -> Layout:
        """AB10, AB11: all that somebody has got in a project lies there upon each other."""
        playing = state.phase in ("swap", "lead", "turn", "window")
        seats = active(state) if playing else ()
        return Layout(piles={f"now:{seat}": state.pupils[seat].front for seat in seats}, deck=DECK)

    def plain_options(self, value: dict[str, JSON]) -> dict[str, JSON]:
        """AB5: cards may be given as how many there are of each kind."""
        cards = value.get("cards")
        if not isinstance(cards, Mapping):
            return value
        return {**value, "cards": [msgspec.to_builtins(kind) for kind in from_counts(cards)]}

    def own_tables(self, options: AbiOptions) -> Mapping[str, Mapping[str, int]]:
        """A21, A22: what each grade needs, and how many cards there are of each kind."""
        kinds = options.cards or shipped(options.deck)
        return {"grades": options.grades or proposed(), "cards": {kind.id: kind.count for kind in kinds}}
