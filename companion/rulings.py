"""What the referee answers: accepted, refused with a reason, or unsure with a question."""

from enum import StrEnum
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.asks import JSON, Choice, Say


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

    def with_points(self, points: dict[str, int]) -> "Note":
        """The same, by which these *points* have moved."""
        return replace(self, points=points)


class Refusal(Struct, frozen=True, omit_defaults=True):
    """Why something does not stand: the rule that it breaks and a sentence that says what to do now."""

    rule: str
    says: Say


def tell(rule: str, key: str, seat: str | None = None, /, **args: Any) -> Note:
    """The note with the sentence *key*; *seat*, whom it is about, is one of the *args* that fill it."""
    return Note(Say(key, args if seat is None else {"seat": seat, **args}), rule, seat=seat or "")


def announce(rule: str, key: str, seat: str | None = None, /, **args: Any) -> Note:
    """The same, spoken and shown large."""
    return replace(tell(rule, key, seat, **args), importance=Importance.ANNOUNCE)


def warn(rule: str, key: str, seat: str | None = None, /, **args: Any) -> Note:
    """The same, shown until it is seen."""
    return replace(tell(rule, key, seat, **args), importance=Importance.WARN)


def against(rule: str, key: str, /, **args: Any) -> Refusal:
    """The refusal of what goes against *rule*, with the sentence *key* and the *args* that fill it."""
    return Refusal(rule, Say(key, args))


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
