"""Judgements: what was found out about an event, for all editions that decide it alike.

Editions that differ in one amendment differ in few answers. So what one exploration has found out
is kept together with the amendments that it was asked about, and an exploration in another edition
uses it where that has the same of them.
"""

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple, TypeVar

from model.explorer.asking import RecordingEdition
from model.explorer.property_checks import PropertyChecker

Found = TypeVar("Found")


class KnownJudgement(NamedTuple):
    """What was found, which properties were tested for it, and which amendments asked about.

    `contained` are those of the amendments `asked` about that the edition had.
    """

    found: Any
    tested: set[str]
    asked: set[str]
    contained: set[str]


class Judgements:
    """What explorations of one scope have found out, by what it was found out about."""

    def __init__(self) -> None:
        self.known: dict[Hashable, list[KnownJudgement]] = {}

    def find(self, checker: PropertyChecker, about: Hashable, judge: Callable[[], Found]) -> Found:
        """Return what is known or, if nothing is for this edition, what `judge` finds.

        Only a recording edition tells for which others that is true.
        """
        edition = checker.answers.edition
        if not isinstance(edition, RecordingEdition):
            return judge()
        known = self.known.setdefault(about, [])
        for each in known:
            if each.asked & edition.amendments == each.contained:
                edition.asked.update(each.asked)
                checker.tested.update(each.tested)
                found: Found = each.found
                return found
        tested_before, checker.tested = checker.tested, set()
        result, asked = edition.ask(judge)
        known.append(KnownJudgement(result, checker.tested, asked, asked & edition.amendments))
        tested_before |= checker.tested
        checker.tested = tested_before
        return result
