"""`planspec mutants`: what it prints, and how it ends."""

import pytest

from conformance.cli import mutants as command
from conformance.mutants.faults.mutant import MutantKind
from conformance.mutants.faults.source import ChangedStore
from conformance.mutants.registry import mutant_named
from conformance.reports.exit_codes import BROKEN, NOT_CONFORMING, SUCCESS
from conformance.vectors.killing import search, sound
from tests.conformance.calling import Planspec

KILLED = "lease-expires-a-millisecond-early"
EQUIVALENT = "refused-completion-not-undone"
QUICK = ("--budget", "400", "--layer", "random")


def test_a_killed_mutant_is_told_with_its_layer(planspec: Planspec) -> None:
    # Given a mutant that random operations show, when it is looked for,
    ended = planspec("mutants", "--only", KILLED, "--budget", "4000", "--layer", "random")
    header, line, last = ended.lines
    # then the table says by which layer it was killed, and the last line that none survives.
    assert ended.code == SUCCESS
    assert header.split() == [
        "mutant", "clause", "kind", "killed", "by", "operations", "seconds", "length",
    ]  # fmt: skip
    assert line.split()[:5] == [KILLED, "CLM-4.5", "by", "hand", "random"]
    assert last == "1 of 1 mutants killed (random 1); none survives"


def test_what_the_unbroken_store_fails_kills_nothing(
    planspec: Planspec, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given an unbroken store that answers a vector as no rule says,
    [vector] = (each for each in search.vectors() if each.mutant == KILLED)
    monkeypatch.setattr(sound, "vectors", lambda: (vector,))
    monkeypatch.setattr(sound, "StoreSystem", mutant_named(KILLED).opener())
    # when a mutant is looked for, then nothing is judged, and the file of the vector is named.
    ended = planspec("mutants", "--only", KILLED, "--layer", "vectors")
    assert ended.code == BROKEN
    told = f"vectors/claims/mutant-{KILLED}.json: model and store differ on it; "
    assert told in ended.err
    assert "nothing was judged" in ended.err


def test_json_has_the_promised_keys(planspec: Planspec) -> None:
    # Given a mutant of the orchestrator and an equivalent one, when they are looked for,
    names = ("--only", "open-items-escalated-at-once", "--only", EQUIVALENT)
    ended = planspec("mutants", "--json", *names, *QUICK, "--layer", "situations")
    # then the document has the keys that scripts rely on,
    assert ended.code == SUCCESS
    found = ended.document
    assert {"total", "killed", "equivalent", "survivors", "mutants"} <= found.keys()
    assert (found["total"], found["killed"], found["equivalent"]) == (2, 1, 1)
    assert found["survivors"] == []
    # in the order in which mutants are listed,
    excused, killed = found["mutants"]
    assert {"id", "rule", "killed_by", "operations", "seconds", "length"} <= killed.keys()
    assert (killed["subject"], killed["killed_by"]) == ("orchestrator", "situations")
    # with what each layer found out, and the reason why one cannot be killed.
    [attempt] = killed["layers"]
    assert attempt["by"] == "reopened-before-the-commit"
    assert attempt["length"] == killed["length"]
    assert excused["killed_by"] is None
    assert "never anything to undo" in excused["equivalent"]


def test_a_reason_that_is_not_true_is_an_error(
    planspec: Planspec, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a mutant that breaks something although it is called equivalent, when it is looked for,
    broken = ChangedStore(
        id="not-equivalent",
        clause="CLM-1.2",
        file="store/claims.py",
        original="SELECT min(first)",
        replacement="SELECT -1",
        kind=MutantKind.BY_HAND,
        equivalent="Nobody claims anything.",
    )
    monkeypatch.setattr(command, "all_mutants", lambda: (broken,))
    ended = planspec("mutants", "--json", *QUICK)
    # then the command fails, because the reason is wrong.
    assert (ended.code, ended.document["wrongly_equivalent"]) == (
        NOT_CONFORMING,
        ["not-equivalent"],
    )
    assert (ended.document["killed"], ended.document["equivalent"]) == (1, 0)
