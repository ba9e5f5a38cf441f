"""Entries: what a seed document states, in our words, and exactly one fate of each statement."""

from dataclasses import dataclass
from enum import StrEnum

from spec.amendments.catalog import AMENDMENTS
from spec.editions import CURRENT, ORIGIN, SEEDS, Edition
from spec.provenance.lines import Lines, lines_of


class Kind(StrEnum):
    """What kind of statement an entry is."""

    REQUIREMENT = "requirement"
    DECISION = "decision"
    CRITERION = "success criterion"
    CONSTRAINT = "constraint"
    RISK = "risk"
    NON_GOAL = "non-goal"
    FOLLOW_ON = "follow-on"
    QUESTION = "open question"
    ALTERNATIVE = "alternative"
    DEFINITION = "definition"
    TABLE_ROW = "table row"
    CODE = "error code"
    FIELD = "JSON field"
    FLAG = "flag"
    MESSAGE = "message"
    TEST_CASE = "named test case"
    FORMER = "former behaviour"


class Outcome(StrEnum):
    """What became of a statement in the current edition."""

    MET = "met exactly"
    MET_SINCE = "met since an amendment"
    FORMER = "met by `origin`"
    DIFFERS = "differs by an amendment"
    NOT_ADOPTED = "not adopted"


@dataclass(frozen=True, slots=True)
class Carried:
    """The statement holds as the document makes it: clauses say so, or tests show it.

    Where a document contradicts itself, `seeds` follows its code, and `since` names the amendments
    with which the statement holds too.
    """

    clauses: tuple[str, ...]
    tests: tuple[str, ...]
    since: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Changed:
    """The statement holds in edition `seeds`, and otherwise since these amendments.

    Among the clauses are those that hold it in `seeds` and those that stand in their place.
    """

    amendments: tuple[str, ...]
    clauses: tuple[str, ...]
    tests: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NotAdopted:
    """No edition has what the document states."""

    reason: str


Fate = Carried | Changed | NotAdopted


def carried(*places: str) -> Carried:
    """Return the fate of what these clauses (`CLM-5.2`) and tests (`FILE::FUNCTION`) carry."""
    return Carried(*_split(places))


def carried_since(amendments: str, *places: str) -> Carried:
    """Return the fate of what clauses of later amendments carry, and `seeds` does not."""
    return Carried(*_split(places), tuple(amendments.split()))


def changed(amendments: str, *places: str) -> Changed:
    """Return the fate of what amendments (`A15 A34`) change, with its clauses and tests."""
    return Changed(tuple(amendments.split()), *_split(places))


def _split(places: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the clauses and the tests among the places."""
    tests = tuple(place for place in places if "::" in place)
    return tuple(place for place in places if place not in tests), tests


@dataclass(frozen=True, slots=True)
class Entry:
    """One statement of a document: its lines, its kind, what it says in our words, its fate.

    A statement that the document repeats has all the lines; the first ones are its place.
    """

    lines: str
    kind: Kind
    statement: str
    fate: Fate

    @property
    def places(self) -> tuple[Lines, ...]:
        """Return the lines as ranges."""
        return lines_of(self.lines)

    @property
    def edition(self) -> Edition:
        """Return the edition of which the statement speaks."""
        return ORIGIN if self.kind is Kind.FORMER else SEEDS

    @property
    def clauses(self) -> tuple[str, ...]:
        """Return the ids of the clauses that carry the statement, or what changed it."""
        return () if isinstance(self.fate, NotAdopted) else self.fate.clauses

    @property
    def amendments(self) -> tuple[str, ...]:
        """Return the ids of the amendments that change the statement, or with which it holds."""
        match self.fate:
            case Changed(amendments=ids) | Carried(since=ids):
                return ids
        return ()

    @property
    def tests(self) -> tuple[str, ...]:
        """Return the tests that show it, as `FILE::FUNCTION`."""
        return () if isinstance(self.fate, NotAdopted) else self.fate.tests

    @property
    def outcome(self) -> Outcome:
        """Return what became of the statement; an amendment that was withdrawn changes nothing."""
        match self.fate:
            case NotAdopted():
                return Outcome.NOT_ADOPTED
            case Changed(amendments=ids):
                in_force = {each.id for each in AMENDMENTS if CURRENT.has(each)}
                return Outcome.DIFFERS if in_force & set(ids) else Outcome.MET
            case Carried(since=ids) if ids:
                return Outcome.MET_SINCE
            case Carried():
                return Outcome.FORMER if self.kind is Kind.FORMER else Outcome.MET


@dataclass(frozen=True, slots=True)
class Background:
    """Lines that state nothing about the system, and what they are instead."""

    lines: str
    contents: str

    @property
    def places(self) -> tuple[Lines, ...]:
        """Return the lines as ranges."""
        return lines_of(self.lines)


@dataclass(frozen=True, slots=True)
class Document:
    """A seed document, read whole: each of its lines belongs to an entry or to the background."""

    number: str
    title: str
    length: int
    entries: tuple[Entry, ...]
    background: tuple[Background, ...]

    @property
    def anchors(self) -> dict[Entry, str]:
        """Return for each entry the name of its place: `000-114`, `000-114b` where two begin."""
        anchors: dict[Entry, str] = {}
        begun: dict[int, int] = {}
        for entry in self.entries:
            first = entry.places[0].first
            begun[first] = begun.get(first, 0) + 1
            letter = "" if begun[first] == 1 else chr(ord("a") + begun[first] - 1)
            anchors[entry] = f"{self.number}-{first}{letter}"
        return anchors
