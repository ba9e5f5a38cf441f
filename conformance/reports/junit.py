"""The report for continuous integration: JUnit XML, one test case for each rule.

A rule that is not exercised or unsupported is skipped, and so is a known deviation. A rule that
could not be decided is an error. No request is about one rule alone, so only the run has a time.
"""

from itertools import chain
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from conformance.protocol.documents.record import Grade, Record, RuleResult, RunVerdict
from conformance.reports.findings import heading_of, render_finding
from conformance.reports.summary import effort, implementation_of, verdict_sentence

SKIPPED = (Grade.UNSUPPORTED, Grade.NOT_EXERCISED, Grade.KNOWN_DEVIATION)


def junit(record: Record) -> str:
    """Return a run as JUnit XML."""
    whole = Element("testsuites", name=f"planspec {record.edition}")
    for area in dict.fromkeys(result.area for result in record.results):
        suite = SubElement(whole, "testsuite", name=f"{implementation_of(record)}: {area}")
        for result in record.results:
            if result.area == area:
                _add_case(suite, record, result)
        _count(suite, record)
    if record.problem:
        suite = SubElement(whole, "testsuite", name=f"{implementation_of(record)}: the run")
        _add_problem(suite, record)
        _count(suite, record)
    for name in ("tests", "failures", "errors", "skipped"):
        whole.set(name, str(sum(int(suite.get(name, "0")) for suite in whole)))
    whole.set("time", f"{record.seconds:.3f}")
    return as_xml(whole)


def as_xml(whole: Element) -> str:
    """Return suites as the text of a file."""
    ElementTree.indent(whole)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(whole, "unicode")}\n'


def _add_case(suite: Element, record: Record, result: RuleResult) -> None:
    """Add the test case of a rule."""
    name = f"{result.rule} {result.title}"
    case = SubElement(suite, "testcase", classname=f"planspec.{result.area}", name=name)
    findings = record.findings_of(result)
    if result.grade is Grade.FAIL:
        kind = findings[0].kind if findings else str(result.grade)
        failure = SubElement(case, "failure", message=result.why or name, type=kind)
        lines = (("", heading_of(each), *render_finding(each)) for each in findings)
        failure.text = "\n".join(chain.from_iterable(lines))
    elif result.grade is Grade.INCONCLUSIVE:
        SubElement(case, "error", message=result.why or name, type=result.grade)
    elif result.grade in SKIPPED:
        SubElement(case, "skipped", message=f"{result.grade}: {result.why}".removesuffix(": "))


def _add_problem(suite: Element, record: Record) -> None:
    """Add a test case for a problem that belongs to no rule."""
    case = SubElement(suite, "testcase", classname="planspec", name="the run")
    verdict = record.verdict
    kind = "failure" if verdict is RunVerdict.FAIL else "error"
    problem = SubElement(case, kind, message=str(record.problem), type=verdict)
    lines = (verdict_sentence(record), effort(record), *record.last_words)
    problem.text = "\n".join(lines)


def count_cases(suite: Element) -> None:
    """Set how many cases a suite has, and how they ended."""
    suite.set("tests", str(len(suite)))
    for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(name, str(len(suite.findall(f"testcase/{tag}"))))


def _count(suite: Element, record: Record) -> None:
    """Set how many cases a suite has, how they ended, and when."""
    count_cases(suite)
    suite.set("timestamp", record.date.removesuffix("Z"))
    suite.set("hostname", "localhost")
