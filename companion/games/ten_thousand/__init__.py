"""Ten Thousand, also called Farkle: six dice, and the question whether to roll once more."""

from companion.games.ten_thousand.game import TenThousand

GAME = TenThousand()
