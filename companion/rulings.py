"""What the referee answers: accepted, refused with a reason, or unsure with a question."""

from enum import StrEnum

from msgspec import Struct

from companion.asks import Choice, Say
from companion.facts import JSON


class Verdict(StrEnum):
    ACCEPTED = "accepted"
    REFUSED = "refused"
    UNSURE = "unsure"


class Importance(StrEnum):
    """How loudly a note is announced."""

    ANNOUNCE = "announce"  # spoken and shown large
    TELL = "tell"  # shown
    WARN = "warn"  # shown until it is seen
    PRIVATE = "private"  # only for one seat


class Note(Struct, frozen=True, omit_defaults=True):
    """Something that the table must hear."""

    says: Say
    rule: str = ""
    importance: Importance = Importance.TELL
    seat: str = ""  # whom it is about; for a private note, whom it is for
    points: dict[str, int] = {}  # points that moved, by seat


class Refusal(Struct, frozen=True, omit_defaults=True):
    """Why something does not stand: the rule that it breaks and a sentence that says what to do now."""

    rule: str
    says: Say


class Question(Struct, frozen=True, omit_defaults=True):
    """The companion is not sure; this is what it would have to know, with the fewest choices."""

    says: Say
    choices: tuple[Choice, ...]
    rule: str = ""


class Ruling(Struct, frozen=True, omit_defaults=True):
    """The referee's answer to one fact."""

    verdict: Verdict
    rule: str = ""
    why: Say | None = None  # for a refusal or a question
    notes: tuple[Note, ...] = ()
    choices: tuple[Choice, ...] = ()  # for a question
    move: JSON = None  # the fact in the game's own notation, where it could be understood


def refused(refusal: Refusal, move: JSON = None) -> Ruling:
    """The ruling with *refusal*."""
    return Ruling(Verdict.REFUSED, refusal.rule, refusal.says, move=move)


def unsure(question: Question) -> Ruling:
    """The ruling that asks *question*."""
    return Ruling(Verdict.UNSURE, question.rule, question.says, choices=question.choices)
