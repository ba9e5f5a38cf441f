"""What is wrong with the provenance: an entry that does not resolve, a source without an entry."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from spec.amendments.amendment import Amendment
from spec.amendments.catalog import AMENDMENTS
from spec.amendments.seed import SEED_AMENDMENTS
from spec.catalog import CLAUSES, rule, rule_id
from spec.editions import CURRENT, EDITION_2026_1, SEEDS
from spec.provenance.entry import Background, Carried, Changed, Document, Entry, NotAdopted
from spec.provenance.lines import Lines, cited_lines, is_citation
from spec.rules.rule import Clause


def source_of(clause: Clause) -> str:
    """Return the source of a clause: its own, or that of its rule."""
    return clause.source or rule(rule_id(clause.id)).source


@dataclass(frozen=True, slots=True)
class Provenance:
    """The documents, and the clauses, amendments and tests that their entries may name."""

    documents: tuple[Document, ...]
    tests: Collection[str]
    clauses: tuple[Clause, ...] = CLAUSES
    amendments: tuple[Amendment, ...] = AMENDMENTS

    def problems(self) -> Iterator[str]:
        """Yield what is wrong, in sentences that name the place."""
        for document in self.documents:
            yield from unread_lines(document)
            for entry, anchor in document.anchors.items():
                for problem in self.problems_of(document, entry):
                    yield f"{anchor}: {problem}"
        for clause in self.clauses:
            yield from unknown_sources(clause)
            yield from self.sources_without_entry(clause)
        yield from self.unnamed_amendments()

    def problems_of(self, document: Document, entry: Entry) -> Iterator[str]:
        """Yield what is wrong with an entry."""
        yield from fate_problems(entry)
        known = {clause.id: clause for clause in self.clauses}
        for identifier in entry.clauses:
            if identifier not in known:
                yield f"there is no clause {identifier}"
                continue
            yield from clause_problems(entry, known[identifier])
            if not cites(known[identifier], document, entry):
                yield f"{identifier} does not cite these lines as its source"
        yield from (f"there is no test {test}" for test in entry.tests if test not in self.tests)
        named = {each.id for each in self.amendments} - {each.id for each in SEED_AMENDMENTS}
        changes = (known[each].amendments for each in entry.clauses if each in known)
        changing = {each.id for found in changes for each in found}
        for identifier in entry.amendments:
            if identifier not in named:
                yield f"{identifier} is no amendment that changes a seed"
            elif identifier not in changing:
                yield f"no clause named here is added or ended by {identifier}"

    def sources_without_entry(self, clause: Clause) -> Iterator[str]:
        """Yield the lines that a clause cites although no entry there names it.

        The source of a rule is that of several clauses: one of its places is enough for each of
        them, and none for a clause that has another part of it as its source.
        """
        lacking = [
            f"seeds {number}, lines {lines.first}-{lines.last}"
            for number, cited in cited_lines(source_of(clause)).items()
            for lines in cited
            if not lines.overlaps(self.places_of(clause, number))
        ]
        cited = sum(map(len, cited_lines(source_of(clause)).values()))
        without_any = len(lacking) == cited and not has_other_source(clause)
        if lacking and (clause.source or without_any):
            yield f"{clause.id} cites {lacking[0]}, but no entry there names it"

    def places_of(self, clause: Clause, number: str) -> list[Lines]:
        """Return the lines of a document's entries that name a clause."""
        return [
            place
            for document in self.documents
            if document.number == number
            for entry in document.entries
            if clause.id in entry.clauses
            for place in entry.places
        ]

    def unnamed_amendments(self) -> Iterator[str]:
        """Yield the amendments of the seeds of which no entry names a clause."""
        entries = [entry for document in self.documents for entry in document.entries]
        named = {identifier for entry in entries for identifier in entry.clauses}
        for amendment in SEED_AMENDMENTS:
            if not any(each.since == amendment and each.id in named for each in self.clauses):
                yield f"no entry names a clause of {amendment.id}"


def unknown_sources(clause: Clause) -> Iterator[str]:
    """Yield the parts of a source that are none of what a source can be.

    A part is an amendment of the clause (of its rule, if the source is the rule's), lines of a
    seed, or, as the last part, `decided here: ` and the reason.
    """
    of_rule = rule(rule_id(clause.id))
    changes = clause.amendments if clause.source else of_rule.amendments
    ids = {amendment.id for amendment in changes}
    places, decided, reason = source_of(clause).partition("decided here: ")
    parts = places.removesuffix("; ").split("; ") if places else []
    for part in parts:
        if part not in ids and not is_citation(part):
            yield f"{clause.id} cites {part!r}: no amendment of it, no lines of a seed"
    later = {each.id for each in changes if not SEEDS.has(each)}
    if clause.is_in_force(SEEDS) and not decided and later.issuperset(parts):
        yield f"{clause.id} is in force in the seeds, and cites later amendments only"
    if bool(decided) != bool(reason.strip()) or not (parts or decided):
        yield f"{clause.id} has no source, or was decided here without a reason"


def has_other_source(clause: Clause) -> bool:
    """Return whether the source of a rule may be that of a clause without the seeds.

    The rule says what was decided here, or names the later amendment that added the clause.
    """
    source = source_of(clause)
    later = clause.since if clause.since not in SEED_AMENDMENTS else None
    return "decided here: " in source or (later is not None and later.id in source)


def cites(clause: Clause, document: Document, entry: Entry) -> bool:
    """Return whether a clause cites lines of an entry, or adds what changed the entry."""
    cited = cited_lines(source_of(clause)).get(document.number, ())
    return _adds_change(entry, clause) or any(lines.overlaps(entry.places) for lines in cited)


def _adds_change(entry: Entry, clause: Clause) -> bool:
    """Return whether a clause was added by an amendment that an entry names."""
    return clause.since is not None and clause.since.id in entry.amendments


def fate_problems(entry: Entry) -> Iterator[str]:
    """Yield what the fate of an entry lacks."""
    match entry.fate:
        case NotAdopted(reason=""):
            yield "not adopted, without a reason"
        case Carried(clauses=(), tests=()):
            yield "carried by nothing"
        case Changed(amendments=()):
            yield "changed by no amendment"


def clause_problems(entry: Entry, clause: Clause) -> Iterator[str]:
    """Yield why a clause cannot carry an entry: it is not in force where it has to be."""
    if isinstance(entry.fate, Changed):
        if not _adds_change(entry, clause) and not clause.is_in_force(entry.edition):
            yield f"{clause.id} is neither in edition {entry.edition.name} nor of the amendments"
        return
    if not _adds_change(entry, clause) and not clause.is_in_force(entry.edition):
        yield f"{clause.id} is not in force in edition {entry.edition.name}"
    elif _adds_change(entry, clause):
        return
    elif entry.edition is SEEDS and not all(map(clause.is_in_force, (EDITION_2026_1, CURRENT))):
        yield f"{clause.id} ended; name the amendment that changes this"


def unread_lines(document: Document) -> Iterator[str]:
    """Yield the lines that no entry covers, and those that are covered but do not exist."""
    parts: Iterable[Entry | Background] = (*document.entries, *document.background)
    stated = _numbers(document.entries)
    background = _numbers(document.background)
    for lines in (lines for part in parts for lines in part.places):
        if not 1 <= lines.first <= lines.last <= document.length:
            yield f"{document.number} has no lines {lines.first}-{lines.last}"
    if unread := sorted(set(range(1, document.length + 1)) - stated - background):
        yield f"{document.number}, line {unread[0]}: in no entry, and not in the background"
    if both := sorted(stated & background):
        yield f"{document.number}, line {both[0]}: in an entry and in the background"


def _numbers(parts: Iterable[Entry | Background]) -> set[int]:
    """Return the numbers of all lines of some parts of a document."""
    places = (lines for part in parts for lines in part.places)
    return {number for lines in places for number in range(lines.first, lines.last + 1)}
