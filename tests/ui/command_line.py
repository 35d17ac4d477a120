"""Calls `companion` as people do, and hears what it says."""

from ui.command import main


def said(capsys, *words: str) -> tuple[int, str, str]:
    """What a command ends with, and what it says on stdout and stderr."""
    code = main(list(words))
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    return code, out, err
