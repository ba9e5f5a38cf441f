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
    """A subcommand: the texts of its help, its arguments, and the function that runs it.

    `run` returns an `Answer`, or raises `Failure` or `InvalidUsage`.
    """

    description: str
    examples: str
    arguments: Arguments
    run: Callable[[argparse.Namespace], Answer]
    exit_codes: str = EXIT_CODES
