"""What a subcommand consists of."""

import argparse
from collections.abc import Callable
from typing import NamedTuple

from impl.cli.answers import Answer
from impl.cli.arguments import Arguments

EXIT_CODES = """
exit codes: 0 success; 1 rejected; 2 usage error; 3 interrupted, outcome unknown; 4 the environment
is broken: no repository, or no usable store
"""


class Command(NamedTuple):
    """A subcommand: its help, which is the docstring of its module, and what runs it.

    `run` returns an `Answer`, or raises `Failure` or `InvalidUsage`.
    """

    description: str | None
    examples: str
    arguments: Arguments
    run: Callable[[argparse.Namespace], Answer]
    exit_codes: str = EXIT_CODES
