"""The cards of Wobble and what an attack is. For its second referee."""

from typing import Any

MS = 1_000_000
NUMBERS, NEUTRAL = [str(n) for n in range(10)], ["CD", "HH", "CE"]
STRIKES = {"SK": 1, "M20": 20, "P3": 3, "P5": 5, "AFK": 1, "MAG": 1}
GREY, BROWN = ["DG", "YOU", "MIR", "UNL"], ["NM", "CAP", "DBL"]
COLOURED = [f"{c}{k}" for c in "mcyg" for k in (*NUMBERS, *NEUTRAL, *STRIKES)]
SWAPS = ["CSmc", "CSmy", "CSmg", "CScy", "CScg", "CSyg"]
KNOWN = {*COLOURED, *SWAPS, *GREY, *BROWN}
TASKS = [f"T{n}" for n in range(1, 13)]
LATER = ["T1", "T2", "T7", "T8", "T9"]  # begun only when the coin spins, somebody answers, the word is heard
VOTED = ["T4", "T5", "T6", "T7", "T11", "own"]
BEATS = {"R": "S", "S": "P", "P": "R"}
PEOPLE = {"DE": 83_516_593, "AT": 9_177_982, "LU": 677_012}
STEPS = [0, 1, 39, 40, 41, 80, 300, 699, 700, 701, 1_999, 2_000, 2_001, 2_500, 9_000]
OPEN, MEANWHILE = ("turn", "drawn", "attack"), ("effect", "aim", "vote")
Move = dict[str, Any]


def kind(card: str) -> str:
    return "CS" if card[:2] == "CS" else card if card in GREY + BROWN else card[1:]


def colours(card: str) -> str:
    return card[2:] if card[:2] == "CS" else "" if card in GREY + BROWN else card[0]


def worth(card: str) -> int:
    return 70 if card in BROWN else int(kind(card)) if kind(card) in NUMBERS else 20


class Attack:
    """What hits whom."""

    def __init__(self, seat: str, card: str, copies: int, target: str) -> None:
        self.kind, self.owner, self.target = kind(card), seat, target
        self.total = STRIKES[self.kind] * copies
        self.cards = [card] * copies
        self.owners = [seat] * copies
        self.times, self.open, self.not_me, self.names = 1, True, "", 0
        self.absent: list[str] = []
        self.victims: list[str] = []
