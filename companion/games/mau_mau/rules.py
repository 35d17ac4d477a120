"""The rules of Mau-Mau: what each move needs, and what follows from it."""

from typing import Any

from msgspec.structs import replace

from companion.cards import one_too_many, top
from companion.game import Rules, Step, gained, next_seat
from companion.games.mau_mau.deck import card_say, costs, deck_of, does, rank, suit, suits_of
from companion.games.mau_mau.state import Draw, First, Lay, Mau, MauMove, MauState, Pass, Wish
from companion.rulings import Note, Refusal, against, announce, tell, warn

# --- what may not be done ---


def _first(state: MauState, move: MauMove) -> Refusal | None:
    if state.phase == "over":
        return against("MM12", "refuse.over")
    if (state.phase == "first") != isinstance(move, First):
        key = "refuse.first" if state.phase == "first" else "refuse.lies"
        return against("MM1", key)
    if state.phase == "first" or isinstance(move, Mau):
        return None
    if move.seat != state.turn:
        return against("MM2", "refuse.turn", seat=state.turn)
    if (state.phase == "wish") != isinstance(move, Wish):
        key = "refuse.wish_first" if state.phase == "wish" else "refuse.no_wish"
        return against("MM9", key, seat=state.turn)
    return None


def unlike(state: MauState, card: str) -> Refusal | None:
    """MM1: whether *card* cannot be in the pack, or not once more."""
    known = deck_of(state.options.pack).census
    if card not in known:
        return against("MM1", "refuse.strange", card=card)
    if one_too_many(known, (state.pile,), (card,)):
        return against("MM1", "refuse.twice", card=card_say(card))
    return None


def _refuse_lay(state: MauState, move: Lay) -> Refusal | None:
    if len(move.cards) > 1:
        return against("MM2", "refuse.one", seat=state.turn)
    return unlike(state, move.card) or _refuse_fit(state, move.card) or _refuse_last(state, move.card)


def _refuse_fit(state: MauState, card: str) -> Refusal | None:
    """MM3, MM6, MM9."""
    lies, args = top(state.pile), dict[str, Any](card=card_say(card))
    if state.owed:
        passes = state.options.sevens == "pile" and rank(card) == rank(lies)
        args = {**args, "n": state.owed}
        key = "refuse.seven" if state.options.sevens == "pile" else "refuse.draw_first"
        return None if passes else against("MM6", key, **args)
    if does(card) == "wish":
        on_another = does(lies) == "wish" and state.wish and not state.options.jack_on_jack
        return against("MM9", "refuse.jack_on_jack", **args) if on_another else None
    if state.wish:
        wanted = {**args, "suit": f"@suit.{state.wish}"}
        return None if suit(card) == state.wish else against("MM9", "refuse.wished", **wanted)
    if does(lies) == "wish" or suit(card) == suit(lies) or rank(card) == rank(lies):
        return None
    return against("MM3", "refuse.fit", **args, lies=card_say(lies))


def _refuse_last(state: MauState, card: str) -> Refusal | None:
    plain = state.options.last == "any" or not acts(state, card)
    return None if plain or state.cards[state.turn] > 1 else against("MM12", "refuse.last")


def _refuse_draw(state: MauState, move: Draw) -> Refusal | None:
    if state.phase == "drawn":
        return against("MM4", "refuse.drawn", seat=state.turn)
    return None


def _refuse_pass(state: MauState, move: Pass) -> Refusal | None:
    return None if state.phase == "drawn" else against("MM4", "refuse.pass", seat=state.turn)


def _refuse_wish(state: MauState, move: Wish) -> Refusal | None:
    known = move.suit in suits_of(state.options.pack)
    return None if known else against("MM9", "refuse.no_suit")


def _refuse_mau(state: MauState, move: Mau) -> Refusal | None:
    return None if move.seat in may_say(state) else against("MM11", "refuse.mau", seat=move.seat)


def may_say(state: MauState) -> tuple[str, ...]:
    """MM11: who has one card and has not said so yet, and who is about to lay the last but one."""
    on_turn = state.turn if state.phase in ("lay", "drawn") and state.cards.get(state.turn) == 2 else ""
    return tuple(seat for seat in (state.silent, on_turn) if seat and seat not in state.said)


def acts(state: MauState, card: str) -> bool:
    """Whether *card* does anything by tonight's rules."""
    on = {"draw": True, "skip": state.options.eights, "turn": state.options.nines}
    return {**on, "wish": True, "again": state.options.aces}.get(does(card), False)


# --- what follows ---


def _turn_up(state: MauState, move: First) -> Step[MauState]:
    """MM1: the first card does nothing."""
    note = announce("MM2", "note.begins", seat=state.seats[0], card=card_say(move.card))
    return Step(replace(state, phase="lay", pile=(move.card,), turn=state.seats[0]), (note,))


def _lay(state: MauState, move: Lay) -> Step[MauState]:
    state, forgot = _silence(state)
    left = state.cards[move.seat] - 1
    now = replace(state, pile=(*state.pile, move.card), cards={**state.cards, move.seat: left}, wish="")
    lays = tell("MM3", "note.lays", move.seat, card=card_say(move.card))
    if not left:
        out = announce("MM12", "note.out", move.seat).with_points({move.seat: 1})
        return Step(replace(now, phase="over", owed=0), (*forgot, lays, out))
    silent = move.seat if left == 1 and move.seat not in state.said else ""
    now = replace(now, silent=silent, owed=now.owed + costs(move.card), phase="lay")
    return _effect(now, move.card).after(*forgot, lays)


def _effect(state: MauState, card: str) -> Step[MauState]:
    what, seat = does(card) if acts(state, card) else "", state.turn
    if what == "wish":
        return Step(replace(state, phase="wish"))
    if what == "again":
        return Step(state, (tell("MM10", "note.again", seat=seat),))
    turned = replace(state, way=-state.way) if what == "turn" else state
    skips = what == "skip" or (what == "turn" and len(state.seats) == 2)
    after = next_seat(turned.seats, seat, turned.way * (2 if skips else 1))
    told = {"draw": ("MM6", "note.owed"), "skip": ("MM7", "note.skipped"), "turn": ("MM8", "note.turned")}
    hit = next_seat(turned.seats, seat, turned.way)
    notes = (announce(*told[what], seat=hit, n=state.owed),) if what in told else ()
    return Step(replace(turned, turn=after), notes)


def _draw(state: MauState, move: Draw) -> Step[MauState]:
    """MM4, MM6: what is owed ends the turn."""
    state, forgot = _silence(state)
    owed = state.owed
    after = _drawn(state, move.seat, owed or 1)
    note = tell("MM6" if owed else "MM4", "note.draws", move.seat, n=owed or 1)
    if owed:
        return _next(replace(after.state, owed=0)).after(*forgot, note, *after.notes)
    return Step(replace(after.state, phase="drawn"), (*forgot, note, *after.notes))


def _drawn(state: MauState, seat: str, n: int) -> Step[MauState]:
    """*n* cards from the pack; MM5: the pile but its top card is turned over when it runs out."""
    turned = n > state.pack
    pack, pile = (state.pack + len(state.pile[:-1]), state.pile[-1:]) if turned else (state.pack, state.pile)
    n = min(n, pack)
    said = tuple(other for other in state.said if other != seat)
    now = replace(state, pack=pack - n, pile=pile, cards=gained(state.cards, seat, n), said=said)
    notes = (announce("MM5", "note.turned_over"),) if turned else ()
    return Step(now, notes)


def _silence(state: MauState) -> tuple[MauState, tuple[Note, ...]]:
    """MM11: somebody else acts, so who has forgotten to say "Mau!" draws."""
    seat, n = state.silent, state.options.penalty
    if not seat or not n:
        return replace(state, silent=""), ()
    after = _drawn(state, seat, n)
    return replace(after.state, silent=""), (warn("MM11", "note.forgot", seat, n=n), *after.notes)


def _next(state: MauState) -> Step[MauState]:
    return Step(replace(state, phase="lay", turn=next_seat(state.seats, state.turn, state.way)))


def _wish(state: MauState, move: Wish) -> Step[MauState]:
    note = announce("MM9", "note.wish", seat=move.seat, suit=f"@suit.{move.suit}")
    return _next(replace(state, wish=move.suit)).after(note)


def _mau(state: MauState, move: Mau) -> Step[MauState]:
    silent = "" if state.silent == move.seat else state.silent
    note = announce("MM11", "note.mau", move.seat)
    return Step(replace(state, silent=silent, said=(*state.said, move.seat)), (note,))


RULES: Rules[MauState] = Rules(
    _first,
    {
        First: (lambda state, move: unlike(state, move.card), _turn_up),
        Lay: (_refuse_lay, _lay),
        Draw: (_refuse_draw, _draw),
        Pass: (_refuse_pass, lambda state, _: _next(state)),
        Wish: (_refuse_wish, _wish),
        Mau: (_refuse_mau, _mau),
    },
)
refuse, play = RULES.refuse, RULES.play
