"""The searches that several bots share, against a slow and simple one that looks at everything."""

from math import inf
from random import Random

import pytest

from companion.bots import EachForItself, Paranoid
from tests.tables import cases

PLAYERS = 3


class Tree:
    """A game as a tree: a position is the path to it; at its leaves everybody has a number of points."""

    def __init__(self, seed=0, widths=(2, 3, 2, 3)):
        self._seed, self._widths = seed, widths
        self.looked_at = 0

    def to_move(self, path):
        return len(path) % PLAYERS

    def actions(self, path):
        return range(self._widths[len(path)]) if len(path) < len(self._widths) else ()

    def after(self, path, action):
        self.looked_at += 1
        return (*path, action)

    def worth(self, path, player):
        return Random(f"{self._seed} {path} {player}").randrange(10**9)


class Known(Tree):
    """Two moves with the points that stand there: (first player, second player)."""

    def __init__(self, leaves):
        super().__init__(widths=(len(leaves), len(leaves[0])))
        self._leaves = leaves

    def worth(self, path, player):
        return self._leaves[path[0]][path[1]][player] if len(path) == 2 else 0


def paranoid_worth(tree, path, player, depth):
    """All that can happen, looked at one after the other."""
    actions = tree.actions(path) if depth else ()
    if not actions:
        return tree.worth(path, player)
    worths = [paranoid_worth(tree, tree.after(path, a), player, depth - 1) for a in actions]
    return max(worths) if tree.to_move(path) == player else min(worths)


def end_of(tree, path, depth):
    """Where it leads if everybody does what is best for himself, each looking *depth* moves ahead."""
    if not depth or not tree.actions(path):
        return path
    ends = [end_of(tree, tree.after(path, a), depth - 1) for a in tree.actions(path)]
    return max(ends, key=lambda end: tree.worth(end, tree.to_move(path)))


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("deepest", [1, 2, 3, 4, 9])
def test_one_against_all_others(seed, deepest):
    tree = Tree(seed, (3, 3, 3, 3))
    search = Paranoid(tree, 0, 10_000)

    found = search.best((), deepest)

    depth = min(deepest, 4)
    worths = [paranoid_worth(tree, (a,), 0, depth - 1) for a in tree.actions(())]
    assert worths[found] == max(worths)
    assert search.depth == deepest


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("deepest", [1, 2, 3, 4])
def test_everybody_for_himself(seed, deepest):
    tree = Tree(seed, (3, 3, 3, 3))
    search = EachForItself(tree, 10_000, width=3)

    assert search.best((), deepest) == end_of(tree, (), deepest)[0]
    assert search.depth == deepest


def test_the_two_ways_to_look_at_others():
    """Left is best for both; whoever fears that the other wants to do harm goes right."""
    tree = Known([[(9, 9), (0, 1)], [(5, 0), (4, 0)]])

    assert Paranoid(tree, 0, 100).best((), 2) == 1
    assert EachForItself(tree, 100).best((), 2) == 0


@cases(
    "search, nodes, depth",
    {
        "no position may be looked at": ("paranoid", 0, 0),
        "not even one move ahead": ("paranoid", 2, 0),
        "one move": ("paranoid", 3, 1),
        "each for itself: not one move ahead": ("each", 2, 0),
        "each for itself: one move": ("each", 3, 1),
        "each for itself: two are not finished": ("each", 3 + 3 + 8, 1),
        "each for itself: two moves": ("each", 3 + 3 + 9, 2),
    },
)
def test_how_far_the_nodes_last(search, nodes, depth):
    """What was not looked through is not believed: the answer is that of the depth before."""
    tree = Tree(7, (3, 3, 3, 3))
    one = Paranoid(tree, 0, nodes) if search == "paranoid" else EachForItself(tree, nodes)

    found = one.best(())

    assert one.depth == depth
    assert tree.looked_at <= nodes + 1
    if depth == 0:
        assert found == 0  # the most promising one
    elif depth == 1:
        assert found == max(range(3), key=lambda a: tree.worth((a,), 0))


def test_pruning_looks_at_less_and_finds_the_same():
    tree = Tree(3, (4, 4, 4, 4))
    Paranoid(tree, 0, 10_000).best((), 4)

    assert tree.looked_at < 4 + 16 + 64 + 256


def test_only_the_moves_that_look_best_are_followed():
    """The first of three looks worst at once, and would be best in the end."""

    class Trap(Tree):
        def worth(self, path, player):
            return {(0,): 1, (1,): 3, (2,): 2}.get(path, 100 if path[0] == 0 else path[0])

    def best(width):
        return EachForItself(Trap(widths=(3, 1)), 1000, width).best((), 2)

    assert (best(1), best(2), best(3)) == (1, 2, 0)


@pytest.mark.parametrize(("widths", "found"), [((), None), ((1,), 0), ((1, 2), 0)])
def test_where_there_is_no_choice_nothing_is_looked_at(widths, found):
    tree = Tree(widths=widths)

    assert Paranoid(tree, 0, 100).best(()) == found
    assert tree.looked_at == 0
    assert EachForItself(tree, 100).best(()) == found


def test_the_worst_is_taken_where_there_is_nothing_else():
    class Lost(Tree):
        def worth(self, path, player):
            return -inf

    assert Paranoid(Lost(widths=(2, 2)), 0, 100).best(()) == 0
