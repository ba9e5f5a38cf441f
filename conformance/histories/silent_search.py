"""The search for an order in a log that leaves out operations: silent steps may be added to it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from conformance.histories.calls import Call
from conformance.histories.ends import End, ends_of
from conformance.histories.linearizability import (
    Judgement,
    OutOfBudget,
    Quiet,
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

    def followed(
        self, calls: Sequence[Call], situations: tuple[Situation, ...], *, sparing: bool
    ) -> Judgement:
        """Return how far an order explains calls; `sparing` looks for some orders only.

        All the situations that are possible are kept, so that a silent step is only tried where
        none of them explains a reply.
        """
        quiet, place, ends = Quiet(situations, (), 0), 0, ends_of(calls)
        try:
            for place, end in enumerate(ends):
                if end.open is not None:
                    quiet = Quiet(situations, end.open, place)
                after = self.after(situations, end, sparing=sparing)
                if not after:
                    verdict = Verdict.CONTRADICTED
                    return Judgement(verdict, place, situations, end.call, quiet)
                situations = after
        except OutOfBudget:
            return Judgement(Verdict.UNKNOWN, place, situations)
        return Judgement(Verdict.EXPLAINED, len(ends), situations)

    def after(
        self, situations: tuple[Situation, ...], end: End, *, sparing: bool
    ) -> tuple[Situation, ...]:
        """Return the situations after the end of a call, or with `sparing` some of them."""
        if sparing:
            call = end.call
            needed = (each for each in end.pending if each.is_certain or each == call)
            for fewer in (replace(end, pending=(*needed,)), end):
                seen, after = dict.fromkeys(situations), dict[Situation, None]()
                self.explore(seen, after, [*seen], fewer)
                if after:
                    return tuple(after)
        return self.ended_silently(situations, end, sparing=sparing)

    def explore(
        self,
        seen: dict[Situation, None],
        after: dict[Situation, None],
        waiting: list[Situation],
        end: End,
    ) -> None:
        """Add the situations `after` the end of a call, by which it has taken effect.

        All that are found on the way are `seen`.
        """
        while waiting:
            for place, new in self.following(0, end, waiting.pop()):
                if place:
                    after.setdefault(new)
                elif new not in seen:
                    seen[new] = None
                    waiting.append(new)

    def ended_silently(
        self, situations: Iterable[Situation], end: End, *, sparing: bool
    ) -> tuple[Situation, ...]:
        """Return the situations after the end of a call, and silent steps before it.

        With `sparing`, those after the fewest silent steps that explain its reply.
        """
        seen, after = dict.fromkeys(situations), dict[Situation, None]()
        layer, done, steps = [*seen], 0, 0
        while layer:
            self.explore(seen, after, layer, end)
            if (sparing and after) or (steps == MOST_SILENT and not self.silent.are_all):
                break
            found = dict.fromkeys(
                new
                for situation in [*seen][done:]
                for new in self.silently(situation, end.call, end.moment)
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
