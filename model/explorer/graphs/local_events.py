"""What the graph of parts knows of events: which read what, and what they do to one part."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from model.explorer.graphs.labels import Labels
from model.explorer.graphs.state_graph import Asked, Violations

Numbers = tuple[int, ...]
Renamings = tuple[tuple[int, tuple[str, ...]], ...]
Moves = tuple[Numbers, Numbers, Renamings]
"""The events that change a part, what each adds to the node, and after which names change.

The last are places among the events, counted from the end, and the order of names then.
"""


@dataclass(slots=True)
class Judged:
    """What some events were found to do: how many are enabled, what they violate and ask about."""

    enabled: int = 0
    violations: Violations = field(default_factory=list)
    asked: Asked = field(default_factory=dict)


@dataclass(slots=True)
class LocalSuccessors(Judged):
    """What can happen to one part: the event, the part after it, and what its header adds.

    `ticked` is what the passing of time adds to the node.
    """

    ticked: int = 0
    moves: list[tuple[int, int, int]] = field(default_factory=list)


class DoneHere(NamedTuple):
    """What events do to a part where the steps of all parts have the same holders.

    It has the fields of `LocalSuccessors`, and the `Moves`.
    """

    enabled: int
    violations: Violations
    asked: Asked
    ticked: int
    events: Numbers
    added: Numbers
    renaming: Renamings


@dataclass(slots=True)
class KnownLocally:
    """What some events do to the part at a position, by its number.

    The same for all nodes in which they read the same of others. With `by_name`, they are those
    that name a step of it; what must be possible with these, and time, counts with them. `done` is
    by the numbers of the holders of all parts, and then by that of the part.
    """

    events: tuple[int, ...]
    by_name: bool
    successors: dict[int, LocalSuccessors] = field(default_factory=dict)
    done: dict[tuple[int, ...], dict[int, DoneHere]] = field(default_factory=dict)


@dataclass(slots=True)
class EventIndex(Judged):
    """The events of one plan by what they read; the same for all nodes with the same claim views.

    `local` are the events that name a step of each subtree, those on its work, and those that claim
    a step, with the position of the part and what is known of them, in all and with these holders.
    `whole` are those that may change several parts. What changes nothing is only counted. `labels`
    are those of the plan, by the number of its work.
    """

    local: list[tuple[int, KnownLocally, dict[int, DoneHere]]] = field(default_factory=list)
    whole: list[int] = field(default_factory=list)
    labels: dict[int, Labels] = field(default_factory=dict)
