"""The properties of the core profile and the scenarios that put them to the test, as data."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from conformance.kit.core.lines import CONDITION
from conformance.protocol.operations import adapter

SCENARIOS = Path(__file__).with_name("scenarios.toml")


@dataclass(frozen=True)
class Scenario:
    """The fewest operations that show a fault: `play` has a line for each, in words.

    `promise` is the property that it puts to the test, `needs` are what a program must offer.
    `refused` says what is wrong where a holder is refused what it may do, if that is another fault.
    Leases are `lease` times as long as the shortest. If a scenario is only played `apart`, its
    workers are never in one process. What depends on the moment is repeated for some `seconds`.
    """

    id: str
    promise: str
    fault: str
    play: tuple[str, ...]
    needs: frozenset[str] = frozenset()
    refused: str = ""
    lease: int = 1
    apart: bool = False
    seconds: float = 1.5

    @property
    def waits(self) -> bool:
        """Whether time has to pass."""
        return any("lease" in line or "recovered" in line for line in self.play)

    def fault_at(self, line: str) -> str:
        """Return what is wrong where a line does not hold."""
        if not line.endswith(" -> accepted") or line.startswith(CONDITION):
            return self.fault
        if " takes " in line and self.promise in ("one-holder", "stale-refused"):
            return "an item that is free is not handed out"
        return self.refused if self.refused and " takes " not in line else self.fault

    @property
    def is_about_loss(self) -> bool:
        """Whether it is judged by this scenario that an item is not lost."""
        return self.promise in ("acknowledged-is-stored", "nothing-lost")

    @property
    def races(self) -> bool:
        """Whether several act at one moment."""
        return any("at one moment" in line for line in self.play)

    @property
    def kills(self) -> bool:
        """Whether a process is killed in the middle of a request."""
        return any("is killed while" in line for line in self.play)


@dataclass(frozen=True)
class CoreProperty:
    """A promise in the words of users, and the clauses of the specification that it consists of."""

    id: str
    title: str
    clauses: tuple[str, ...]
    scenarios: tuple[Scenario, ...]


@cache
def core_properties() -> tuple[CoreProperty, ...]:
    """Return the properties, those first whose violation is worst."""
    data = tomllib.loads(SCENARIOS.read_text(encoding="utf-8"))
    scenarios = adapter(tuple[Scenario, ...]).validate_python(data["scenario"])
    return tuple(
        CoreProperty(
            row["id"],
            row["title"],
            tuple(row["clauses"]),
            tuple(each for each in scenarios if each.promise == row["id"]),
        )
        for row in data["property"]
    )
