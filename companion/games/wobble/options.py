"""The house-rule switches of Wobble; the ruling that each of them changes stands beside it."""

from typing import Annotated, Literal

from msgspec import Meta, field

from companion.game import Options

Whole = Annotated[int, Meta(ge=1, le=10_000)]
Ms = Annotated[int, Meta(ge=0, le=10_000)]


class WobbleOptions(Options, frozen=True):
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
