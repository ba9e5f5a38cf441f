"""The messages of the protocol, one class each. Operations and answers are those of `spec`.

A message is one JSON object on one line. A request says what it is in `request`, and a reply what
it is in `reply`; the fields of an operation and of an answer stand beside that word, not below it.
"""

from dataclasses import dataclass
from enum import StrEnum

from spec.editions import CURRENT
from spec.vocabulary.domains import Path, Time
from spec.vocabulary.plans import PlanDefinition
from spec.vocabulary.rejections import Code

VERSION = "planspec 1"
"""The version of the protocol that is spoken here."""
MOST_AHEAD = 64
"""The largest window: how many requests are at most sent before the first of them is answered."""


class AreaName(StrEnum):
    """The areas whose operations an implementation can support."""

    PLANS = "plans"
    CLAIMS = "claims"
    CHECKLISTS = "checklists"
    COMPLETION = "completion"
    COMMITS = "commits"
    REVIEWS = "reviews"
    ITERATIONS = "iterations"
    AGENTS = "agents"


STATELESS = frozenset({AreaName.AGENTS})
"""The areas whose operations store nothing."""


class Clock(StrEnum):
    """How an implementation follows the time of the operations.

    `virtual`: `now` is its only clock, so times are compared to the millisecond. `offset`: its
    clock is real but can be moved forward, so times are compared with some tolerance. `none`: its
    clock cannot be set, so `conform` tests leases of two seconds in real time, and compares times
    only there.
    """

    VIRTUAL = "virtual"
    OFFSET = "offset"
    NONE = "none"


class Observed(StrEnum):
    """Whether answers and states are complete. If not, missing fields are not compared."""

    FULL = "full"
    PARTIAL = "partial"


class Faulty(StrEnum):
    """The failures that can be simulated during a commit.

    `git`: git does not commit. `root`: the repository's root is not found. `store`: the store
    cannot be used. `document`: the plan's document cannot be read.
    """

    GIT = "git"
    ROOT = "root"
    STORE = "store"
    DOCUMENT = "document"


class Feature(StrEnum):
    """What a program may lack in the areas that it offers.

    `substeps`, `items`: steps have none. `drift`: requests carry no document hash that is checked.
    `choice`: a claim names the step, so the adapter tries one step after the other. `takeover`: no
    claim takes a step with an expired lease; a sweep, which the adapter lets run before each claim,
    makes all such steps pending. `fenced`: no claim demands that its id is given. `order`: a claim
    may take any claimable step. `dependencies`: no step depends on another. `leases`: a claim never
    expires.
    """

    SUBSTEPS = "substeps"
    ITEMS = "items"
    DRIFT = "drift"
    CHOICE = "choice"
    TAKEOVER = "takeover"
    FENCED = "fenced"
    ORDER = "order"
    DEPENDENCIES = "dependencies"
    LEASES = "leases"


@dataclass(frozen=True, slots=True)
class Hello:
    """The first request: the versions of the protocol that are offered."""

    protocols: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ResetStore:
    """Delete everything. With a `plan`, then register that plan, at `now`."""

    plan: Path | None = None
    definition: PlanDefinition | None = None
    now: Time = 0


@dataclass(frozen=True, slots=True)
class ObserveStore:
    """The request for the whole stored state."""


@dataclass(frozen=True, slots=True)
class Bye:
    """The last request: answer it, then end."""


@dataclass(frozen=True, slots=True)
class Identity:
    """The answer to `hello`: the implementation, and what of it can be validated.

    `protocol` is the chosen one of the offered versions. `areas` are the supported areas;
    operations of other areas are never sent. Up to `window` requests, but at most 64, may be sent
    before the first of them is answered. `editions` names the supported editions of the rules;
    2026.1 is assumed if there are none. `without` names the missing features; requests that need
    one of them are never sent.
    """

    name: str
    version: str
    language: str
    areas: tuple[AreaName, ...]
    protocol: str = VERSION
    clock: Clock = Clock.VIRTUAL
    observe: Observed = Observed.FULL
    faults: tuple[Faulty, ...] = ()
    window: int = 1
    editions: tuple[str, ...] = ()
    without: tuple[Feature, ...] = ()


COMPLETE = Identity(
    name="planspec",
    version="",
    language="Python",
    areas=tuple(AreaName),
    faults=tuple(Faulty),
    window=MOST_AHEAD,
    editions=(CURRENT.name,),
)
"""The identity of a system of which everything can be compared."""


@dataclass(frozen=True, slots=True)
class Done:
    """The answer to `reset` and to `bye`."""


@dataclass(frozen=True, slots=True)
class RejectedReply:
    """An operation was rejected and changed nothing. Fields that are left out are not compared."""

    code: Code | None = None
    reason: str | None = None
    details: dict[str, str | int | None] | None = None


@dataclass(frozen=True, slots=True)
class Unsupported:
    """The implementation does not support the operation. It changed nothing."""

    why: str


@dataclass(frozen=True, slots=True)
class Failed:
    """The request could not be read, or the implementation broke while it answered."""

    message: str
