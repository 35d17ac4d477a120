"""What a card can say, in the order in which the networks count."""

KINDS = ("none", "french", "numbers", "uno", "big", "other", "back")
RANKS = (
    "", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "joker",
    "0", "1", "skip", "reverse", "draw2", "draw4", "wild",
)  # fmt: skip
SUITS = ("", "C", "D", "H", "S")
COLOURS = ("", "red", "green", "blue", "yellow", "black", "pink", "orange", "purple")
