"""What the screens show of Abi '94: the mats, the sheet, and what everybody may know."""

from companion.asks import JSON, Say
from companion.games.abi94.asks import DECK
from companion.games.abi94.deck import CardKind
from companion.games.abi94.handing_in import exam_so_far
from companion.games.abi94.projects import note_of, scores
from companion.games.abi94.scoring import PASS, chance_percent
from companion.games.abi94.state import AbiState, Pupil, active, deck, is_exam
from companion.games.abi94.words_for import KNOWN_SUBJECTS, project_say
from companion.layout import Pile, Row, SeatPanel, Stat, View, pile


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
