"""Asks and legal moves in a line each, so that tables of tests can name them."""

from companion.facts import Kind


def ask_in_short(ask):
    """An ask: its id, who may answer, what with; whether it *may* be answered, is *silent* or *secret*."""
    said = [ask.id, "".join(ask.seats)]
    match ask.kind:
        case Kind.CARD:
            said.append("{}-{}".format(*ask.cards))
        case Kind.NUMBER:
            said.append(f"{ask.low}..{ask.high}")
        case Kind.CHOICE:
            said.append("/".join(str(choice.value) for choice in ask.choices))
        case Kind.DICE:
            said.append(" ".join(f"{n} {kind}" for kind, n in ask.dice.items()))
    said += [f"{ask.within_ms} ms"] if ask.within_ms else []
    flags = {"may": ask.optional, "silent": not ask.spoken, "secret": ask.secret}
    return ", ".join([*said, *(flag for flag, on in flags.items() if on)])


def asked(game, state):
    return [ask_in_short(ask) for ask in game.asks(state)]


def legal(game, state, seat, *untold, between=""):
    """What *seat* may do, sorted: each move and what it says, without the seat and what is *untold*."""
    moves = [game.write_move(move) for move in game.legal(state, seat)]
    return sorted(
        " ".join(
            [
                move["move"],
                *(_said(v, between) for k, v in move.items() if k not in ("move", "seat", *untold)),
            ]
        ).strip()
        for move in moves
    )


def _said(value, between):
    return between.join(value) if isinstance(value, list | tuple) else str(value)
