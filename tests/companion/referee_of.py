"""What the referee of a game says to single moves and facts: the verbs that the tests of all games share."""

from companion.asks import Fact, Source
from companion.game import next_seat
from companion.words import game_words, languages


class RefereeOf:
    """The referee of one game, in short words. Every refusal that it gives must be said in both languages."""

    def __init__(self, game):
        self._game, self._words = game, game_words(game)

    # --- moves ---

    def move(self, kind, seat, **given):
        """The move *kind* of *seat*, read from the game's notation."""
        return self._game.read_move({"move": kind, "seat": seat, **given})

    def after(self, state, *moves):
        """The state after *moves*, which all must be legal."""
        for move in moves:
            refusal = self._game.refuse(state, move)
            assert refusal is None, refusal
            state = self._game.play(state, move).state
        return state

    def play(self, state, *args, **given):
        """The whole step that a legal move makes."""
        made = self.move(*args, **given)
        assert self._game.refuse(state, made) is None
        return self._game.play(state, made)

    def refused(self, state, move):
        """Why *move* may not stand, as (rule, key), or None."""
        refusal = self._game.refuse(state, move)
        if refusal is None:
            return None
        for language in languages():
            text = self._words.say(refusal.says, language)
            assert text != refusal.says.key and "{" not in text, text
        return refusal.rule, refusal.says.key

    def refusal(self, state, *args, **given):
        """The same in one string, of a move that is written like for `play`."""
        refused = self.refused(state, self.move(*args, **given))
        return refused and " ".join(refused)

    def notes(self, state, move):
        return [note.says.key for note in self._game.play(state, move).notes]

    # --- facts ---

    def ask(self, state, name):
        """The ask that is called *name*, whatever number it carries."""
        return next(one for one in self._game.asks(state) if one.id.partition(":")[0] == name)

    def told(self, state, name, value, source=Source.TOUCH, t=0, **more):
        """What the game understands when *value* answers the ask called *name*."""
        wanted = self.ask(state, name)
        return self._game.understand(state, wanted, Fact(wanted.kind, value, t, source, **more))

    # --- opponents ---

    def lets_play(self, choose, state, level, random, moves, nodes):
        """A bot proposes for all seats in turn: only what may stand, and the same for the same question."""
        for _ in range(moves):
            if self._game.outcome(state):
                break
            before = random.getstate()
            proposed = choose(state, state.on_turn, level, random, nodes)
            random.setstate(before)
            assert choose(state, state.on_turn, level, random, nodes) == proposed
            waiting = next_seat(state.seats, state.on_turn)
            assert choose(state, waiting, level, random, nodes) is None
            state = self.after(state, proposed)
