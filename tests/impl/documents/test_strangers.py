"""Plans in the styles of strangers: the advice for each line, followed to the letter, helps."""

import re
from pathlib import Path

import pytest

from impl.documents.reader import Document, parse_document
from spec.vocabulary.plans import StepDefinition

WRITTEN = Path(__file__).parents[2] / "data" / "strangers.txt"
TO_WRITE = re.compile(
    r"(?:if it is one, |an item that is not to be done has no box: )?"
    r"write `(.+?)`(?:, or all anchors: .*)?"
)
"""An advice that says how the whole line is to be written."""

ENCODINGS = {
    "as they are": lambda text: text.encode(),
    "with CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "with CR and a byte order mark": lambda text: text.replace("\n", "\r").encode("utf-8-sig"),
}


def documents() -> dict[str, tuple[str, str]]:
    """Return by name what is read in each document in the end, and its text."""
    found = re.split(r"^%%% (\w+): (.*)\n", WRITTEN.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {
        name: (end, text)
        for name, end, text in zip(*(found[at::3] for at in (1, 2, 3)), strict=True)
    }


def followed(text: str) -> Document:
    """Write lines as they are advised to be written, until no such advice is left."""
    lines = text.split("\n")
    for _ in lines * 2:
        document = parse_document("\n".join(lines).encode())
        advised = ((each, TO_WRITE.fullmatch(each.suggestion)) for each in document.problems)
        problem, advice = next((found for found in advised if found[1]), (None, None))
        if problem is None or advice is None:
            return document
        lines[problem.line - 1] = advice[1]
    raise AssertionError(f"the advice does not end: {problem}")


def total(steps: tuple[StepDefinition, ...], field: str) -> int:
    return sum(len(getattr(step, field)) + total(step.substeps, field) for step in steps)


def told(document: Document) -> str:
    """Return how much a document has, and the lines that are left for a person to decide."""
    steps = document.definition.steps
    items, waits = total(steps, "items"), total(steps, "dependencies")
    left = " ".join(str(problem.line) for problem in document.problems)
    return f"{len(steps)} steps, {items} items, {waits} dependencies; left in lines: {left}".strip()


def test_advice_that_is_followed_helps() -> None:
    # Given documents as strangers write them, when each advice is followed to the letter,
    found = {name: told(followed(text)) for name, (_, text) in documents().items()}
    # then it ends, and what is read is what a person reads in them.
    assert found == {name: end for name, (end, _) in documents().items()}
    assert len(found) >= 30


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_line_ends_and_byte_order_marks_change_nothing(encoding: str) -> None:
    for name, (_, text) in documents().items():
        document = parse_document(ENCODINGS[encoding](text))
        plain = parse_document(text.encode())
        assert document.definition.steps == plain.definition.steps, name
        assert document.problems == plain.problems, name
