"""The rules of Mau-Mau: what each move needs, and what follows from it."""

from typing import Any

from msgspec.structs import replace

from companion.asks import Say
from companion.cards import one_too_many, top
from companion.game import Rules, Step, gained, next_seat
from companion.games.mau_mau.deck import card_say, costs, deck_of, does, rank, suit, suits_of
from companion.games.mau_mau.state import Draw, First, Lay, Mau, MauMove, MauState, Pass, Wish
from companion.rulings import Importance, Note, Refusal

# --- what may not be done ---


def _first(state: MauState, move: MauMove) -> Refusal | None:
    if state.phase == "over":
        return Refusal("MM12", Say("refuse.over"))
    if (state.phase == "first") != isinstance(move, First):
        key = "refuse.first" if state.phase == "first" else "refuse.lies"
        return Refusal("MM1", Say(key))
    if state.phase == "first" or isinstance(move, Mau):
        return None
    if move.seat != state.turn:
        return Refusal("MM2", Say("refuse.turn", {"seat": state.turn}))
    if (state.phase == "wish") != isinstance(move, Wish):
        key = "refuse.wish_first" if state.phase == "wish" else "refuse.no_wish"
        return Refusal("MM9", Say(key, {"seat": state.turn}))
    return None


def unlike(state: MauState, card: str) -> Refusal | None:
    """MM1: whether *card* cannot be in the pack, or not once more."""
    known = deck_of(state.options.pack).census
    if card not in known:
        return Refusal("MM1", Say("refuse.strange", {"card": card}))
    if one_too_many(known, (state.pile,), (card,)):
        return Refusal("MM1", Say("refuse.twice", {"card": card_say(card)}))
    return None


def _refuse_first(state: MauState, move: First) -> Refusal | None:
    return unlike(state, move.card)


def _refuse_lay(state: MauState, move: Lay) -> Refusal | None:
    if len(move.cards) > 1:
        return Refusal("MM2", Say("refuse.one", {"seat": state.turn}))
    return unlike(state, move.card) or _refuse_fit(state, move.card) or _refuse_last(state, move.card)


def _refuse_fit(state: MauState, card: str) -> Refusal | None:
    """MM3, MM6, MM9."""
    lies, args = top(state.pile), dict[str, Any](card=card_say(card))
    if state.owed:
        passes = state.options.sevens == "pile" and rank(card) == rank(lies)
        args = {**args, "n": state.owed}
        key = "refuse.seven" if state.options.sevens == "pile" else "refuse.draw_first"
        return None if passes else Refusal("MM6", Say(key, args))
    if does(card) == "wish":
        on_another = does(lies) == "wish" and state.wish and not state.options.jack_on_jack
        return Refusal("MM9", Say("refuse.jack_on_jack", args)) if on_another else None
    if state.wish:
        wanted = {**args, "suit": f"@suit.{state.wish}"}
        return None if suit(card) == state.wish else Refusal("MM9", Say("refuse.wished", wanted))
    if does(lies) == "wish" or suit(card) == suit(lies) or rank(card) == rank(lies):
        return None
    return Refusal("MM3", Say("refuse.fit", {**args, "lies": card_say(lies)}))


def _refuse_last(state: MauState, card: str) -> Refusal | None:
    plain = state.options.last == "any" or not acts(state, card)
    return None if plain or state.cards[state.turn] > 1 else Refusal("MM12", Say("refuse.last"))


def _refuse_draw(state: MauState, move: Draw) -> Refusal | None:
    if state.phase == "drawn":
        return Refusal("MM4", Say("refuse.drawn", {"seat": state.turn}))
    return None


def _refuse_pass(state: MauState, move: Pass) -> Refusal | None:
    return None if state.phase == "drawn" else Refusal("MM4", Say("refuse.pass", {"seat": state.turn}))


def _refuse_wish(state: MauState, move: Wish) -> Refusal | None:
    known = move.suit in suits_of(state.options.pack)
    return None if known else Refusal("MM9", Say("refuse.no_suit"))


def _refuse_mau(state: MauState, move: Mau) -> Refusal | None:
    return None if move.seat in may_say(state) else Refusal("MM11", Say("refuse.mau", {"seat": move.seat}))


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
    note = Note(
        Say("note.begins", {"seat": state.seats[0], "card": card_say(move.card)}), "MM2", Importance.ANNOUNCE
    )
    return Step(replace(state, phase="lay", pile=(move.card,), turn=state.seats[0]), (note,))


def _lay(state: MauState, move: Lay) -> Step[MauState]:
    state, forgot = _silence(state)
    left = state.cards[move.seat] - 1
    now = replace(state, pile=(*state.pile, move.card), cards={**state.cards, move.seat: left}, wish="")
    lays = Note(Say("note.lays", {"seat": move.seat, "card": card_say(move.card)}), "MM3", seat=move.seat)
    if not left:
        out = Note(
            Say("note.out", {"seat": move.seat}), "MM12", Importance.ANNOUNCE, move.seat, {move.seat: 1}
        )
        return Step(replace(now, phase="over", owed=0), (*forgot, lays, out))
    silent = move.seat if left == 1 and move.seat not in state.said else ""
    now = replace(now, silent=silent, owed=now.owed + costs(move.card), phase="lay")
    return _effect(now, move.card).after(*forgot, lays)


def _effect(state: MauState, card: str) -> Step[MauState]:
    what, seat = does(card) if acts(state, card) else "", state.turn
    if what == "wish":
        return Step(replace(state, phase="wish"))
    if what == "again":
        return Step(state, (Note(Say("note.again", {"seat": seat}), "MM10"),))
    turned = replace(state, way=-state.way) if what == "turn" else state
    skips = what == "skip" or (what == "turn" and len(state.seats) == 2)
    after = next_seat(turned.seats, seat, turned.way * (2 if skips else 1))
    says = {"seat": next_seat(turned.seats, seat, turned.way), "n": state.owed}
    told = {"draw": ("note.owed", "MM6"), "skip": ("note.skipped", "MM7"), "turn": ("note.turned", "MM8")}
    notes = (Note(Say(told[what][0], says), told[what][1], Importance.ANNOUNCE),) if what in told else ()
    return Step(replace(turned, turn=after), notes)


def _draw(state: MauState, move: Draw) -> Step[MauState]:
    """MM4, MM6: what is owed ends the turn."""
    state, forgot = _silence(state)
    owed = state.owed
    after = _drawn(state, move.seat, owed or 1)
    note = Note(
        Say("note.draws", {"seat": move.seat, "n": owed or 1}), "MM6" if owed else "MM4", seat=move.seat
    )
    if owed:
        return _next(replace(after.state, owed=0)).after(*forgot, note, *after.notes)
    return Step(replace(after.state, phase="drawn"), (*forgot, note, *after.notes))


def _drawn(state: MauState, seat: str, n: int) -> Step[MauState]:
    """*n* cards from the pack; MM5: the pile but its top card is turned over when it runs out."""
    turned = n > state.pack
    pack, pile = (state.pack + len(state.pile) - 1, state.pile[-1:]) if turned else (state.pack, state.pile)
    n = min(n, pack)
    said = tuple(other for other in state.said if other != seat)
    now = replace(state, pack=pack - n, pile=pile, cards=gained(state.cards, seat, n), said=said)
    notes = (Note(Say("note.turned_over"), "MM5", Importance.ANNOUNCE),) if turned else ()
    return Step(now, notes)


def _silence(state: MauState) -> tuple[MauState, tuple[Note, ...]]:
    """MM11: somebody else acts, so who has forgotten to say "Mau!" draws."""
    seat, n = state.silent, state.options.penalty
    if not seat or not n:
        return replace(state, silent=""), ()
    after = _drawn(state, seat, n)
    note = Note(Say("note.forgot", {"seat": seat, "n": n}), "MM11", Importance.WARN, seat)
    return replace(after.state, silent=""), (note, *after.notes)


def _pass(state: MauState, move: Pass) -> Step[MauState]:
    return _next(state)


def _next(state: MauState) -> Step[MauState]:
    return Step(replace(state, phase="lay", turn=next_seat(state.seats, state.turn, state.way)))


def _wish(state: MauState, move: Wish) -> Step[MauState]:
    note = Note(
        Say("note.wish", {"seat": move.seat, "suit": f"@suit.{move.suit}"}), "MM9", Importance.ANNOUNCE
    )
    return _next(replace(state, wish=move.suit)).after(note)


def _mau(state: MauState, move: Mau) -> Step[MauState]:
    silent = "" if state.silent == move.seat else state.silent
    note = Note(Say("note.mau", {"seat": move.seat}), "MM11", Importance.ANNOUNCE, move.seat)
    return Step(replace(state, silent=silent, said=(*state.said, move.seat)), (note,))


RULES: Rules[MauState] = Rules(
    _first,
    {
        First: (_refuse_first, _turn_up),
        Lay: (_refuse_lay, _lay),
        Draw: (_refuse_draw, _draw),
        Pass: (_refuse_pass, _pass),
        Wish: (_refuse_wish, _wish),
        Mau: (_refuse_mau, _mau),
    },
)
refuse, play = RULES.refuse, RULES.play
