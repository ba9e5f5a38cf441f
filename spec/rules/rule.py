"""Rules and their clauses. The rules themselves stand in one module per area."""

import re
from dataclasses import dataclass, replace

from spec.amendments.amendment import Amendment
from spec.editions import Edition

_KEYWORD = re.compile(r"\b(?:MUST NOT|MUST|SHOULD NOT|SHOULD|MAY)\b")


@dataclass(frozen=True, slots=True)
class Clause:
    """One sentence of a rule. Its id is never given to another sentence.

    A clause is in force where the edition has `since` and does not have `until`; a missing one
    demands nothing. `source` is set where it differs from that of the rule; it need not be written
    where it is `since`. `unobservable` says why nobody outside can tell whether a binding clause is
    kept, `kept_outside` why no operation can: a program around the store keeps it. Both are empty
    for all others.
    """

    id: str
    text: str
    since: Amendment | None = None
    until: Amendment | None = None
    source: str = ""
    unobservable: str = ""
    kept_outside: str = ""

    @property
    def keyword(self) -> str | None:
        """Return the keyword of RFC 8174 in the clause; a definition has none."""
        found = _KEYWORD.search(self.text)
        return found.group() if found else None

    @property
    def binds(self) -> bool:
        """Return whether violating the clause is a fault: MUST and MUST NOT."""
        return self.keyword in ("MUST", "MUST NOT")

    @property
    def amendments(self) -> tuple[Amendment, ...]:
        """Return the amendments that add and that end the clause."""
        return tuple(each for each in (self.since, self.until) if each is not None)

    def is_in_force(self, edition: Edition) -> bool:
        """Return whether the clause is part of an edition."""
        added = self.since is None or edition.has(self.since)
        return added and not (self.until is not None and edition.has(self.until))


@dataclass(frozen=True, slots=True)
class Rule:
    """A numbered rule: an ordered list of clauses. Its id is never given to another rule.

    `operations` are names of operation classes. `source` names the places of the seed documents,
    or the amendment, that the rule comes from, or says why it was decided here. `kept_outside` is
    that of all its binding clauses.
    """

    id: str
    title: str
    clauses: tuple[Clause, ...]
    operations: tuple[str, ...]
    source: str
    why: str = ""
    kept_outside: str = ""

    def __post_init__(self) -> None:
        """Fill in what is the same for all clauses, and the amendment as source where it is one."""
        object.__setattr__(self, "clauses", tuple(map(self._filled, self.clauses)))

    def _filled(self, clause: Clause) -> Clause:
        since, source = clause.since, clause.source
        if not source and since is not None and since.id not in self.source:
            source = since.id
        outside = clause.kept_outside or (self.kept_outside if clause.binds else "")
        return replace(clause, source=source, kept_outside=outside)

    @property
    def amendments(self) -> tuple[Amendment, ...]:
        """Return the amendments that change the rule, in the order of its clauses."""
        changes = (amendment for clause in self.clauses for amendment in clause.amendments)
        return tuple(dict.fromkeys(changes))

    def clauses_in(self, edition: Edition) -> tuple[Clause, ...]:
        """Return the clauses in force in an edition; empty where the rule does not exist."""
        return tuple(clause for clause in self.clauses if clause.is_in_force(edition))


@dataclass(frozen=True, slots=True)
class Area:
    """A chapter of the specification: its rules, under the prefix of their ids.

    `vocabulary` names the modules of `spec.vocabulary` that define its words, its operations
    among them; `properties` are the ids of what follows from its rules.
    """

    name: str
    prefix: str
    title: str
    introduction: str
    rules: tuple[Rule, ...]
    vocabulary: tuple[str, ...] = ()
    properties: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Format:
    """A text format as rules of its own. It belongs to the chapter of the area in `area`.

    `anchor` is the permanent place of the format on the page of its area.
    """

    prefix: str
    title: str
    anchor: str
    area: str
    introduction: str
    rules: tuple[Rule, ...]
