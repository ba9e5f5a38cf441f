"""Importing `argparse`, `dataclasses` and `pathlib` without modules that no command needs.

`dataclasses` imports `inspect` for classes without a docstring and `copy` for `asdict`; `pathlib`
imports `urllib.parse` for URIs, `fnmatch` for patterns and `ntpath` for Windows; `argparse` imports
`gettext`, although its messages stand between ours, which are English. That would take a fifth of
the time of a command. Everything else that imports these modules gets the real ones.
"""

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

LATE = ("copy", "fnmatch", "inspect", "ntpath", "urllib.parse")


class _Late(ModuleType):
    """A module whose functions import the real one when they are called."""

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("__"):
            raise AttributeError(name)
        module = self.__name__

        def function(*arguments: object, **named: object) -> object:
            from importlib import import_module

            return getattr(import_module(module), name)(*arguments, **named)

        return function


class _English(ModuleType):
    """The functions of `gettext` that `argparse` calls; both return the English text."""

    @staticmethod
    def gettext(message: str) -> str:
        """Return the message."""
        return message

    @staticmethod
    def ngettext(one: str, several: str, number: int) -> str:
        """Return the message for a number."""
        return one if number == 1 else several


def import_lean() -> None:
    """Import the three modules with stand-ins for what they import, which then are gone."""
    standins: list[ModuleType] = [*map(_Late, LATE), _English("gettext")]
    missing = {each.__name__: each for each in standins if each.__name__ not in sys.modules}
    sys.modules.update(missing)
    try:
        import argparse  # noqa: F401
        import dataclasses  # noqa: F401
        import pathlib  # noqa: F401
    finally:
        for name, standin in missing.items():
            # `pathlib` of Python 3.13 itself imports none, and another module may have.
            if sys.modules.get(name) is standin:
                del sys.modules[name]
