"""Asks, views and legal moves in a line each, so that tables of tests can name them."""

from companion.asks import Kind, Say
from companion.lab import candidates as moves_of


def ask_in_short(ask):
    """An ask: its id, who may answer, what with; whether it *may* be answered, is *silent* or *secret*."""
    said = [ask.id, "".join(ask.seats)]
    match ask.kind:
        case Kind.CARD:
            said.append("{}-{}".format(*ask.cards))
        case Kind.NUMBER:
            said.append(f"{ask.low}..{ask.high}")
        case Kind.CHOICE:
            said.append("/".join(_chosen(choice.value) for choice in ask.choices))
        case Kind.DICE:
            said.append(" ".join(f"{n} {kind}" for kind, n in ask.dice.items()))
    said += [f"{ask.within_ms} ms"] if ask.within_ms else []
    flags = {"may": ask.optional, "silent": not ask.spoken, "secret": ask.secret}
    return ", ".join([*said, *(flag for flag, on in flags.items() if on)])


def _chosen(value):
    """A choice; cells of the pyramid by their names, those of a whole set joined by a plus."""
    if isinstance(value, dict) and value.keys() == {"cells"}:
        return "+".join(",".join(map(str, cell)) for cell in value["cells"])
    return str(value)


def asked(game, state):
    return [ask_in_short(ask) for ask in game.asks(state)]


def prompted(game, state):
    """By which rule each ask asks, and with which sentence."""
    return {ask.id: f"{ask.rule} {sentence(ask.prompt)}" for ask in game.asks(state)}


def sentence(says):
    """What is to be said: its key, and what is filled in."""
    return " ".join([says.key, *(f"{name}={_filled(value)}" for name, value in says.args.items())])


def _filled(value):
    if isinstance(value, list | tuple):
        return ",".join(map(_filled, value))
    if not isinstance(value, Say):
        return str(value)
    match value.key:
        case "cell":
            return "({a},{b},{c})".format(**value.args)
        case "card":
            return "".join(name.rpartition(".")[2] for name in value.args.values())
    return sentence(value).replace(" ", ":")


def panels(view):
    """The people on a screen: their points and figures, whose turn it is, and who is out."""
    return [
        " ".join(
            [
                f"{panel.seat} {panel.score}",
                *(f"{sentence(stat.label)}={stat.value}" for stat in panel.stats),
                *(["turn"] if panel.turn else []),
                *(["out"] if panel.out else []),
            ]
        )
        for panel in view.panels
    ]


def sheet(view):
    """The score sheet, a line for each row."""
    return [f"{sentence(row.label)}: {' '.join(row.cells)}" for row in view.sheet]


def legal(game, state, seat, *untold, between=""):
    """What *seat* may do, sorted: each move and what it says, without the seat and what is *untold*."""
    return _moves_in_short(game, moves_of.legal(game, state, seat), untold, between)


def proposed(game, state, seat, *untold, between=""):
    """The same for what is worth trying, whether the referee then refuses it or not."""
    return _moves_in_short(game, moves_of.candidates(game, state, seat), untold, between)


def _moves_in_short(game, moves, untold, between):
    return sorted(
        " ".join(
            [
                move["move"],
                *(_said(v, between) for k, v in move.items() if k not in ("move", "seat", *untold)),
            ]
        ).strip()
        for move in map(game.write_move, moves)
    )


def _said(value, between):
    return between.join(value) if isinstance(value, list | tuple) else str(value)
