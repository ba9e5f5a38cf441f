"""The types of rules and areas. The rules are in one module per area."""

from dataclasses import dataclass
from enum import StrEnum

from spec.amendments import Amendment
from spec.editions import Edition


class RequirementLevel(StrEnum):
    """The requirement level of a rule (RFC 2119)."""

    MUST = "MUST"
    SHOULD = "SHOULD"
    MAY = "MAY"


@dataclass(frozen=True, slots=True)
class Rule:
    """A numbered rule. Its id is never given to another rule.

    `sentences` are in force where `amendment` is (always, if it is `None`); `before` are the
    sentences that the amendment replaced, empty if it added the rule. `operations` are names of
    operation classes. `source` names the document and section that the rule comes from.
    """

    id: str
    title: str
    sentences: tuple[str, ...]
    operations: tuple[str, ...]
    source: str
    why: str = ""
    level: RequirementLevel = RequirementLevel.MUST
    amendment: Amendment | None = None
    before: tuple[str, ...] = ()

    def text(self, edition: Edition) -> tuple[str, ...]:
        """Return the sentences in force in an edition; empty if the rule is not part of it."""
        if self.amendment is None or edition.has(self.amendment):
            return self.sentences
        return self.before


@dataclass(frozen=True, slots=True)
class Area:
    """A chapter of the specification: its rules, under the prefix of their ids.

    `vocabulary` names the modules of `spec.vocabulary` that define its types, including its
    operations; `properties` are the ids of the properties that follow from its rules.
    """

    name: str
    prefix: str
    title: str
    introduction: str
    rules: tuple[Rule, ...]
    vocabulary: tuple[str, ...] = ()
    properties: tuple[str, ...] = ()
