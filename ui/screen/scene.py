"""Everything that the table page shows, as one value."""

from collections.abc import Sequence

from msgspec import Struct

from companion.asks import Ask, Choice, Fact, Say, Source
from companion.bot_seat import Advice
from companion.cards import Cards
from companion.game import Outcome
from companion.layout import View
from companion.rulings import Importance, Note
from companion.table import Running, UndoLevel
from ui.screen.looks import Face
from ui.screen.offers import Offers
from vision.report.discrepancy import Discrepancy


class Caption(Struct, frozen=True):
    """A note as it is written on the screen."""

    note: Note
    entry: int


class Banner(Struct, frozen=True):
    """Something that does not stand, or that the companion has to ask about."""

    says: Say
    rule: str = ""
    choices: tuple[Choice, ...] = ()
    fact: Fact | None = None  # what it is about
    discrepancy: Discrepancy | None = None  # a picture of what to lay, so that all is as it counts


class Called(Struct, frozen=True):
    """A call in the order of the first edges; `gap_ms` after the first one."""

    seat: str
    gap_ms: float
    source: Source


class OwnHand(Struct, frozen=True):
    """The cards of the one person at a table that is only on the screen, and what they may be laid for."""

    seat: str
    cards: Cards = ()
    laid: tuple[Ask, ...] = ()
    deck: str = ""


class Scene(Struct, frozen=True):
    """Everything that the table page shows."""

    view: View
    faces: tuple[Face, ...]
    asks: tuple[Ask, ...]
    offers: Offers
    banner: Banner | None = None
    captions: tuple[Caption, ...] = ()
    news: int = 0  # the entry from which on what was announced is still new
    calls: tuple[Called, ...] = ()
    trouble: Say | None = None
    look: int = 0  # the number of the picture beside the dice
    tappable: bool = False  # whether a tap on a die corrects it, or sets it aside
    undo_level: UndoLevel | None = None  # None where there is nothing to take back
    outcome: Outcome | None = None
    advice: tuple[Advice, ...] = ()  # what the bots want
    running: Running | None = None  # the time that whoever is asked has
    hand: OwnHand | None = None  # of who plays here against bots that act by themselves

    @property
    def person(self) -> str:
        """The one who touches this screen, where all others are bots; else "" """
        return self.hand.seat if self.hand is not None else ""


def ranked(calls: Sequence[Fact]) -> tuple[Called, ...]:
    """*calls* by their first edges, each with the time after the first."""
    ordered = sorted(calls, key=lambda fact: fact.t)
    return tuple(Called(fact.seat, (fact.t - ordered[0].t) / 1e6, fact.source) for fact in ordered)


def is_loud(caption: Caption) -> bool:
    """Whether it is written large."""
    return caption.note.importance in (Importance.ANNOUNCE, Importance.WARN)
