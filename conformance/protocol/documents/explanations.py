"""The document of `planspec explain`: what a word stands for.

It is a rule, a clause, an error code, an amendment, a property, or a question that a word of the
errors log leads to.

`page` is where the site says more, relative to its start.
"""

from typing import Literal

from conformance.protocol.documents.base import CommandDocument
from spec.remedies.refusal import Party


class SourcePlace(CommandDocument):
    """A function, or another statement, in a file."""

    file: str
    name: str
    source: str


class SkeletonDocument(CommandDocument):
    """What `planspec new amendment` has written: ids, names, and the files with a marker."""

    id: str
    name: str
    constant: str
    word: str
    clause: str
    property: str
    test: str
    todo: str
    files: tuple[str, ...]


class ClauseText(CommandDocument):
    """A clause with the amendments that add and end it."""

    id: str
    text: str
    binds: bool
    since: str | None
    until: str | None


class ClauseExplanation(CommandDocument):
    """A clause, the editions that have it, and the rule that it belongs to."""

    kind: Literal["clause"] = "clause"
    id: str
    title: str
    clause: ClauseText
    rule: str
    why: str
    source: str
    editions: list[str]
    page: str


class RuleExplanation(CommandDocument):
    """A rule: its clauses, where it is followed and tested, and the shortest example."""

    kind: Literal["rule"] = "rule"
    id: str
    title: str
    clauses: list[ClauseText]
    why: str
    source: str
    amendments: list[str]
    operations: list[str]
    model: list[SourcePlace]
    implementation: list[SourcePlace]
    tests: list[str]
    mutants: list[str]
    example: list[str]
    page: str


class RemedyText(CommandDocument):
    """What one party can do about a rejection, and the request; `when` it applies, or always."""

    when: str
    party: Party
    advice: str
    request: str


class ReasonExplanation(CommandDocument):
    """A reason word: what it means, its usual cause, what helps, its details, rules and remedies.

    The first remedy that applies is the one to use.
    """

    word: str
    meaning: str
    cause: str
    helps: str
    details: list[str]
    rules: list[str]
    remedies: list[RemedyText]


class CodeExplanation(CommandDocument):
    """An error code with all of its reason words, or with the one that was asked for."""

    kind: Literal["code"] = "code"
    id: str
    title: str
    reasons: list[ReasonExplanation]
    page: str


class AmendmentExplanation(CommandDocument):
    """An amendment: the failure that it prevents, and what belongs to it."""

    kind: Literal["amendment"] = "amendment"
    id: str
    title: str
    failure: str
    source: str
    rules: list[str]
    properties: list[str]
    editions: list[str]
    page: str


class PropertyExplanation(CommandDocument):
    """A property, and the amendments without which it is violated."""

    kind: Literal["property"] = "property"
    id: str
    title: str
    amendments: list[str]
    page: str


class QuestionExplanation(CommandDocument):
    """A question to which a word of the errors log leads, its answer, and the rules behind it."""

    kind: Literal["question"] = "question"
    id: str
    title: str
    answer: str
    rules: list[str]
    page: str


Explanation = (
    RuleExplanation
    | ClauseExplanation
    | CodeExplanation
    | AmendmentExplanation
    | PropertyExplanation
    | QuestionExplanation
)
