"""The looks that a screen may have: the panel it is on, the language, the letters, the colours, the hand."""

from itertools import product
from typing import NamedTuple

from ui.screen import theme
from ui.settings import Forgetful

SIZES = ((800, 480), (1024, 600), (1280, 720), (1280, 800), (720, 1280))
LANGUAGES = ("de", "en", "longer")
LETTERS = tuple(theme.TEXT_SCALES)
CONTRASTS = ("normal", "high")
HANDS = ("right", "left")
MOST_LONGER = 1.4


class Look(NamedTuple):
    """How a screen is shown: every one of these changes what fits or what can be read."""

    size: tuple[int, int]
    language: str
    text_size: str
    contrast: str = "normal"
    hand: str = "right"

    @property
    def name(self) -> str:
        wishes = [wish for wish in (self.contrast, self.hand) if wish not in ("normal", "right")]
        return "-".join((f"{self.size[0]}x{self.size[1]}", self.language, self.text_size, *wishes))

    def wish(self, preferences: Forgetful) -> None:
        """Let *preferences* be as this look wants it."""
        wishes = {
            "language": "de" if self.language == "longer" else self.language,
            "text_size": self.text_size,
            "contrast": self.contrast,
            "hand": self.hand,
            "dim": "never",  # a slow machine needs minutes for all screens
        }
        for name, value in wishes.items():
            preferences.put(name, value)


def _quick(i: int, j: int) -> Look:
    letters, hand = LETTERS[(i + j) % len(LETTERS)], HANDS[((i + 1) * (j + 1) + 1) // 3 % 2]
    return Look(SIZES[i], LANGUAGES[j], letters, CONTRASTS[(i + j) % 2], hand)


# The looks of every change: any two choices of size, language, letters, colours and hand meet in one of them.
QUICK_LOOKS = tuple(_quick(i, j) for i in range(len(SIZES)) for j in range(len(LANGUAGES)))

# Of the long run: every size in every language and size of letters as it is usual, and what else is wished
# in so many looks that any two choices meet.
USUAL_LOOKS = tuple(Look(*parts) for parts in product(SIZES, LANGUAGES, LETTERS))
EVERY_LOOK = (*USUAL_LOOKS, *(look for look in QUICK_LOOKS if look not in USUAL_LOOKS))


def longer(sentence: str) -> str:
    """A language that nobody speaks, 40 % longer than German: what fits here fits in any.

    >>> longer("Noch einmal")
    'Nochooo einmaloo'
    """
    missing = round(len(sentence) * MOST_LONGER) - len(sentence)
    words = sentence.split(" ")
    each, left = divmod(max(0, missing), len(words))
    grown = [word + "o" * (each + (at < left)) for at, word in enumerate(words)]
    return " ".join(grown)
