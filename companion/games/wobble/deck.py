"""The cards of Wobble: their names and families (W1, W20 to W23), what they are worth (W33), and decks.

A coloured card is a colour and a kind, like "m7" or "gSK"; a colour swap names both colours, like "CSmg";
grey and brown cards are a kind alone, like "DG". What is in the box is not printed anywhere: what lies there
is true. A family may count its box, and TEST-138 is the deck that the house invented to print.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Literal

from companion.cards import UNKNOWN, Cards, Deck
from companion.rulings import Refusal, against

COLOURS = "mcyg"
NUMBERS = tuple("0123456789")
OFFENSIVE = ("SK", "M20", "P3", "P5", "AFK", "MAG")  # W21
GREY = ("DG", "YOU", "MIR", "UNL")  # W22
BROWN = ("NM", "CAP", "DBL")  # W23
DRAWING = ("P3", "P5")
TASKS = tuple(f"T{n}" for n in range(1, 13))  # printed on the draw cards
BOX = 138  # W1
LEARNING = (*NUMBERS, "CD", "CS", "SK", "P3", "P5", "MAG", "DG", "YOU", "MIR")  # W51

Family = Literal["number", "neutral", "offensive", "defensive", "jerk"]
FORCE = {"P3": 3, "P5": 5, "M20": 20, "SK": 1, "MAG": 1, "AFK": 1}  # what one card adds to an attack


@cache
def kind(card: str) -> str:
    """Number or symbol of *card*."""
    if card.startswith("CS") or card in GREY or card in BROWN:
        return card[:2] if card.startswith("CS") else card
    return card[1:]


@cache
def colours(card: str) -> tuple[str, ...]:
    """The colours of *card*; grey and brown are none (W27)."""
    if card.startswith("CS"):
        return tuple(card[2:])
    return () if card in GREY or card in BROWN else (card[0],)


@cache
def family(card: str) -> Family:
    if card in GREY:
        return "defensive"
    if card in BROWN:
        return "jerk"
    if kind(card) in OFFENSIVE:
        return "offensive"
    return "number" if kind(card) in NUMBERS else "neutral"


@cache
def worth(card: str) -> int:
    """W33: minus points of *card* in hand: numbers their value, action cards 20, jerk cards 70."""
    match family(card):
        case "number":
            return int(kind(card))
        case "jerk":
            return 70
        case _:
            return 20


@cache
def known_cards() -> frozenset[str]:
    """Every card that there can be."""
    plain = {f"{c}{k}" for c in COLOURS for k in (*NUMBERS, "CD", "HH", "CE", *OFFENSIVE)}
    return frozenset({*plain, *swaps(), *GREY, *BROWN})


def swaps() -> tuple[str, ...]:
    return tuple(f"CS{a}{b}" for n, a in enumerate(COLOURS) for b in COLOURS[n + 1 :])


def tidy(card: str) -> str:
    """*card* as it is written in here: the colours of a swap in their order."""
    if card.startswith("CS") and len(card) == 4:
        return "CS" + "".join(sorted(card[2:], key=COLOURS.find))
    return card


@lru_cache(maxsize=4096)  # asked of every card whenever moves are looked for
def fits(card: str, top: str, active: tuple[str, ...], by_symbol: bool = False) -> bool:
    """W12: same colour, or same number or symbol; W27: grey and brown never; AW-22: a swap only by colour."""
    own = colours(card)
    if not own:
        return False
    if set(own) & set(active):
        return True
    same = kind(card) == kind(top)
    return same and (kind(card) != "CS" or by_symbol)


def swapped_colour(card: str, active: Sequence[str], copies: int = 1) -> tuple[str, ...]:
    """W35: laid on one colour, play goes on in the other; AW-22: a pair leads back to the first."""
    before = [c for c in colours(card) if c in active]
    after = [c for c in colours(card) if c not in active]
    if not before or not after:
        return tuple(sorted(colours(card)))
    return tuple(after if copies % 2 else before)


# --- decks ---


@lru_cache(maxsize=1)
def test_138() -> dict[str, int]:
    """The invented deck of 138: 76 numbers, 50 coloured action cards, 8 grey and 4 brown ones.

    Of everything that the booklet lays in pairs (W14) there is a pair: +3, Skip, Change of Direction.
    """
    census: dict[str, int] = {}
    for colour in COLOURS:
        census |= {f"{colour}{n}": 1 if n == "0" else 2 for n in NUMBERS}
        census |= {f"{colour}{k}": 1 for k in ("CD", "HH", "CE", "M20", "P5", "AFK", "MAG", "SK")}
        census |= {f"{colour}P3": 2, f"{colour}{'CD' if colour in 'my' else 'SK'}": 2}
    census |= dict.fromkeys(swaps(), 1) | dict.fromkeys(GREY, 2)
    return census | {"NM": 1, "CAP": 1, "DBL": 2}


@cache
def printed_tasks() -> dict[str, tuple[str, ...]]:
    """The tasks on the draw cards of the printable deck: its copies take all twelve in turn (W40)."""
    copies = [card for card, n in test_138().items() if kind(card) in DRAWING for _ in range(n)]
    tasks: dict[str, tuple[str, ...]] = {}
    for number, card in enumerate(copies):
        tasks[card] = (*tasks.get(card, ()), TASKS[number % len(TASKS)])
    return tasks


def deck_of(profile: str, census: Mapping[str, int]) -> Deck:
    """The deck that is played with, W51: a first game leaves some out; an uncounted box has no census."""
    counted = census if profile == "unknown" or (profile == "learning" and census) else test_138()
    stay = {card: n for card, n in counted.items() if profile != "learning" or kind(card) in LEARNING}
    return Deck("wobble", stay)


def refuse_cards(cards: Iterable[str]) -> Refusal | None:
    """W1: only cards of this game; a misprint is named."""
    strange = set(cards) - known_cards() - {UNKNOWN}
    return against("W1", "refused.unknown_card", cards=sorted(strange)) if strange else None


def refuse_census(census: Mapping[str, int]) -> Refusal | None:
    """W1: a counted box must have all cards of this game, and no others."""
    if strange := refuse_cards(census):
        return strange
    if any(n < 0 for n in census.values()) or sum(census.values()) != BOX:
        return against("W1", "refused.deck_size", n=sum(census.values()), size=BOX)
    return None


def counted(cards: Iterable[str]) -> dict[str, int]:
    """How many there are of each card."""
    return dict(sorted(Counter(map(tidy, cards)).items()))


def points_of(cards: Cards) -> int:
    return sum(worth(card) for card in cards)
