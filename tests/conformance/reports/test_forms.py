"""The reports that are files: JUnit XML, HTML, Markdown."""

import re
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from conformance.protocol.documents.record import Record, RunVerdict
from conformance.reports.junit import junit
from conformance.reports.rendering import (
    markdown,
    page,
)
from spec.catalog import RULES
from tests.conformance.reports.samples import ENDED, FINDING, ending, whole

EVIL = "<script src=//evil.example>alert(1)</script> ]]> & \" ' | `` @everyone"


class Elements(HTMLParser):
    """Collects what a page consists of; a tag that does not close is told."""

    EMPTY = ("meta", "link", "br")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def all(self, name: str) -> list[str]:
        return [value or "" for key, value in self.attributes if key == name]


def test_junit_has_a_case_for_every_rule() -> None:
    # Given a run in which rules passed, failed, were unsupported, and were not decided,
    tree = ElementTree.fromstring(junit(whole()))
    # when it is written as JUnit XML, then each rule is a case, and the counts are right.
    cases = {case.get("name", "").split()[0]: case for case in tree.iter("testcase")}
    assert list(cases) == [rule.id for rule in RULES]
    assert FINDING.replay in (cases["CLM-5"].findtext("failure") or "")
    assert cases["REV-1"].find("skipped") is not None
    assert cases["CLM-7"].find("error") is not None
    assert not list(cases["CLM-6"])
    counts = {"tests": len(RULES), "failures": 1, "errors": 1, "skipped": 1}
    for name, count in counts.items():
        assert int(tree.get(name, "")) == count
        assert sum(int(suite.get(name, "")) for suite in tree) == count
    assert tree.get("time") == "60.100"


def test_junit_has_what_continuous_integration_expects() -> None:
    # Given a run that broke, when it is written as JUnit XML,
    broken = replace(ENDED, verdict=RunVerdict.BROKEN, problem="it hung at 'observe'")
    tree = ElementTree.fromstring(junit(ending(broken)))
    # then elements are nested and named as the usual schema has it,
    assert tree.tag == "testsuites"
    for suite in tree:
        assert suite.tag == "testsuite"
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", suite.get("timestamp", ""))
        for case in suite:
            assert set(case.keys()) == {"classname", "name"}
            assert [child.tag for child in case] in ([], ["failure"], ["error"], ["skipped"])
    # and what broke is an error that no grade of a rule can hide.
    [error] = tree.iter("error")
    assert error.get("message") == "it hung at 'observe'"


@pytest.mark.parametrize("form", [junit, page])
def test_what_an_implementation_says_is_only_text(form: Callable[[Record], str]) -> None:
    # Given an implementation that says what could be taken for tags, and characters XML forbids,
    record = evil()
    # when it is reported, then that is text: the tags are those of a harmless run.
    harmless = whole()
    told, plain = (Elements(form(run)) for run in (record, harmless))
    assert told.tags == plain.tags
    assert "script" not in told.tags
    assert not told.open
    assert EVIL in told.text
    if form is not page:
        ElementTree.fromstring(form(record))


def evil() -> Record:
    """Return a run in which every text that an implementation chooses is bad."""
    record = whole(
        steps=(EVIL, "\x00\x1b\ufffe"), expected=EVIL, observed=EVIL, differences=(EVIL,)
    )
    identity = replace(record.implementation, name=EVIL, version="\x1b[2J")
    return replace(record, implementation=identity).shown


def test_the_page_asks_for_nothing_else_and_is_for_all_screens() -> None:
    # Given a run, when it is written as a page,
    text = page(whole())
    elements = Elements(text)
    # then it names no other file,
    assert not {"img", "script", "iframe", "object", "base"} & set(elements.tags)
    assert not elements.all("src")
    assert all(link.startswith(("#", "data:,")) for link in elements.all("href"))
    assert not re.search(r"url\(|@import|https?:", text)
    # and each link within it leads somewhere, to anchors that are there once.
    anchors = elements.all("id")
    assert len(anchors) == len(set(anchors))
    assert {link[1:] for link in elements.all("href") if link[0] == "#"} <= set(anchors)
    assert {rule.id for rule in RULES} | {"finding-1"} <= set(anchors)
    # It is for both lights, and for narrow screens.
    for media in ("prefers-color-scheme: dark", "width=device-width", "(max-width:"):
        assert media in text


def test_markdown_fits_a_comment_whatever_was_found() -> None:
    # Given a run with dozens of long findings, when it is written as Markdown,
    record = whole(observed="x" * 5_000, snippet="y\n" * 3_000)
    [finding] = record.findings
    many = tuple(replace(finding, number=number) for number in range(1, 100))
    text = markdown(replace(record, findings=many))
    # then its heading tells the verdict, it stays short, and says how much is not in it.
    assert text.splitlines()[0] == "### planspec 2026.2: fail"
    assert len(text) < 65_536
    [left_out] = re.findall(r"(\d+) more are in the full report", text)
    assert text.count("<details>") == 99 - int(left_out) > 0


def test_markdown_takes_nothing_said_for_its_own() -> None:
    # Given an implementation that says tags, mentions and fences, when it is written as Markdown,
    text = markdown(evil())
    # then outside of fenced text nothing of it works, and no fence is closed by it.
    outside = re.sub(r"^(`{3,})text\n.*?^\1$", "", text, flags=re.DOTALL | re.MULTILINE)
    assert "<script" not in re.sub(r"\\<", "", outside)
    assert "@" not in outside
    longest = max(map(len, re.findall("`+", EVIL)))
    assert all(len(fence) > longest for fence in re.findall(r"^(`+)text$", text, re.MULTILINE))
