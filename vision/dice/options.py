"""Which types and values a verdict leaves open, and how likely each is; taught dice are compared here."""

from collections.abc import Collection, Sequence

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from vision.dice.colours import PLAIN_LIGHT, Gains, Light, tint_on
from vision.dice.drawings import KnownDie, colour_shares, drawing_shares
from vision.dice.networks import Networks, digit_shares, piggy_shares
from vision.dice.settings import SETTINGS
from vision.dice.verdicts import NAMES, Verdict, look_at, together
from vision.dice.windows import Halvings
from vision.pictures import Picture
from vision.wanted import D10, PIGGY

_S = SETTINGS.options

Options = dict[tuple[str, str], float]
_OPTIONS = [(kind, value) for kind, _, value in (name.partition(" ") for name in NAMES[1:])]
_DIGITS = [n for n, name in enumerate(NAMES) if name.startswith(("number ", "d10 "))]
_NUMBERED = [n for n, name in enumerate(NAMES) if name.startswith("number ")]
_DRAWN = NAMES.index("piggy")
_NO_DRAWINGS = [n for n, name in enumerate(NAMES) if name.startswith(("pips ", "d10 "))]
_COLOURED = [n for n, name in enumerate(NAMES) if name.startswith("colour ")]


def options_of(
    halvings: Halvings,
    verdict: Verdict,
    types: Collection[str] = (),
    taught: Sequence[KnownDie] = (),
    light: Light = PLAIN_LIGHT,
) -> Options:
    """How likely each (type, value) is; only *types* are expected (empty: all)."""
    believed = {kind: _S.strange if types and kind not in types else 1.0 for kind, _ in _OPTIONS}
    shares = zip(_OPTIONS, verdict.shares[1:].tolist(), strict=True)
    options = {option: share * believed[option[0]] for option, share in shares}
    _paint(options, verdict, halvings, [die for die in taught if die.type == "colour"], light)
    if not types or PIGGY in types:  # in dim light a one may look like a pig
        _draw(options, verdict, halvings, [die for die in taught if die.type == PIGGY])
    if D10 in types:
        _number_tens(options, verdict, halvings)
    return options


def _paint(
    options: Options, verdict: Verdict, halvings: Halvings, taught: Sequence[KnownDie], light: Light
) -> None:
    """The colours of the face's hue become likelier, or those that taught colour dice have."""
    colours = {value: share for (kind, value), share in options.items() if kind == "colour"}
    if sum(colours.values()) > _S.least:
        more = colour_shares(halvings, verdict.place, verdict.turn, taught, colours, light)
        options |= {("colour", value): share for value, share in more.items()}


def _number_tens(options: Options, verdict: Verdict, halvings: Halvings) -> None:
    """Where a game waits for a ten-sided die, a digit is one of its own, and who knows those says which."""
    bearing = sum(float(verdict.shares[n]) for n in _DIGITS)
    if bearing < _S.least:
        return
    own = verdict.die if bearing > verdict.die / 2 else bearing
    shares = digit_shares(halvings, verdict.place)
    options |= {(D10, value): own * share for value, share in shares.items()}


def _draw(options: Options, verdict: Verdict, halvings: Halvings, taught: Sequence[KnownDie]) -> None:
    """What the judge only knows to be a drawing, or some number, is shown to who knows Piggy Dice, and
    compared with those that were taught."""
    drawn = options.pop((PIGGY, ""))
    digits = [option for option in options if option[0] == "number"]
    numbered = sum(float(verdict.shares[n]) for n in _NUMBERED)  # whether or not anybody waits for a number
    if drawn < _S.least and numbered < _S.least:
        return
    shares, shown = piggy_shares(halvings, verdict.place, verdict.turn)
    face = halvings, verdict.place, verdict.turn
    by_teaching, like = drawing_shares(*face, taught) if taught else ({}, 0.0)
    if like > _S.like_taught:
        shares = {
            value: share * (_S.unseen_left + shares.get(value, 0.0)) for value, share in by_teaching.items()
        }
        if drawn + numbered > _S.as_likely * verdict.die:  # what so surely shows one is no number
            drawn = max(drawn + numbered, _S.surely_drawn * verdict.die)
            options |= dict.fromkeys(digits, 0.0)
    elif shown < _S.plainly_shown:  # which value it has is not known
        drawn *= _S.unknown
    else:
        drawn = _untaught(verdict, max(shares, key=lambda value: shares[value]))
        if drawn > numbered:
            options |= dict.fromkeys(digits, 0.0)
    total = max(1e-9, sum(shares.values()))
    options |= {(PIGGY, value): drawn * share / total for value, share in shares.items()}


def as_taught(halvings: Halvings, taught: Sequence[KnownDie], nets: Networks, verdict: Verdict) -> Verdict:
    """The same, or a die where the judge sees hardly one, but who knows all Piggy Dice and the *taught* ones
    see the same: the judge knows few makers' dice. What stands out of those is their drawing alone, so it is
    looked for where closer looks aim, and a die must be seen there around a pig: round things look like one.
    """
    if not taught or verdict.die > _S.least_die:
        return verdict
    aimed = _aimed(halvings, verdict, nets)
    shares, shown = piggy_shares(halvings, aimed.place, aimed.turn)
    value = max(shares, key=lambda value: shares[value])
    number = value.startswith("+")
    if aimed.die < _S.rather_a_die and not (number and shown >= _S.surely_shown):
        return verdict
    by_teaching, like = drawing_shares(halvings, aimed.place, aimed.turn, taught)
    if like < _S.surely_taught or by_teaching[value] < max(by_teaching.values()):
        return aimed if number and like > _S.like_taught else verdict
    drawn = aimed.shares * np.float32(1 - like)
    drawn[_DRAWN] += like
    return replace(aimed, shares=drawn)


def _aimed(halvings: Halvings, verdict: Verdict, nets: Networks) -> Verdict:
    """The same after looks at where the ones before aim, if they rather see a die there."""
    for _ in range(_S.looks):
        again = together(verdict.place, look_at(halvings, [verdict.place], nets.judge))
        if again.die < verdict.die:
            return verdict
        verdict = again
    return verdict


def _untaught(verdict: Verdict, value: str) -> float:
    """How likely it is a drawing that nobody taught: other makers' dice bear skulls, stars and digits, and
    marbled ones what looks like it. A number with a sign looks like a digit, all else must not."""
    drawn = max(0.0, float(verdict.shares[_DRAWN] - verdict.shares[_NO_DRAWINGS].sum()))
    if value.startswith("+"):
        return drawn + float(verdict.shares[_NUMBERED].sum())
    return _S.untaught * drawn


def light_on(picture: Picture, dice: Sequence[Verdict], gains: Gains | None) -> Light:
    """The light on *dice*: with the *gains* that white paper tells, else by what is grey beside colours."""
    if gains is not None:
        return Light(gains)
    matters = any(float(one.shares[_COLOURED].sum()) > _S.least for one in dice)  # a colour may be on top
    return Light(may_be=tint_on(_pixels_of(picture, dice)) if matters else "")


def _pixels_of(picture: Picture, verdicts: Sequence[Verdict]) -> NDArray[np.uint8]:
    """The pixels of the dice and of what is right beside them, shape (n, 3)."""
    parts = [np.zeros((1, 3), np.uint8)]
    for place in (one.place for one in verdicts):
        rows, columns = (
            slice(max(0, round(at - place.edge)), max(1, round(at + place.edge))) for at in (place.y, place.x)
        )
        parts.append(picture[rows, columns].reshape(-1, 3))
    return np.concatenate(parts)
