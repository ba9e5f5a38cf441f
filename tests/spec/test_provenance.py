"""Every statement of the seed documents is carried, changed or not adopted, and says by what."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from conformance.traceability.places import places_in
from spec.amendments.seed import SEED_AMENDMENTS
from spec.catalog import clause
from spec.provenance.checking import Provenance, unknown_sources
from spec.provenance.documents import DOCUMENTS
from spec.provenance.entry import (
    Background,
    Document,
    Entry,
    Fate,
    Kind,
    NotAdopted,
    Outcome,
    carried,
    carried_since,
    changed,
)
from spec.provenance.lines import Lines, cited_lines, lines_of
from tests.cases import for_each

SEEDS_FOLDER = Path(__file__).parents[3] / "shared" / "seeds"


@cache
def known_tests() -> frozenset[str]:
    return frozenset(f"{place.file}::{place.name}" for place in places_in("tests"))


def test_every_entry_resolves_and_every_source_has_its_entry() -> None:
    assert list(Provenance(DOCUMENTS, known_tests()).problems()) == []


def test_the_documents_are_read_whole() -> None:
    # Given the five documents, then each is there once,
    assert [document.number for document in DOCUMENTS] == ["000", "001", "002", "003", "004"]
    # no entry of one is there twice, and each makes one sentence of it.
    for document in DOCUMENTS:
        entries = document.entries
        assert len({(entry.lines, entry.statement) for entry in entries}) == len(entries)
        assert [entry.lines for entry in entries if not entry.statement.endswith(".")] == []
        assert len(set(document.anchors.values())) == len(entries)


@pytest.mark.skipif(not SEEDS_FOLDER.exists(), reason="the seeds stand outside the repository")
@for_each("document", DOCUMENTS)
def test_a_document_is_as_long_as_its_seed_and_no_entry_is_empty(document: Document) -> None:
    # Given a seed, which stands outside the repository,
    (path,) = SEEDS_FOLDER.glob(f"{document.number}_*.txt")
    lines = path.read_text(encoding="utf-8").splitlines()
    # then its document has as many lines, and each range of an entry has words in it.
    assert document.length == len(lines)
    for place in (place for entry in document.entries for place in entry.places):
        assert "".join(lines[place.first - 1 : place.last]).strip(), place


@for_each(
    ("source", "problem"),
    [
        ("A01", ""),
        ("A01; seeds 002, lines 92-105; decided here: a reason; and more", ""),
        ("A02", "CLM-5.2 cites 'A02': no amendment of it, no lines of a seed"),
        ("A01; behaviour, section 4", "CLM-5.2 cites 'behaviour, section 4': no amendment of it"),
        ("seeds 002, lines 92-105 and more", "CLM-5.2 cites 'seeds 002, lines 92-105 and more'"),
        ("A01; decided here: ", "CLM-5.2 has no source, or was decided here without a reason"),
    ],
)
def test_a_source_is_an_amendment_a_seed_or_a_decision(source: str, problem: str) -> None:
    # Given a clause with that source, then what is wrong with a part of it is found.
    found = "; ".join(unknown_sources(replace(clause("CLM-5.2"), source=source)))
    assert found.startswith(problem)
    assert bool(found) == bool(problem)


def test_a_clause_of_the_seeds_does_not_come_from_a_later_amendment_alone() -> None:
    # Given a clause that is in force in edition `seeds`, until A12,
    ended = replace(clause("PLN-7.1"), source="A12")
    # then what ended it does not say where it comes from.
    [problem] = unknown_sources(ended)
    assert problem == "PLN-7.1 is in force in the seeds, and cites later amendments only"


def test_a_statement_holds_in_every_edition_since_the_seeds_or_names_what_changes_it() -> None:
    # Given an entry with a clause that 2026.1 lacked, and 2026.2 has again,
    document = Document("000", "", 237, (KEPT,), (Background("1-236", "the rest"),))
    # then it has to name the amendment that was withdrawn.
    checked = Provenance((document,), known_tests(), clauses=(clause("CHK-5.5"),))
    expected = "000-237: CHK-5.5 ended; name the amendment that changes this"
    assert expected in list(checked.problems())


def test_an_outcome_is_that_of_the_current_edition() -> None:
    # Given entries with each fate,
    def outcome(fate: Fate) -> Outcome:
        return Entry("1", Kind.REQUIREMENT, "It is so.", fate).outcome

    # then an amendment in force makes the difference, and one of the seeds none.
    assert outcome(carried("CLM-5.2")) is Outcome.MET
    assert outcome(changed("A15", "ITR-4.4")) is Outcome.DIFFERS
    assert outcome(carried_since("A15", "ITR-4.4")) is Outcome.MET_SINCE
    assert outcome(changed("A99", "ITR-4.4")) is Outcome.MET
    former = Entry("1", Kind.FORMER, "It was so.", carried("CLM-5.1"))
    assert former.outcome is Outcome.FORMER
    assert outcome(NotAdopted("a reason")) is Outcome.NOT_ADOPTED


def test_lines_are_read_from_sources() -> None:
    source = "A04; seeds 000, lines 1-2, 9; seeds 001, line 4; decided here: as seeds 002, line 3"
    assert cited_lines(source) == {"000": (Lines(1, 2), Lines(9, 9)), "001": (Lines(4, 4),)}
    assert Lines(1, 2).overlaps(lines_of("2-3"))
    assert not Lines(1, 2).overlaps(lines_of("3, 5-6"))


KEPT = Entry("237", Kind.REQUIREMENT, "A deferral may be changed.", carried("CHK-5.5"))

# A faulty document has one entry of 002 that is right, and one that is not.
RIGHT = Entry("92-105", Kind.DECISION, "The holder may claim again.", carried("CLM-5.2"))


def faults(entry: Entry, *more: Entry, length: int = 120, background: str = "1-91, 106-120") -> str:
    document = Document("002", "", length, (entry, *more), (Background(background, "the rest"),))
    named = tuple(clause(identifier) for identifier in ("CLM-5.1", "CLM-5.2"))
    checked = Provenance((document,), known_tests(), clauses=named)
    found = [problem for problem in checked.problems() if "no entry names a clause" not in problem]
    return "\n".join(found)


def test_what_is_right_has_no_faults() -> None:
    assert faults(RIGHT, Entry("92", Kind.FORMER, "It could not.", carried("CLM-5.1"))) == ""


@for_each(
    ("lines", "fate", "problem"),
    [
        ("92-105", carried("CLM-5.9"), "there is no clause CLM-5.9"),
        ("92-105", carried("tests/x.py::test_y"), "there is no test tests/x.py::test_y"),
        ("92-105", carried(), "carried by nothing"),
        ("92-105", NotAdopted(""), "not adopted, without a reason"),
        ("92-105", changed("", "CLM-5.2"), "changed by no amendment"),
        ("92-105", carried("CLM-5.1"), "CLM-5.1 is not in force in edition seeds"),
        ("92-105", changed("A01", "CLM-5.2"), "A01 is no amendment that changes a seed"),
        ("92-105", changed("A99", "CLM-5.2"), "A99 is no amendment that changes a seed"),
        (
            "92-105",
            carried_since("A15", "CLM-5.2"),
            "no clause named here is added or ended by A15",
        ),
        ("92-105", changed("A15", "CLM-5.2"), "no clause named here is added or ended by A15"),
        ("92-105", changed("A15", "CLM-5.1"), "CLM-5.1 is neither in edition seeds"),
        ("106-107", carried("CLM-5.2"), "CLM-5.2 does not cite these lines"),
        ("119-121", carried("CLM-5.2"), "002 has no lines 119-121"),
        ("92-106", carried("CLM-5.2"), "002, line 106: in an entry and in the background"),
    ],
)
def test_an_entry_that_does_not_resolve_is_found(lines: str, fate: Fate, problem: str) -> None:
    assert problem in faults(RIGHT, replace(RIGHT, lines=lines, fate=fate))


def test_a_line_that_nobody_read_is_found() -> None:
    assert faults(RIGHT, background="1-91, 106-119").splitlines()[0] == (
        "002, line 120: in no entry, and not in the background"
    )


def test_a_source_without_an_entry_is_found() -> None:
    problem = "CLM-5.2 cites seeds 002, lines 23-23, but no entry there names it"
    assert faults(replace(RIGHT, fate=NotAdopted("a reason"))).count(problem) == 1


def test_a_clause_that_an_amendment_ended_does_not_carry_an_entry() -> None:
    # Given an entry that names a clause of the seeds which a later amendment ends,
    ended = clause("ITR-3.4")
    entry = Entry("302-305", Kind.REQUIREMENT, "The agent decides.", carried(ended.id))
    document = Document("004", "", 305, (entry,), (Background("1-301", "the rest"),))
    # then it has to name the amendment.
    found = list(Provenance((document,), known_tests(), clauses=(ended,)).problems())
    assert "004-302: ITR-3.4 ended; name the amendment that changes this" in found


def test_an_amendment_of_the_seeds_without_an_entry_is_found() -> None:
    found = list(Provenance((), known_tests(), clauses=()).problems())
    assert found == [f"no entry names a clause of {each.id}" for each in SEED_AMENDMENTS]
