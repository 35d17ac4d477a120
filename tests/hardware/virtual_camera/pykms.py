"""Stands in for the module of the same name, which picamera2 loads for previews that nobody looks at here."""

from typing import Any


class _AnyName(type):
    def __getattr__(cls, name: str) -> str:
        return name


class PixelFormat(metaclass=_AnyName):
    """Any format that is asked for exists, under its own name."""


class Card:
    def __init__(self, *_: Any) -> None:
        raise RuntimeError("there is no screen here")
