"""How a command says that it could not do its work: one sentence and a next step."""

DONE, NOT_HELD, USAGE = 0, 1, 2


class CommandError(Exception):
    """A command cannot go on. *next_step* says what helps."""

    def __init__(self, what: str, next_step: str, code: int = NOT_HELD) -> None:
        super().__init__(what)
        self.what, self.next_step, self.code = what, next_step, code

    def __str__(self) -> str:
        return f"{self.what} {self.next_step}"
