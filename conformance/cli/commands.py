"""The commands of `planspec`. The module of a command is only imported when it is asked for."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol


class CommandModule(Protocol):
    """The module of a command."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Describe the arguments; `run` among the defaults is the function to run."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its name, what it does in a line, and the function that imports its module."""

    name: str
    summary: str
    load: Callable[[], CommandModule]


def _check() -> CommandModule:
    from conformance.cli import check

    return check


def _explore() -> CommandModule:
    from conformance.cli import explore

    return explore


def _diff() -> CommandModule:
    from conformance.cli import diff

    return diff


def _replay() -> CommandModule:
    from conformance.cli import replay

    return replay


def _conform() -> CommandModule:
    from conformance.cli import conform

    return conform


def _deviations() -> CommandModule:
    from conformance.cli import deviations

    return deviations


def _doctor() -> CommandModule:
    from conformance.cli import doctor

    return doctor


def _serve() -> CommandModule:
    from conformance.cli import serve

    return serve


def _explain() -> CommandModule:
    from conformance.cli import explain

    return explain


def _vectors() -> CommandModule:
    from conformance.cli import vectors

    return vectors


def _mutants() -> CommandModule:
    from conformance.cli import mutants

    return mutants


COMMANDS = (
    Command("check", "run random operations on model and implementation and compare", _check),
    Command("explore", "visit every reachable state of a scope, check every property", _explore),
    Command("diff", "show what changes between two editions, amendment by amendment", _diff),
    Command("replay", "run a saved trace again and show both answers", _replay),
    Command("conform", "validate another implementation", _conform),
    Command("deviations", "keep the file of known deviations", _deviations),
    Command("doctor", "check that an implementation speaks the protocol", _doctor),
    Command("serve", "speak the protocol on standard input and output", _serve),
    Command("explain", "show a rule, an error code, an amendment or a property", _explain),
    Command("vectors", "build the test vectors, or run them on an implementation", _vectors),
    Command("mutants", "run the checks on every deliberately broken implementation", _mutants),
)
