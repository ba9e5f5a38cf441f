"""The messages of the protocol, one class each. Operations and answers are those of `spec`.

A message is one JSON object on one line. A request says what it is in `request`, and a reply what
it is in `reply`; the fields of an operation and of an answer stand beside that word, not below it.
"""

from dataclasses import dataclass
from enum import StrEnum

from spec.vocabulary.domains import Path, Time
from spec.vocabulary.plans import PlanDefinition
from spec.vocabulary.rejections import Code

VERSION = "planspec 1"
"""The version of the protocol that is spoken here."""
MOST_AHEAD = 64
"""The largest window: how many requests are at most sent before the first of them is answered."""


class AreaName(StrEnum):
    """The areas of the rules whose operations an implementation can be asked for."""

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

    `virtual`: `now` is its only clock, so times are judged to the millisecond. `offset`: its clock
    is real but can be put forward, so times are judged with some tolerance. `none`: its clock
    cannot be set, so `conform` waits for real leases of two seconds, and only then judges times.
    """

    VIRTUAL = "virtual"
    OFFSET = "offset"
    NONE = "none"


class Observed(StrEnum):
    """Whether answers and states are whole, or what is left out of them is not judged."""

    FULL = "full"
    PARTIAL = "partial"


class Faulty(StrEnum):
    """What can be made to fail while a commit runs.

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
    claim takes a step whose lease is over; a sweep, which the adapter lets run before each claim,
    makes all such steps pending. `fenced`: no claim demands that its id is given.
    """

    SUBSTEPS = "substeps"
    ITEMS = "items"
    DRIFT = "drift"
    CHOICE = "choice"
    TAKEOVER = "takeover"
    FENCED = "fenced"


@dataclass(frozen=True, slots=True)
class Hello:
    """The first request: the versions of the protocol that are offered."""

    protocols: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ResetStore:
    """Forget everything. With a `plan`, hold then only this plan, newly registered at `now`."""

    plan: Path | None = None
    definition: PlanDefinition | None = None
    now: Time = 0


@dataclass(frozen=True, slots=True)
class Observe:
    """The request for everything that is stored."""


@dataclass(frozen=True, slots=True)
class Bye:
    """The last request: answer it, then end."""


@dataclass(frozen=True, slots=True)
class Identity:
    """The answer to `hello`: who is there, and what of it can be validated.

    `protocol` is the offered version that was chosen. Operations of areas that are not named are
    never asked for. Up to `window` requests, but at most 64, may be sent before the first of them
    is answered. `editions` names the editions of the rules that are followed; whoever names none
    is taken to follow 2026.1, as editions were not declared before. What needs a feature that
    `without` names is never asked for.
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


@dataclass(frozen=True, slots=True)
class Done:
    """The answer to `reset` and to `bye`."""


@dataclass(frozen=True, slots=True)
class RejectedReply:
    """An operation was refused and changed nothing. What is left out is not judged."""

    code: Code | None = None
    reason: str | None = None
    details: dict[str, str | int | None] | None = None


@dataclass(frozen=True, slots=True)
class Unsupported:
    """An operation cannot be asked of this implementation. It changed nothing."""

    why: str


@dataclass(frozen=True, slots=True)
class Failed:
    """The request could not be read, or the implementation broke while it answered."""

    message: str
