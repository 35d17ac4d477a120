"""What the table can know of a game of ABspecken at one moment.

Hands are hidden. Of each person the state holds two sets of cards that may be partly unknown: the `hand`, and
`own`, which is hand and draw piles together. That the second is often known to the card although the first
is not (everybody starts with the same set, and discards are open) is what makes scores and "that card
cannot be there any more" possible.
"""

from enum import StrEnum
from typing import Annotated, Literal

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from companion import cards
from companion.asks import Source
from companion.game import Options, State, next_seat

# --- what is in the box: cards from 1 to 6 in five sets, and the faces of the dice (A2, A4, P6) ---

NUMBERS = ("1", "2", "3", "4", "5", "6")
COPIES = 4  # of each number in a set (A3)
HAND = 5  # cards in a full hand (A9)
DECK = "abspecken"
SET = cards.Deck(DECK, dict.fromkeys(NUMBERS, COPIES))

Face = Annotated[str, Meta(pattern="^[1-6]$")]  # a card that is known, or the number whose colour is barred
Card = Annotated[str, Meta(pattern="^[1-6?]$")]  # a card that may be unknown
Pips = Annotated[int, Meta(ge=1, le=6)]
Pig = Literal["", "+-1", "+-2", "+-3", "smile", "grim"]  # "" if the Piggy Die was put aside (P6)

SMILE: Pig = "smile"
GRIM: Pig = "grim"
# P6: three numbers, one smile and two grim faces; the order is that of the six sides
PIGGY_FACES: tuple[Pig, ...] = ("+-1", "+-2", "+-3", SMILE, GRIM, GRIM)

# A4: the booklet names these five; the colour of the threes is a setting of the table
COLOURS = {"green": "1", "pink": "2", "blue": "4", "yellow": "5", "purple": "6"}
THREES = ("orange", "red", "white", "brown", "turquoise", "black")


def colour_of(number: str, three: str) -> str:
    """The colour of the cards with this number; *three* is that of the threes."""
    return {n: colour for colour, n in COLOURS.items()}.get(number, three)


def number_of(colour: str) -> str:
    """The number of the cards of this colour, or "" if that is no colour of a card.

    The die has six colours and the booklet names five, so each other colour can only be that of the threes.
    """
    return "3" if colour in THREES else COLOURS.get(colour, "")


def points_of(cards: tuple[str, ...]) -> int:
    """A32: every card counts its number; unknown ones count nothing here."""
    return sum(int(card) for card in cards if card != "?")


class AbspeckenOptions(Options, frozen=True):
    """Every switch with the ruling that we recommend as its default."""

    limit: Annotated[int, Meta(ge=1, le=999)] = 33  # A34: the game ends at so many negative points
    piggy: bool = False  # P1: the Piggy Die is on the table
    ban_die: Literal["colour", "number"] = "colour"  # AM-16: which die bars a card
    hands: Literal["hidden", "ledger", "open"] = "hidden"  # AM-15
    stripped: Literal["out", "not_out"] = "out"  # AM-4: the last card was taken away
    take_sources: Literal["discarders", "fallback", "anyone"] = "discarders"  # AM-1
    take_mode: Literal["blind", "open", "victim"] = "blind"  # AM-2: who chooses the card
    refill: Literal["to5", "by_discards"] = "to5"  # AM-3
    cap: Literal["5", "none"] = "5"  # AM-5: the most cards in one discard
    gift_first: bool = True  # AM-6: nobody discards before the gift
    piggy_pile: Literal["now", "once"] = "now"  # AM-10: a card lies there, or one was laid in this round
    challenge: bool = True  # AM-7: a "cannot" may be doubted
    tie_ms: Annotated[int, Meta(ge=0, le=1000)] = 1  # AM-8: with touch or keyboard never less than 20
    first_roller: Literal["continue", "youngest", "winner"] = "continue"  # AM-9
    ties: Literal["shared", "extra_round"] = "shared"  # AM-12
    three: Literal["orange", "red", "white", "brown", "turquoise", "black"] = "orange"  # A4


class Phase(StrEnum):
    """The steps of A8: rounds consist of playthroughs, and a playthrough of these."""

    SETUP = "setup"
    PICK = "pick"
    ROLL_OFFER = "roll_offer"
    ROLLING = "rolling"
    READ = "read"  # the dice are entered and may be objected to; whoever acts has agreed
    PIG = "pig"  # a gift or the own top card has to move first
    ACT = "act"
    TAKE = "take"
    REFILL = "refill"
    SCORE = "score"
    GAME_OVER = "game_over"


class Rolled(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The common roll of a playthrough."""

    pips: tuple[Pips, Pips]
    ban: Face
    pig: Pig = ""

    @property
    def shift(self) -> int:
        """By how much the roller may change the sum (P7)."""
        return int(self.pig[2:]) if self.pig.startswith("+-") else 0


class Call(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Somebody cannot discard."""

    seat: str
    t: int
    source: Source = Source.BUTTON
    uncertainty: int = 0
    served: bool = False  # has taken a card, or nobody could be chosen
    shown: bool = False  # the hand was shown for it: it is right


class Doubt(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An unseen "cannot": what it was said to, and how many cards have come to the hand since."""

    rolled: Rolled
    shift: int = 0
    came: int = 0


class Player(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One person's cards, as far as they are known, and the total of negative points.

    Before anything is picked 24 cards lie in six piles of four (A3, A36).
    """

    hand: tuple[Card, ...] = ()
    own: tuple[Card, ...] = tuple(number for number in NUMBERS for _ in range(COPIES))  # hand and draw piles
    pile: tuple[Face, ...] = ()  # the own discard pile, the last card on top
    total: int = 0
    laid: tuple[Face, ...] = ()  # in this playthrough
    robbed: int = 0  # cards that callers took in this playthrough
    gifted: bool = False  # has received a gift in this playthrough
    refilled: bool = False
    has_laid: bool = False  # in this round, where that is enough for the Piggy Die (AM-10)
    doubts: tuple[Doubt, ...] = ()

    @property
    def in_piles(self) -> int:
        """How many cards lie in the draw piles."""
        return len(self.own) - len(self.hand)

    def lays(self, laid: cards.Cards) -> "Player":
        left = cards.without(self.hand, laid)
        return replace(
            self, hand=left, own=cards.without(self.own, laid), pile=(*self.pile, *laid), laid=laid
        )

    def loses(self, card: str) -> "Player":
        """A hand card goes to somebody else, perhaps unseen."""
        hand = cards.without(self.hand, (card,))
        if card == cards.UNKNOWN and cards.UNKNOWN not in self.hand:  # it was one of these, no pile card
            in_piles = cards.without(self.own, self.hand)
            return replace(self, hand=hand, own=cards.added(in_piles, hand))
        return replace(self, hand=hand, own=cards.without(self.own, (card,)))

    def receives(self, card: str) -> "Player":
        doubts = tuple(replace(doubt, came=doubt.came + 1) for doubt in self.doubts)
        return replace(
            self, hand=cards.added(self.hand, (card,)), own=cards.added(self.own, (card,)), doubts=doubts
        )

    def draws(self, drawn: cards.Cards) -> "Player":
        """Cards go from the draw piles to the hand."""
        hand = cards.added(self.hand, drawn)
        own = cards.revealed(self.own, cards.shown(hand))
        if len(hand) == len(own):  # nothing is left in the piles: what is owned is held
            hand = own
        return replace(self, hand=hand, own=own, doubts=() if drawn else self.doubts)

    def shows(self, hand: cards.Cards) -> "Player":
        """The whole hand is seen."""
        return replace(self, hand=cards.hand(hand), own=cards.revealed(self.own, hand))


class AbspeckenState(State, frozen=True, omit_defaults=True):
    """The table between two facts."""

    options: AbspeckenOptions = AbspeckenOptions()
    phase: Phase = Phase.SETUP
    players: dict[str, Player] = field(default_factory=dict)
    youngest: str = ""
    roller: str = ""
    round: int = 1
    playthrough: int = 1
    piggy: bool = False  # the roller has decided to roll the Piggy Die (P4)
    rolled: Rolled | None = None
    read_at: int = 0  # when the dice were read: no call before counts (A21)
    calls: tuple[Call, ...] = ()
    chosen: str = ""  # whom a gift goes to or a card comes from, while the card is still to be named
    challenged: str = ""  # whose "cannot" is being doubted
    counts: dict[str, int] = field(default_factory=dict)  # points counted at the end of the round
    out: tuple[str, ...] = ()  # who got rid of all cards in this round
    sheet: tuple[dict[str, int], ...] = ()  # the negative points of each round that is over

    def player(self, seat: str) -> Player:
        return self.players[seat]

    def with_player(self, seat: str, player: Player) -> "AbspeckenState":
        return replace(self, players={**self.players, seat: player})

    def called(self, seat: str) -> bool:
        return seat in [call.seat for call in self.calls]

    def acted(self, seat: str) -> bool:
        """Whether *seat* has discarded or called in this playthrough (A12)."""
        return bool(self.players[seat].laid) or self.called(seat)

    def shift(self, seat: str) -> int:
        """P5: the number on the Piggy Die counts for the roller only."""
        return self.rolled.shift if self.rolled and seat == self.roller else 0

    def next_roller(self) -> str:
        return next_seat(self.seats, self.roller)
