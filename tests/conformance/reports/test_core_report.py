"""The report of the core profile says what is wrong once, and names all that shows it."""

from conformance.cli.core import overall
from conformance.protocol.documents.core import CoreDocument, CoreFinding, CoreVerdict
from conformance.protocol.messages import Identity
from conformance.reports.core import core_as_text

WHO = Identity("queue", "1", "Python", (), protocol="planspec 1")


def finding(scenario: str, known: str | None = None) -> CoreFinding:
    return CoreFinding(
        scenario=scenario,
        fault=f"what {scenario} shows",
        apart=False,
        line="bob takes a -> nothing",
        steps=["put a", "bob takes a -> nothing"],
        expected="nothing",
        observed="bob got a",
        trace=f"core-{scenario}.json",
        documented=None,
        known=known,
        link=None,
    )


def verdict_of(*findings: CoreFinding, left_out: dict[str, str] | None = None) -> CoreVerdict:
    return CoreVerdict(
        id="one-holder",
        title="An item has one holder",
        clauses=[],
        verdict="violated" if findings else "not tested",
        tried=3,
        scenarios=3,
        documented=None,
        trace=None,
        findings=list(findings),
        left_out=left_out or {},
    )


def report(*findings: CoreFinding, left_out: dict[str, str] | None = None) -> list[str]:
    document = CoreDocument(
        implementation=WHO,
        verdict="fail",
        offers={},
        places={},
        properties=[verdict_of(*findings, left_out=left_out)],
        stale_deviations=[],
        problem=None,
        seconds=1.0,
    )
    return list(core_as_text(document))


def test_the_first_new_finding_of_a_property_is_shown_whole_and_the_others_in_a_line() -> None:
    # Given three scenarios that fail, the first of which is a known deviation,
    lines = report(finding("one", known="agreed"), finding("two"), finding("three"))
    # when they are reported, then what is new comes first, with its steps,
    assert lines[2:4] == [
        "What two shows",
        "  one-holder, scenario two, all workers in one process",
    ]
    assert sum(line.startswith("  steps:") for line in lines) == 1
    # and each other one is named with its trace.
    assert "  - what three shows (three; trace: core-three.json)" in lines
    assert "  - what one shows (one; trace: core-one.json; known deviation: agreed)" in lines


def test_what_kept_several_scenarios_from_being_tested_is_said_once() -> None:
    why = "'ann finishes a': the program failed"
    lines = report(left_out={"one": why, "two": why.replace("a'", "b'"), "three": "too slow"})
    assert [line for line in lines if "failed" in line] == [f"  one (and 1 more): {why}"]
    assert "  three: too slow" in lines


def test_a_known_deviation_excuses_nothing_that_was_not_tested() -> None:
    # Given a property one of whose scenarios is known to fail, and another was not tested,
    why = {"two": "not tested: too slow", "three": "not offered: without names"}
    known = finding("one", known="agreed")
    found = [verdict_of(known, left_out=why)]
    # when the run is decided, then it is open, and the report says why;
    assert overall(found, [], None) == "unknown"
    assert "  two: not tested: too slow" in report(known, left_out=why)
    # and where all that is offered was tested, the deviation is excused.
    assert overall([verdict_of(known, left_out={"three": why["three"]})], [], None) == "pass"
