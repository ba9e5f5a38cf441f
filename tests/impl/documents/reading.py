"""Reading the text of a plan below its heading, and naming what is read."""

from impl.documents.reader import Document, parse_document
from spec.vocabulary.plans import StepDefinition


def parse(text: str) -> Document:
    """Read a plan, whose steps begin at line 2."""
    return parse_document(f"## Phase 1.0: A plan\n{text}".encode())


def problem_lines(document: Document) -> list[int]:
    """Return the lines that are reported."""
    return [problem.line for problem in document.problems]


def texts(step: StepDefinition) -> list[str]:
    """Return the kind and the text of each item."""
    return [f"{item.kind} {item.text}" for item in step.items]
