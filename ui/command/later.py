"""Commands whose rooms are not built yet say so, and what can be used meanwhile."""

from ui.command.errors import CommandError


def not_built_yet(command: str, meanwhile: str) -> CommandError:
    return CommandError(f"companion {command} is not built yet.", meanwhile)
