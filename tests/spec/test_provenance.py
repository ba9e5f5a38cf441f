"""Every statement of the seed documents is carried, changed or not adopted, and says by what."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from conformance.cli.explaining.links import places_in
from spec.amendments.catalog import AMENDMENTS
from spec.amendments.seed import SEED_AMENDMENTS
from spec.catalog import CLAUSES, FORMAT_RULES, RULES, clause, rule, rule_id
from spec.editions import CURRENT, EDITION_2026_1, ORIGIN, SEEDS
from spec.provenance import SeedDocument, SeedStatement, seed_documents
from spec.rules.rule import Clause
from tests.cases import for_each

SEEDS_FOLDER = Path(__file__).parents[3] / "shared" / "seeds"
CITATION = re.compile(r"seeds (\d{3}), lines? (\d+(?:-\d+)?(?:, \d+(?:-\d+)?)*)")
CLAUSE_IDS = {each.id for each in CLAUSES}
AMENDMENT_IDS = {each.id for each in AMENDMENTS}
CHANGES = AMENDMENT_IDS - {each.id for each in SEED_AMENDMENTS}
KINDS = {
    *("requirement", "decision", "success criterion", "constraint", "risk", "non-goal"),
    *("follow-on", "open question", "alternative", "definition", "table row", "error code"),
    *("JSON field", "flag", "message", "named test case", "former behaviour"),
}


def statements() -> Iterator[SeedStatement]:
    return (each for document in seed_documents() for each in document.statements)


def ranges(lines: str) -> list[range]:
    """Return the ranges of line numbers that a text such as `114-140, 222` names."""
    ends = (part.partition("-") for part in lines.split(", "))
    return [range(int(first), int(last or first) + 1) for first, _, last in ends]


def numbers(lines: Iterable[str]) -> list[int]:
    return [number for each in lines for found in ranges(each) for number in found]


def source_of(each: Clause) -> str:
    return each.source or rule(rule_id(each.id)).source


def cited(each: Clause) -> dict[str, list[range]]:
    """Return the lines that the source of a clause cites, by document; a reason cites none."""
    places = source_of(each).partition("decided here: ")[0]
    return {number: ranges(lines) for number, lines in CITATION.findall(places)}


def adds_change(each: Clause, statement: SeedStatement) -> bool:
    named = (*statement.changed_by, *statement.holds_with)
    return each.since is not None and each.since.id in named


def test_each_line_of_a_document_is_in_a_statement_or_in_the_background() -> None:
    assert [document.number for document in seed_documents()] == ["000", "001", "002", "003", "004"]
    for document in seed_documents():
        stated = set(numbers(each.lines for each in document.statements))
        background = set(numbers(document.background))
        assert stated | background == set(range(1, document.length + 1)), document.number
        assert not stated & background, document.number


@pytest.mark.skipif(not SEEDS_FOLDER.exists(), reason="the seeds stand outside the repository")
@for_each("document", seed_documents())
def test_a_document_is_as_long_as_its_seed_and_no_statement_is_empty(
    document: SeedDocument,
) -> None:
    # Given a seed, which stands outside the repository,
    (path,) = SEEDS_FOLDER.glob(f"{document.number}_*.txt")
    lines = path.read_text(encoding="utf-8").splitlines()
    # then its document has as many lines, and each range of a statement has words in it.
    assert document.length == len(lines)
    for found in (found for each in document.statements for found in ranges(each.lines)):
        assert "".join(lines[number - 1] for number in found).strip(), found


def test_a_statement_is_one_sentence_of_a_known_kind_with_one_fate() -> None:
    keys = [(each.anchor[:3], each.lines, each.text) for each in statements()]
    assert len(set(keys)) == len(keys)
    assert [each.anchor for each in statements() if not each.text.endswith(".")] == []
    assert [each.anchor for each in statements() if each.kind not in KINDS] == []
    for each in statements():
        carried = bool(each.clauses or each.tests)
        assert carried != bool(each.not_adopted), each.anchor
        assert not (each.changed_by and each.holds_with), each.anchor


def test_the_tests_and_amendments_that_a_statement_names_exist() -> None:
    tests = {f"{place.file}::{place.name}" for place in places_in("tests")}
    for each in statements():
        assert set(each.tests) <= tests, each.anchor
        named = {*each.changed_by, *each.holds_with}
        assert named <= CHANGES, each.anchor
        # An amendment that changes a statement adds or ends a clause that the statement names.
        changes = {found.id for name in each.clauses for found in clause(name).amendments}
        assert named <= changes, each.anchor


def clause_problem(each: Clause, statement: SeedStatement) -> str:
    """Return why a clause cannot carry a statement, or ""."""
    edition = ORIGIN if statement.kind == "former behaviour" else SEEDS
    if adds_change(each, statement):
        return ""
    lines = cited(each).get(statement.anchor[:3], [])
    if set(numbers([statement.lines])).isdisjoint(number for found in lines for number in found):
        return "does not cite these lines"
    if not each.is_in_force(edition):
        return f"is not in force in edition {edition.name}"
    lasting = all(map(each.is_in_force, (EDITION_2026_1, CURRENT)))
    if edition is SEEDS and not statement.changed_by and not lasting:
        return "ended; name the amendment that changes this"
    return ""


def test_a_statement_is_carried_by_clauses_that_cite_it_and_are_in_force() -> None:
    assert [each.anchor for each in statements() if not CLAUSE_IDS.issuperset(each.clauses)] == []
    found = [(each, clause(name)) for each in statements() for name in each.clauses]
    problems = [(each.anchor, named.id, clause_problem(named, each)) for each, named in found]
    assert [problem for problem in problems if problem[2]] == []


def uncited(each: Clause) -> list[str]:
    """Return the lines that a clause cites although no statement there names it."""
    named = {
        (statement.anchor[:3], number)
        for statement in statements()
        if each.id in statement.clauses
        for number in numbers([statement.lines])
    }
    return [
        f"{each.id}: seeds {document}, lines {found[0]}-{found[-1]}"
        for document, cites in cited(each).items()
        for found in cites
        if named.isdisjoint((document, number) for number in found)
    ]


def has_other_source(each: Clause) -> bool:
    """Return whether a clause may come from a part of its rule's source that is no seed."""
    later = each.since if each.since not in SEED_AMENDMENTS else None
    source = source_of(each)
    return "decided here: " in source or (later is not None and later.id in source)


def test_lines_that_a_clause_cites_have_a_statement_that_names_it() -> None:
    # The source of a rule is that of several clauses: for each of them one of its places is enough,
    # and none for a clause that has another part of it as its source.
    for each in CLAUSES:
        lacking = uncited(each)
        without_any = len(lacking) == sum(map(len, cited(each).values()))
        if each.source or (without_any and not has_other_source(each)):
            assert lacking == []


def test_a_source_is_an_amendment_lines_of_a_seed_or_a_decision_with_its_reason() -> None:
    for each in CLAUSES:
        changes = each.amendments if each.source else rule(rule_id(each.id)).amendments
        places, decided, reason = source_of(each).partition("decided here: ")
        parts = places.removesuffix("; ").split("; ") if places else []
        assert parts or decided, each.id
        assert bool(decided) == bool(reason.strip()), each.id
        ids = {amendment.id for amendment in changes}
        assert [part for part in parts if part not in ids and not CITATION.fullmatch(part)] == []
        # What ended a clause of the seeds does not say where it comes from.
        later = {amendment.id for amendment in changes if not SEEDS.has(amendment)}
        assert decided or not each.is_in_force(SEEDS) or not later.issuperset(parts), each.id


def can_be_opened(part: str) -> bool:
    """Return whether a part of a source is an amendment, or lines that a seed has in this order."""
    cite = CITATION.fullmatch(part)
    if cite is None:
        return part in AMENDMENT_IDS
    [length] = [each.length for each in seed_documents() if each.number == cite[1]]
    lines = numbers([cite[2]])
    return lines == sorted(lines) and lines[-1] <= length


def test_a_source_of_a_rule_or_an_amendment_cites_what_a_reader_can_open() -> None:
    sources = {each.id: each.source for each in (*RULES, *FORMAT_RULES)}
    sources |= {each.id: each.source for each in AMENDMENTS}
    sources |= {each.id: each.source for each in CLAUSES if each.source}
    assert [name for name, source in sources.items() if not source] == []
    for name, source in sources.items():
        places = source.partition("decided here: ")[0].removesuffix("; ")
        assert all(map(can_be_opened, places.split("; ") if places else ())), name


def test_each_amendment_of_the_seeds_has_a_clause_that_a_statement_names() -> None:
    named = {clause(name).since for each in statements() for name in each.clauses}
    assert named.issuperset(SEED_AMENDMENTS)
