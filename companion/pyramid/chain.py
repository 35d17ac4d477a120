"""The pyramid games of one evening in turn: one builds the pyramid, the next takes it apart again."""

BUILD = ("squeeze_play", "sums")
UNBUILD = ("pack_rat", "cui_bono")  # they begin with a whole pyramid: what is missing is laid first
BESIDE = ("forced_memory", "dice_march")  # two layers, and the base alone


def next_after(name: str) -> tuple[str, ...]:
    """The games that go on well from what *name* leaves on the table; none if it is no pyramid game.

    >>> next_after("sums")
    ('pack_rat', 'cui_bono')
    """
    if name in BUILD:
        return UNBUILD
    return BUILD if name in (*UNBUILD, *BESIDE) else ()


def is_built_by(name: str) -> bool:
    """Whether *name* is a game that builds."""
    return name in BUILD
