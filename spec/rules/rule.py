"""What a rule is. The rules themselves stand in one module per area."""

from dataclasses import dataclass
from enum import StrEnum

from spec.amendments import Amendment
from spec.editions import Edition


class Level(StrEnum):
    """How binding a rule is, as in RFC 2119."""

    MUST = "MUST"
    SHOULD = "SHOULD"
    MAY = "MAY"


@dataclass(frozen=True, slots=True)
class Rule:
    """A numbered rule. Its id is never given to another rule.

    `sentences` are in force where `amendment` is (always, if there is none); `before` are the
    sentences that the amendment replaced, empty if it brought the rule. `operations` are names
    of operation classes. `source` names the document and the place that the rule comes from.
    """

    id: str
    title: str
    sentences: tuple[str, ...]
    operations: tuple[str, ...]
    source: str
    why: str = ""
    level: Level = Level.MUST
    amendment: Amendment | None = None
    before: tuple[str, ...] = ()

    def text(self, edition: Edition) -> tuple[str, ...]:
        """Give the sentences in force in an edition; empty where the rule does not exist."""
        if self.amendment is None or edition.has(self.amendment):
            return self.sentences
        return self.before


@dataclass(frozen=True, slots=True)
class Area:
    """A chapter of the specification: its rules, under the prefix of their ids.

    `vocabulary` names the modules of `spec.vocabulary` that define its words, its operations
    among them; `properties` are the ids of what follows from its rules.
    """

    name: str
    prefix: str
    title: str
    introduction: str
    rules: tuple[Rule, ...]
    vocabulary: tuple[str, ...] = ()
    properties: tuple[str, ...] = ()
