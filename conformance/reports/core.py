"""The report of the core profile: for people, and as JUnit."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element, SubElement

from conformance.protocol.documents.core import CoreDocument, CoreFinding, CoreVerdict
from conformance.protocol.links import render_link
from conformance.reports.junit import as_xml, count_cases


def core_as_text(document: CoreDocument) -> Iterator[str]:
    """Yield the lines of a report: what is wrong first, then the verdict of each property."""
    who = document.implementation
    yield f"{who.name} {who.version}, core profile"
    for found in document.properties:
        # What is not known yet is shown whole, the others of its property in a line each.
        findings = sorted(found.findings, key=lambda each: each.known is not None)
        for finding in findings[:1]:
            yield from ("", *finding_as_text(found, finding))
        if findings[1:]:
            yield "  the same property, perhaps for the same reason:"
        for each in findings[1:]:
            known = f"; known deviation: {each.known}" if each.known else ""
            known += f"; documented: {each.documented}" if each.documented else ""
            yield f"  - {each.fault} ({each.scenario}; trace: {each.trace}{known})"
    yield ""
    width = max(len(each.title) for each in document.properties)
    for found in document.properties:
        yield f"{found.title:<{width}}  {verdict_as_text(found)}"
    yield from left_out_as_text(document)
    if document.offers.get("store") in ("files", "server"):
        yield "processes meet by chance alone: a fault in a window of microseconds may be missed"
    for scenario in document.stale_deviations:
        yield f"stale deviation: {scenario} is not violated; remove it from the file"
    if document.problem:
        yield f"the program broke: {document.problem}"
    yield f"{conclusion(document)} ({document.seconds:.0f} s)"


def finding_as_text(found: CoreVerdict, finding: CoreFinding) -> Iterator[str]:
    """Yield what a maintainer would file: the fault, what was expected, and where it is shown."""
    yield finding.fault[0].upper() + finding.fault[1:]
    where = "each worker in a process of its own" if finding.apart else "all workers in one process"
    yield f"  {found.id}, scenario {finding.scenario}, {where}"
    yield f"  steps: {'; '.join(finding.steps)}"
    yield f"  at the last of them, expected: {finding.expected}; observed: {finding.observed}"
    if finding.documented:
        yield f"  documented: {finding.documented}"
    if finding.known:
        yield f"  known deviation: {finding.known}"
    yield f"  trace: {finding.trace}"
    yield from (f"  {line}" for line in render_link(finding.link))


def verdict_as_text(found: CoreVerdict) -> str:
    """Return a verdict with its counts."""
    tried = f", {found.tried} tried" if found.tried else ""
    faults = f" by {len(found.findings)} scenarios" if len(found.findings) > 1 else ""
    documented = ", documented" if found.documented and found.verdict == "violated" else ""
    return f"{found.verdict}{faults}{tried}{documented}"


def left_out_as_text(document: CoreDocument) -> Iterator[str]:
    """Yield what was offered and could not be tested, and why; one reason once."""
    alike: dict[str, list[tuple[str, str]]] = {}
    for found in document.properties:
        if all(each.known for each in found.findings):
            for scenario, why in found.left_out.items():
                if not why.startswith("not offered"):
                    # The line of the scenario stands before its reason.
                    alike.setdefault(why.rpartition("': ")[2], []).append((scenario, why))
    for (scenario, why), *others in alike.values():
        more = f" (and {len(others)} more)" if others else ""
        yield f"  {scenario}{more}: {why}"


def conclusion(document: CoreDocument) -> str:
    """Return the last line."""
    verdicts = [each.verdict for each in document.properties]
    counts = ", ".join(
        f"{verdicts.count(each)} {each}"
        for each in ("violated", "not tested", "not offered", "holds")
        if each in verdicts
    )
    if document.verdict == "pass" and "violated" not in verdicts:
        plays = sum(each.tried for each in document.properties)
        scenarios = sum(each.scenarios for each in document.properties)
        return f"nothing was found by {plays} plays of {scenarios} scenarios: {counts}"
    words = {"pass": "conforms", "fail": "does not conform", "broken": "broke"}
    return f"{words.get(document.verdict, 'not decided')}: {counts}"


def core_as_junit(document: CoreDocument) -> str:
    """Return the report as JUnit XML, a case for each property."""
    who = document.implementation
    suite = Element("testsuite", name=f"{who.name} {who.version}: core profile")
    for found in document.properties:
        name = f"{found.id}: {found.title}"
        case = SubElement(suite, "testcase", classname="planspec.core", name=name)
        new = [each for each in found.findings if each.known is None]
        if new:
            failure = SubElement(case, "failure", message=new[0].fault, type=found.verdict)
            lines = (line for each in new for line in ("", *finding_as_text(found, each)))
            failure.text = "\n".join(lines)
        elif found.verdict == "not tested" or found.untested:
            SubElement(case, "error", message="; ".join(found.left_out.values()), type="not tested")
        elif found.verdict != "holds":
            why = "known deviation" if found.findings else found.verdict
            SubElement(case, "skipped", message=why)
    count_cases(suite)
    suite.set("time", f"{document.seconds:.3f}")
    return as_xml(suite)
