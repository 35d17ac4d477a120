"""Cards and projects as words."""

from collections.abc import Iterable

from companion.asks import Say
from companion.games.abi94.deck import MARK, CardKind
from companion.games.abi94.state import AbiState, deck, is_exam

KNOWN_SUBJECTS = ("sport", "art", "english", "maths", "physics")


def card_say(card: str, state: AbiState) -> Say:
    """What the card is called, like "+3 (English)" or "MamaPapa"."""
    kind = deck(state).kinds.get(card)
    return kind_say(kind) if kind else Say("card.other", {"card": card})


def kind_say(kind: CardKind) -> Say:
    if not kind.value:
        return Say(f"effect.{kind.effect}")
    value = f"{kind.value:+d}{MARK if kind.id.endswith(MARK) else ''}"
    if kind.effect:
        return Say("card.named", {"value": value, "name": f"@effect.{kind.effect}"})
    if kind.subject:
        known = kind.subject in KNOWN_SUBJECTS
        return Say(
            "card.plus", {"value": value, "subject": f"@subject.{kind.subject}" if known else kind.subject}
        )
    return Say("card.minus", {"value": value})


def cards_say(cards: Iterable[str], state: AbiState) -> list[Say]:
    return [card_say(card, state) for card in cards]


def project_say(state: AbiState) -> Say:
    """What the project that goes on is called."""
    return Say("project.exam") if is_exam(state) else Say("project.klausur", {"number": state.project})
