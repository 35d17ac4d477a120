"""What the rules of a game say with each value of each house-rule switch, and whether the referee does so.

A game's `claims.py` lists `CLAIMS`: one for each value of each switch. A claim holds if the named rules say
its words with that value and with no other, in both languages, and if the referee does what they say with
that value and with no other.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from companion.game import AnyGame, Options
from companion.rulebook import Switch, rulebook, spelled, switches

Does = Callable[[Options], bool]


class Claim(NamedTuple):
    """With *switch* at *value* the *rules* say these words, and `does` tells that the referee does so."""

    switch: str
    value: Any
    rules: Sequence[str]
    en: str
    de: str
    does: Does | None  # None where no referee can see it: how hints are shown, how a die looks
    given: dict[str, Any] = {}  # noqa: RUF012  what else has to be agreed on for it to matter

    def options(self, game: AnyGame, value: Any) -> Options:
        return replace(game.options(), **{**self.given, self.switch: value})


def after(game: AnyGame, state: Any, *moves: Any) -> Any:
    """The state after *moves*, none of which may be refused."""
    for move in moves:
        assert game.refuse(state, move) is None, (move, game.refuse(state, move))
        state = game.play(state, move).state
    return state


def begun(game: AnyGame, seats: tuple[str, ...], options: Options, *moves: Any, **before: Any) -> Any:
    """The state after *moves* from the start of a game that is otherwise as said *before*."""
    return after(game, replace(game.start(seats, options), **before), *moves)


def rule_broken(game: AnyGame, state: Any, move: Any) -> str | None:
    """The rule that *move* breaks."""
    refusal = game.refuse(state, move)
    return refusal and refusal.rule


SMALL = 20  # so many values are taken one by one
BETWEEN = (2, 3, 7, 20, 61, 150, 1_001, 5_000)  # some of a larger range


def numbers(game: AnyGame, name: str) -> list[Any]:
    """All values of the number *name*; of a large range its ends, what is near the usual one, and some."""
    switch = next(switch for switch in switches(game) if switch.name == name)
    low, usual, high = switch.low, switch.default, switch.high
    if low is None or high is None:
        return [usual]
    if high - low <= SMALL:
        return list(range(low, high + 1))
    ends = {low, low + 1, usual - 1, usual, usual + 1, high - 1, high}
    return sorted(n for n in {*ends, *BETWEEN} if low <= n <= high)


def unclaimed(game: AnyGame, claims: Sequence[Claim]) -> Iterator[str]:
    """The values of switches that nobody says anything about."""
    claimed = {(claim.switch, spelled(claim.value)) for claim in claims}
    for switch in switches(game):
        values = switch.choices or numbers(game, switch.name)
        yield from (
            f"{switch.name}={value}" for value in values if (switch.name, spelled(value)) not in claimed
        )


def broken(game: AnyGame, claims: Sequence[Claim]) -> Iterator[str]:
    """What the rules of *game* or its referee do not keep of *claims*."""
    others = {switch.name: _values(switch, claims) for switch in switches(game)}
    for claim in claims:
        for value in others[claim.switch]:
            options, meant = claim.options(game, value), value == claim.value
            for rule in claim.rules:
                yield from _said(game, claim, rule, options, meant)
            if claim.does is not None and claim.does(options) is not meant:
                yield f"{claim.switch}={value}: the referee {'does not do' if meant else 'does'} “{claim.en}”"


def _values(switch: Switch, claims: Sequence[Claim]) -> list[Any]:
    claimed = [claim.value for claim in claims if claim.switch == switch.name]
    return [*switch.choices, *(value for value in claimed if value not in switch.choices)]


def _said(game: AnyGame, claim: Claim, rule: str, options: Options, meant: bool) -> Iterator[str]:
    text = rulebook(game, options)[rule]
    for language, words in (("en", claim.en), ("de", claim.de)):
        if (words in text.text(language)) is not meant:
            found = "does not say" if meant else "says"
            value = getattr(options, claim.switch)
            yield f"{rule} with {claim.switch}={value} {found} “{words}”: {text.text(language)}"
