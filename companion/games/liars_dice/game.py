"""Liar's dice as a game of the house: what it asks, what an answer means, and what the screen shows."""

from collections.abc import Iterator

from companion.asks import Ask, Choice, Kind, Say
from companion.game import Game, Hears, by_seat, most_points, whose
from companion.games.liars_dice import state as s
from companion.games.liars_dice.rules import RULES, callers, named
from companion.layout import Die, SeatPanel, Stat, View, counted

HEARS: Hears = {
    "bid": lambda _, ask, fact: s.Raise(seat=fact.seat, count=len(fact.value), face=fact.value[0]),
    "doubt": lambda _, ask, fact: s.Doubt(seat=fact.seat),
    "exact": lambda _, ask, fact: s.Exact(seat=fact.seat),
    # eyes see dice, and not whose they are
    "show": lambda _, ask, fact: s.Show(seat=whose(ask, fact), dice=tuple(fact.value["pips"])),
    "next": lambda _, ask, fact: s.Next(seat=fact.seat),
}


class LiarsDice(Game[s.LiarState, s.LiarMove, s.LiarOptions]):
    """Nobody sees all the dice, and everybody says how many there are."""

    rules = RULES
    scores = by_seat(lambda state, seat: state.counts.get(seat, 0))
    outcome = most_points("LD13")
    hears = HEARS

    def start(self, seats: tuple[str, ...], options: s.LiarOptions) -> s.LiarState:
        counts = dict.fromkeys(seats, int(options.dice))
        return s.LiarState(seats=seats, options=options, turn=seats[0], counts=counts)

    def asks(self, state: s.LiarState) -> tuple[Ask, ...]:
        return tuple(_asks(state)) if state.phase != "over" else ()

    def view(self, state: s.LiarState) -> View:
        last = next(reversed(state.shown.values()), ()) if state.phase in ("show", "shown") else ()
        dice = tuple(Die("pips", str(face)) for face in last)
        panels = tuple(_panel(state, seat) for seat in state.seats)
        sheet = (counted(Say("row.dice"), state.counts, state.seats),)
        return View(Say(f"phase.{state.phase}", {"seat": state.turn}), panels, dice, sheet=sheet)


def _panel(state: s.LiarState, seat: str) -> SeatPanel:
    """How many dice are left; what was bid last, or which were shown."""
    dice, bid = " ".join(map(str, state.shown.get(seat, ()))), state.bids[-1] if state.bids else None
    stats = [Stat(Say("stat.shown"), dice)] if dice else []
    if bid is not None and bid.seat == seat:
        stats.append(Stat(Say("stat.bid"), f"{bid.count} × {bid.face}"))
    waits = {"bid": (state.turn,), "show": s.to_show(state)[:1]}.get(state.phase, ())
    count = state.counts.get(seat, 0)
    return SeatPanel(seat, count, tuple(stats), turn=seat in waits, out=not count)


def _asks(state: s.LiarState) -> Iterator[Ask]:
    """LD2, LD7: a bid, or a doubt; LD9: then the dice of one after the other; LD11: and the next round."""
    if state.phase == "bid":
        yield from _bidding(state)
    elif state.phase == "show":
        seat = s.to_show(state)[0]
        n = state.counts[seat]
        prompt = Say("ask.show", {"seat": seat, "n": n})
        yield Ask(f"show:{state.rounds}:{seat}", Kind.DICE, (seat,), prompt, "LD9", dice={"pips": n})
    else:
        prompt = Say("ask.next", {"seat": state.turn})
        yield Ask(f"next:{state.rounds}", Kind.CONFIRM, s.playing(state), prompt, "LD11")


def _bidding(state: s.LiarState) -> Iterator[Ask]:
    """LD4: every bid that is higher, its dice as they would lie there; LD7: a doubt; LD8: or "exactly"."""
    name, last, most = f"{state.rounds}:{len(state.bids)}", state.bids[-1:], s.all_dice(state)
    says = {"seat": state.turn, "bid": named(last[0].count, last[0].face) if last else ""}
    needed = {face: s.least(state, face) for face in range(1, 7)}
    bids = [(n, face) for n in range(1, most + 1) for face in needed if n >= needed[face]]
    if bids:
        key = "ask.higher" if last else "ask.palifico" if state.palifico else "ask.first"
        choices = tuple(Choice([face] * n, named(n, face)) for n, face in bids)
        lies = tuple(str(face) for face in needed if needed[face] <= most)
        yield Ask(f"bid:{name}", Kind.CHOICE, (state.turn,), Say(key, says), "LD4", choices, lies=lies)
    if able := callers(state):
        prompt, may = Say("ask.doubt", {"bidder": last[0].seat}), bool(bids)
        yield Ask(f"doubt:{name}", Kind.CALL, able, prompt, "LD7", call="doubt", optional=may)
    if last and state.options.exact != "none":
        prompt = Say("ask.exact", says)
        yield Ask(f"exact:{name}", Kind.CONFIRM, (state.turn,), prompt, "LD8", optional=True)
