"""A card of a taught deck: what its marks say and which taught face it looks like, judged together."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from vision.cards.taught import Known, Recognised
from vision.cards.verdict import Verdict, plain_name

FITS = 0.66  # so well must a card fit a taught face; cards of other decks fitted at most 0.5
FITS_MARKED = 0.53  # or so well, where its marks say the same
_FITS_DENIED = 0.92  # so well where they do not: one that was not laid flat exactly fits other faces better
SHOWN = 0.25  # so much of the face must be seen
SURE = 0.97  # and so likely must it be beside the other faces
_HEARD = 0.55  # so sure must marks be that stand by a likeness
_MARKED = 0.9  # the marks alone are as sure as this
_ELSE_MARKED, _ELSE_ALIKE = 0.02, 0.004  # what a name may count that the marks, or the faces, do not think of


def judge_taught(found: Sequence[tuple[Known, Recognised]], before: Verdict) -> Verdict:
    """What a card of taught decks is; *before* is what its marks say.

    Marks that are names of the deck count together with the likeness; where marks of another deck are sure
    and the likeness is too, it is asked about.
    """
    deck, best = max(found, key=lambda pair: pair[1].fit * pair[1].shares[0])
    if before.names and is_in(before.names[0], deck):
        return _together(deck, best, before)
    sure = best.shares[0] >= SURE and best.fit >= FITS and best.shown >= SHOWN
    if before.name:
        if not sure:
            return before  # a card of a built-in deck, which the taught ones do not concern
        return replace(before, deck=deck.name, name="", names=(before.name, *best.names[:2]), confidence=0.5)
    confidence = best.shares[0] * min(1.0, best.fit / FITS)
    if not sure and before.deck != deck.name and before.confidence > confidence:
        return before  # the likelier question
    name = best.names[0] if sure else ""
    return Verdict(deck.name, name, confidence, best.names, upside_down=best.upside_down, fit=best.fit)


def _together(deck: Known, best: Recognised, marks: Verdict) -> Verdict:
    """The name that is likely by its marks and by its looks; either alone may be mistaken."""
    own = {plain_name(name): name for name in deck.names}
    marked = {plain_name(name): share for name, share in zip(marks.names, marks.shares, strict=True)}
    alike = {plain_name(name): share for name, share in zip(best.names, best.shares, strict=True)}
    told = marks.confidence / max(1e-6, *marks.shares)  # how sure it is that there are marks at all
    names = [name for name in {**alike, **marked} if name in own]
    likely = {
        name: _share(marked, name, _ELSE_MARKED, told) * _share(alike, name, _ELSE_ALIKE, 1.0)
        for name in names
    }
    order = sorted(likely, key=lambda name: -likely[name])
    share = likely[order[0]] / sum(likely.values())
    shown = tuple(own[name] for name in order[:3])
    agree = next(iter(marked)) == next(iter(alike)) == order[0] and marks.confidence >= _HEARD
    enough = FITS_MARKED if agree else _FITS_DENIED
    if best.shown < SHOWN:
        enough = 1.0
    if marks.confidence >= _MARKED and order[0] == next(iter(marked)) and share >= SURE:
        enough = 0.0  # marks that are sure need no likeness, if that does not say another name
    sure = share >= SURE and best.fit >= enough
    confidence = share if sure else min(share, 0.5 + share / 3)
    return Verdict(
        deck.name, shown[0] if sure else "", confidence, shown, upside_down=best.upside_down, fit=best.fit
    )


def _share(said: Mapping[str, float], name: str, least: float, told: float) -> float:
    """How likely a name is: wholly as said if all was *told*, as likely as any other if nothing was."""
    return told * max(said.get(name, 0.0), least) + (1 - told)


def is_in(name: str, deck: Known) -> bool:
    """Has the taught *deck* a card of that name, however it is spelt?"""
    return plain_name(name) in {plain_name(own) for own in deck.names}
