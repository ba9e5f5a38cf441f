"""The search for an order in a log that leaves out operations: silent steps may be added to it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from conformance.histories.calls import Call
from conformance.histories.linearizability import (
    Judgement,
    Search,
    Situation,
    Verdict,
    in_order,
)
from conformance.histories.silent import SilentSteps

SILENT = -1
"""The number of every silent step."""

MOST_SILENT = 3
"""The most silent steps that are tried before a reply, if not all of them can be."""


def silent_count(judgement: Judgement) -> int:
    """Return the number of silent steps in one order that explains the calls."""
    order = in_order(judgement.situations[0]) if judgement.situations else ()
    return sum(each.number == SILENT for each in order)


@dataclass(kw_only=True)
class SilentSearch(Search):
    """A search that tries silent steps before a reply which no order explains.

    If those are not all that may have happened, nothing is contradicted: the verdict is `unknown`.
    """

    silent: SilentSteps

    def judge(self, calls: Sequence[Call], initial: Iterable[Situation]) -> Judgement:
        """Return whether an order of calls and silent steps explains the replies.

        First with as few silent steps as possible, then with all, if all can be tried.
        """
        situations = tuple(dict.fromkeys(initial))
        sparing = replace(self, budget=self.budget // 2)
        judgement = sparing.followed(calls, situations, sparing=True)
        self.budget -= self.budget // 2 - max(sparing.budget, 0)
        if judgement.verdict is Verdict.EXPLAINED:
            return judgement
        if not self.silent.are_all:
            return replace(judgement, verdict=Verdict.UNKNOWN)
        return self.followed(calls, situations, sparing=False)

    def after(
        self,
        situations: tuple[Situation, ...],
        pending: Sequence[Call],
        call: Call,
        moment: int,
        *,
        sparing: bool,
    ) -> tuple[Situation, ...]:
        """Return the situations after the end of a call, or with `sparing` some of them."""
        if sparing:
            found = super().after(situations, pending, call, moment, sparing=True)
            if found:
                return found
        return self.ended_silently(situations, pending, call, moment, sparing=sparing)

    def ended_silently(
        self,
        situations: Iterable[Situation],
        pending: Sequence[Call],
        call: Call,
        moment: int,
        *,
        sparing: bool,
    ) -> tuple[Situation, ...]:
        """Return the situations after the end of a call, and silent steps before it.

        With `sparing`, those after the fewest silent steps that explain its reply.
        """
        seen, after = dict.fromkeys(situations), dict[Situation, None]()
        layer, done, steps = [*seen], 0, 0
        while layer:
            self.explore(seen, after, layer, pending, call, moment)
            if (sparing and after) or (steps == MOST_SILENT and not self.silent.are_all):
                break
            found = dict.fromkeys(
                new
                for situation in [*seen][done:]
                for new in self.silently(situation, call, moment)
                if new not in seen
            )
            done, steps, layer = len(seen), steps + 1, [*found]
            seen |= found
        return tuple(after)

    def silently(self, situation: Situation, call: Call, moment: int) -> Iterator[Situation]:
        """Yield the situations after one silent step, before a call takes effect."""
        if call.number in situation.effective:
            return
        for operation in self.silent(situation.state, call):
            step = Call(SILENT, "", call.plan, 0, None, operation, None)
            for new in self.effects(situation, step, moment):
                yield replace(new, effective=situation.effective)
