"""What the table knows in Wobble: piles, hidden hands, who sits where, the running attack, and the sheet."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, field

from companion.cards import Cards, added, hidden, top, without
from companion.game import Options, State, certain, clockwise_from
from companion.games.wobble.deck import BOX, deck_of, printed_tasks

Whole = Annotated[int, Meta(ge=1, le=10_000)]
Ms = Annotated[int, Meta(ge=0, le=10_000)]


class WobbleOptions(Options, frozen=True):
    """The house-rule switches; the ruling that each of them changes stands beside it."""

    until: Literal["points", "rounds", "time"] = "points"  # W3
    limit: Whole = 500  # W2
    rounds: Whole = 5
    minutes: Whole = 45
    turn_after_hit: bool = True  # AW-1
    mix_plus: bool = False  # AW-2: +5 on +3 and the other way round
    response_window: Literal["until_settled", "three_seconds", "untimed"] = "until_settled"  # AW-4
    skip_stack: Literal["accumulate", "single"] = "accumulate"  # AW-6
    skip_identical: bool = False  # AW-7: a Skip is passed on with the same colour only
    dodge_scope: Literal["attack", "once"] = "attack"  # AW-8
    stack_tasks: Literal["all", "each"] = "all"  # AW-13
    flip_cards_kept: bool = False  # AW-17: the turned cards are the first of those that are drawn
    ce_last: Literal["partner_wins", "just_swap_and_continue"] = "partner_wins"  # AW-19
    cs_by_symbol: bool = False  # AW-22
    dealer: Literal["clockwise", "winner"] = "clockwise"  # AW-25
    not_me_skip: Literal["others_miss", "goes_on"] = "others_miss"  # AW-43: Not Me by the target of a Skip
    misplay_penalty: Literal["out_of_turn", "any", "none"] = "out_of_turn"  # AW-28
    mid_round_end: bool = False  # AW-32: Minus 20 can end the game at once
    afk_last_waived: bool = True  # AW-36: a task away from the table need not be done when the round is over
    pop: Literal["le", "lt"] = "le"  # AW-40
    warn_last_card: bool = False  # W30: no call is required; the companion may tell it
    eps_ms: Ms = 40  # W16
    grace_ms: Ms = 700  # W19
    late_ms: Ms = 2000
    deck: Literal["unknown", "test138", "learning"] = "unknown"  # W51; unknown: the family's own box
    census: dict[str, int] = field(default_factory=dict)  # the counted box of the family
    printed: dict[str, tuple[str, ...]] = field(default_factory=dict)  # AW-44: the tasks on its draw cards
    tasks: tuple[str, ...] = ()  # AW-16: the tasks that may be dared; empty: all
    own_tasks: tuple[str, ...] = ()  # W50: in the family's own words
    afk_tasks: tuple[str, ...] = ()  # W50: for AFK, in the family's own words


Phase = Literal[
    "ready",
    "flip",
    "turn",
    "drawn",
    "effect",  # a neutral card or a 0 takes effect
    "attack",
    "aim",  # You! or Capture: a target is named
    "vote",  # Who is unlucky
    "settle",  # the hit is taken: the door is closed
    "task",
    "give",  # Magnet: cards change hands
    "return",  # waiting for those away before the scoring
    "score",
    "over",
]
HAND = 6  # W4

replace = msgspec.structs.replace


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """One player."""

    hand: Cards = ()  # "?" for each hidden card
    minus: int = 0
    debt: int = 0  # turns still to be missed (W49)
    away: int = 0  # tasks to do away from the table (W41); 0: here
    away_since: int = 0
    ready: bool = False
    counted: bool = False  # the hand is on the sheet
    sure: bool = False  # said to have no other cards than those shown
    spared: bool = False  # has no cards, but that does not end the round (AW-19)
    last_round: int = 0  # minus points of the round before


class Layer(Struct, frozen=True, forbid_unknown_fields=True):
    """An offensive card in the pile of an attack, or two identical ones."""

    owner: str
    kind: str
    copies: int = 1
    card: str = ""  # which card it is: its task stands on it (AW-44)


class Attack(Struct, frozen=True, forbid_unknown_fields=True):
    """What hits whom. Once somebody plays Not Me, `victims` settle it one after the other."""

    kind: str
    total: int
    layers: tuple[Layer, ...]
    owner: str  # of the top offensive card
    target: str
    director: str = ""  # who has pointed it at the target without owning it
    times: int = 1  # how often a Skip counts for the same player
    jerk_open: bool = True
    absent: tuple[str, ...] = ()  # dodgers
    not_me: str = ""
    victims: tuple[str, ...] = ()
    names_left: int = 0  # Magnet: how many names are still wanted
    turn_before: str = ""  # written in positions of this version; nobody reads it


class Covered(Struct, frozen=True, forbid_unknown_fields=True):
    """`card` was on top until `t`."""

    card: str
    t: int


class Effect(Struct, frozen=True, forbid_unknown_fields=True):
    """A neutral card that asks something of `seat`, `left` times."""

    what: Literal["seats", "half", "exchange"]
    seat: str
    left: int = 1
    emptied: bool = False  # the card was the last one


class Pointing(Struct, frozen=True, forbid_unknown_fields=True):
    """`seat` has laid You! or Capture and names a target."""

    seat: str
    card: str


class Voting(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is unlucky: those still in, and what they show. Two play rock, paper, scissors."""

    seat: str
    still: tuple[str, ...]
    shown: dict[str, str] = {}


class Trying(Struct, frozen=True, forbid_unknown_fields=True):
    """A task that `seat` has dared; `done` tasks of the pile are behind it."""

    seat: str
    task: str
    own: str = ""
    opponent: str = ""
    country: str = ""
    begun: bool = False
    since: int = 0
    bump: int = -1  # ms after the start when the coin bumped
    numbers: tuple[int, ...] = ()
    wins: tuple[int, int] = (0, 0)


class Claim(Struct, frozen=True, forbid_unknown_fields=True):
    """`seat` has pressed to toss in at `t`."""

    seat: str
    t: int


class WobbleState(State, frozen=True):
    options: WobbleOptions = WobbleOptions()
    census: dict[str, int] = field(default_factory=dict)  # counted at the table
    order: tuple[str, ...] = ()  # the people clockwise as they sit now (W29)
    phase: Phase = "ready"
    round: int = 1
    dealer: str = ""
    dir: Literal[1, -1] = 1
    turn: str = ""
    resume: str = ""  # who is on after the turn that is played in between (AW-11)
    players: dict[str, Player] = field(default_factory=dict)
    draw: int = 0
    discard: Cards = ()  # the last card on top; "?" where nobody saw it
    active: tuple[str, ...] = ()
    before: str = ""  # the top card before this one
    covered: tuple[Covered, ...] = ()  # top cards before that one, while somebody may come too late (W16)
    top_t: int = 0  # since when the top card lies
    closed: bool = False  # the draw pile was touched: no toss-in until the turn is over (W16)
    claims: tuple[Claim, ...] = ()
    pressed: tuple[str, ...] = ()  # who has pressed for the card that lies on top
    robbed: tuple[Claim, ...] = ()  # who lost the turn to a toss-in, and when
    called: tuple[str, ...] = ()  # Magnet
    attack: Attack | None = None
    effect: Effect | None = None
    tossed: tuple[Effect, ...] = ()  # of cards tossed in on a card that still takes effect (AW-45)
    pointing: Pointing | None = None
    voting: Voting | None = None
    trying: Trying | None = None
    tried: tuple[str, ...] = ()  # the tasks of the pile that are over, card by card
    owed: int = 0  # cards that its tasks have cost so far
    giving: tuple[str, ...] = ()  # who still hands over cards to the Magnet
    name: str = ""  # what the Magnet calls
    printed: dict[str, tuple[str, ...]] = field(default_factory=dict)  # AW-44: tasks entered at this table
    doubted: str = ""
    cleared: bool = False  # the doubt about this draw has been answered
    started: int = 0  # when the first round began
    now: int = 0  # the latest time that was heard
    winners: tuple[str, ...] = ()  # of the round
    tosses: dict[str, int] = field(default_factory=dict)  # in time, by seat
    hits: dict[str, int] = field(default_factory=dict)  # attacks taken, by seat

    @property
    def tasks_done(self) -> int:
        """How many tasks of the pile that is being settled are over."""
        return len(self.tried)


# --- reading ---


def census_of(state: WobbleState) -> dict[str, int]:
    """What is in the deck, as far as it is known."""
    return deck_of(state.options.deck, counted(state)).census


def counted(state: WobbleState) -> dict[str, int]:
    """W1: the family's own box, if it was counted."""
    return state.census or state.options.census


def is_own_box(state: WobbleState) -> bool:
    """Whether it is played with a box that was not printed here."""
    return state.options.deck == "unknown" or (state.options.deck == "learning" and bool(counted(state)))


def printed_on(state: WobbleState, card: str) -> tuple[str, ...]:
    """AW-44: the tasks that are known to stand on the copies of a draw card."""
    if not is_own_box(state):
        return printed_tasks().get(card, ())
    return (*state.options.printed.get(card, ()), *state.printed.get(card, ()))


def deck_size(state: WobbleState) -> int:
    return sum(census_of(state).values()) or BOX


def top_card(state: WobbleState) -> str:
    return top(state.discard)


def size(state: WobbleState, seat: str) -> int:
    return len(state.players[seat].hand)


def here(state: WobbleState) -> tuple[str, ...]:
    """Who is at the table, clockwise as they sit (W41)."""
    return tuple(seat for seat in state.order if not state.players[seat].away)


def next_in(state: WobbleState, seat: str, absent: tuple[str, ...] = ()) -> str:
    """The next in direction after *seat* who is here; dodgers only if nobody else is left (AW-8)."""
    place, n = state.order.index(seat), len(state.order)
    ring = [state.order[(place + state.dir * step) % n] for step in range(1, n)]
    present = [other for other in ring if not state.players[other].away]
    return next((other for other in present if other not in absent), present[0] if present else seat)


def clockwise(state: WobbleState, seat: str) -> tuple[str, ...]:
    return clockwise_from(state.order, seat)


def performer(state: WobbleState) -> str:
    """Who has to settle the attack now."""
    attack = certain(state.attack)
    return attack.victims[0] if attack.victims else attack.target


def places(state: WobbleState) -> dict[str, Cards]:
    """Where all cards of the deck are."""
    hands = {f"hand:{seat}": player.hand for seat, player in state.players.items()}
    return {"draw": hidden(state.draw), "discard": state.discard, **hands}


# --- changing ---


def with_player(state: WobbleState, seat: str, **changes: Any) -> WobbleState:
    """*state* with something else about the player at *seat*."""
    return replace(state, players={**state.players, seat: replace(state.players[seat], **changes)})


def drawn(state: WobbleState, seat: str, count: int) -> WobbleState:
    """*state* after *seat* has drawn; AW-23: an empty pile is filled, else what is there is drawn."""
    state = with_enough(state, count)
    taken = min(count, state.draw)
    hand = added(state.players[seat].hand, hidden(taken))
    return replace(with_player(state, seat, hand=hand), draw=state.draw - taken)


def with_enough(state: WobbleState, count: int) -> WobbleState:
    """AW-23: the discard pile but its top card (in an attack: its cards) becomes the draw pile."""
    if count <= state.draw:
        return state
    stay = sum(layer.copies for layer in state.attack.layers) if state.attack else 1
    cut = max(0, len(state.discard) - stay)
    return replace(state, draw=state.draw + cut, discard=state.discard[cut:])


def laid_from(state: WobbleState, seat: str, cards: Cards) -> WobbleState:
    """*cards* leave the hand."""
    return with_player(state, seat, hand=without(state.players[seat].hand, cards))
