"""The house-rule switches of Abi '94; the rule that each of them changes stands beside it."""

from typing import Literal

from companion.game import Options
from companion.games.abi94.deck import CardKind


class AbiOptions(Options, frozen=True):
    d10_zero: Literal[10, 0] = 10  # A1: what the face 0 counts
    plus_type: Literal["printed", "value"] = "printed"  # A2: a type is the printed subject, or the value
    hard_learning: Literal["all", "single"] = "all"  # A3: all cards worth 4 act, or one marked card of each
    caught_resets: Literal["plus_only", "everything"] = "plus_only"  # A4
    manta_target: Literal["strict", "received_only", "played_only"] = "strict"  # A5
    manta_draw: Literal["same_count", "full"] = "same_count"  # A6
    follow: Literal["any", "first", "latest"] = "any"  # A7
    swap_when: Literal["each_klausur", "first_only", "free_in_exam"] = "each_klausur"  # A8
    chips: Literal["unlimited", "hard_limit"] = "unlimited"  # A9
    sole_qualifier: Literal["wins", "plays_solo"] = "wins"  # A10
    failed_points: Literal["literal", "zero_floor", "fails_zero"] = "literal"  # A11
    handin_before_play: Literal["free", "owes_card"] = "free"  # A12
    window: Literal["timed", "all_confirm", "none"] = "timed"  # A13: 10 seconds, or until all agree
    cheat_type: bool = False  # A14: a copied answer counts as a type in the exam
    elimination: Literal["at_once", "later"] = "at_once"  # A15
    deck_empty: Literal["reshuffle", "end"] = "reshuffle"  # A16
    pass_count: Literal[2, 3] = 2  # A17
    leader_next: Literal["rotate", "choose"] = "rotate"  # A18
    caught_twice: Literal["leaves", "stays"] = "leaves"  # A19
    neighbour_waits: bool = True  # A20: who is copied hands in only after the roll
    tie: Literal["chain", "shared_on_grade"] = "chain"  # AB4: equal grades
    deck: Literal["a", "b"] = "a"  # A22: which of the decks that come with the game
    cards: tuple[CardKind, ...] = ()  # the family's own deck instead; it must hold 92 cards
    grades: dict[str, int] | None = None  # A21: the family's own table: the lowest total of each grade
