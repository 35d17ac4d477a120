"""The rules of Wobble: which module judges and plays which move."""

from companion.game import Move, Rules
from companion.games.wobble import attack, effects, laying, rounds, settling, trying, unlucky
from companion.games.wobble import moves as m
from companion.games.wobble.state import WobbleState
from companion.rulings import Refusal, against

# nobody in particular needs to have said these
BY_ANYBODY = (m.Census, m.Flip, m.NoToss, m.Judged, m.Country, m.Printed)


def _first(state: WobbleState, move: Move) -> Refusal | None:
    if state.phase == "over":
        return against("W2", "refused.over")
    nobody = not move.seat and isinstance(move, BY_ANYBODY)
    if move.seat not in state.players and not nobody:
        return against("AW-24", "refused.no_such_seat", seat=move.seat)
    return None


RULES = Rules[WobbleState](
    _first,
    {
        m.Census: (rounds.refuse_counting, rounds.count_box),
        m.Ready: (rounds.refuse_ready, rounds.ready),
        m.Flip: (rounds.refuse_flip, rounds.flip),
        m.Lay: (laying.refuse_lay, laying.lay),
        m.Toss: (laying.refuse_toss, laying.toss),
        m.NoToss: (laying.refuse_no_toss, laying.no_toss),
        m.Touch: (rounds.refuse_touch, rounds.touch),
        m.Keep: (rounds.refuse_keep, rounds.keep),
        m.Doubt: (rounds.refuse_doubt, rounds.doubt),
        m.ShowHand: (rounds.refuse_show, rounds.show),
        m.AllShown: (rounds.refuse_all_shown, rounds.all_shown),
        m.Redraw: (rounds.refuse_redraw, rounds.redraw),
        m.SwapSeats: (effects.asked("W29", "seats"), effects.refuse_seats, effects.swap_seats),
        m.Half: (effects.asked("W36", "half"), effects.half),
        m.Exchange: (effects.asked("W37", "exchange"), effects.refuse_exchange, effects.exchange),
        m.Aim: (attack.refuse_aim, attack.aim),
        m.Vote: (unlucky.refuse_vote, unlucky.vote),
        m.Accept: (settling.refuse_settle, settling.refuse_accept, settling.accept),
        m.Dare: (settling.refuse_settle, trying.refuse_dare, trying.dare),
        m.Printed: (settling.refuse_settle, trying.refuse_printed, trying.tell_printed),
        m.Name: (settling.refuse_settle, settling.refuse_name, settling.name),
        m.Give: (settling.refuse_give, settling.give),
        m.Back: (settling.refuse_back, settling.back),
        m.Country: (trying.while_trying("W-T8", "T8"), trying.refuse_country, trying.country),
        m.Begin: (trying.while_trying("AW-14", *trying.HEARD_FIRST), trying.refuse_begin, trying.begin),
        m.End: (trying.while_trying("W-T9", *trying.TIMED), trying.refuse_end, trying.end),
        m.Number: (trying.while_trying("W-T8", "T8", "T12"), trying.refuse_number, trying.number),
        m.Turned: (trying.while_trying("W-T3", "T3"), trying.refuse_turned, trying.turned),
        m.Throw: (trying.while_trying("W-T10", "T10"), trying.throw),
        m.Judged: (trying.refuse_judged, trying.judged),
    },
)
refuse, play = RULES.refuse, RULES.play
