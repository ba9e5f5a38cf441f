"""Reports of a check: as text for people, as JSON for programs."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from conformance.adapters.model import transitions_of
from conformance.differential.reducer import Counterexample
from conformance.differential.tally import CHECKED, Tally
from conformance.differential.variety import all_fields
from conformance.protocol.documents.base import Verdict
from conformance.protocol.documents.check import CheckDocument, DivergenceDocument
from conformance.protocol.links import playground_link, render_link
from conformance.reports.console import aligned, coloured
from conformance.reports.words.differences import what_differs
from conformance.reports.words.traces import render_divergence, render_trace
from model.explorer.scopes.catalog import CHEAPEST_FIRST, SMALL
from model.explorer.search.exploring import GIVEN_UP
from spec.catalog import RULES, decidable_clauses
from spec.editions import CURRENT
from spec.formats.messages import OPERATION_NAMES, outcome_to_json
from spec.vocabulary.plans import PlanDefinition

NAMED = 12
"""How many of the rules, clauses, properties or fields that were never tested are named."""
STOPPED = "not looked at: all that comes after the first divergence"
NOT_SEEN = (
    "not seen here: what both sides do wrong alike and no property forbids; "
    "planspec diff looks further"
)


@dataclass(frozen=True)
class CheckResult:
    """All that a check found out; with `varies_all`, it has to vary every field."""

    plans: dict[str, PlanDefinition]
    tally: Tally
    seconds: float
    seed: int
    counterexample: Counterexample | None
    trace: Path | None
    suspect: str | None = None
    varies_all: bool = False

    @property
    def verdict(self) -> Verdict:
        """`fail`, or `pass`, or `unknown` if something was never tested."""
        if self.counterexample is not None:
            return "fail"
        tally = self.tally
        never = tally.never_fired() or tally.never_tested() or self.unvaried() or tally.endless
        return "unknown" if never else "pass"

    def unvaried(self) -> list[str]:
        """Return the fields that had one value, though the whole default workload was run."""
        return list(self.tally.variety.never_varied()) if self.varies_all else []


def check_document(result: CheckResult, site: str | None = None) -> CheckDocument:
    """Return the document of a check; with a site, a disagreement has a link to its playground."""
    tally, shown, decided = result.tally, result.counterexample, result.tally.clauses
    return CheckDocument(
        verdict=result.verdict,
        plans=list(result.plans),
        operations=tally.operations,
        operations_per_second=round(tally.operations / result.seconds),
        seconds=round(result.seconds, 3),
        accepted=tally.accepted,
        rejected=tally.operations - tally.accepted,
        outcomes={f"{name}: {answer}": n for (name, answer), n in tally.outcomes.items()},
        rules={rule.id: tally.rules[rule.id] for rule in RULES},
        never_fired=tally.never_fired(),
        clauses={each.id: decided[each.id] for each in decidable_clauses(CURRENT)},
        never_decided=tally.undecided(),
        properties={rule.id: tally.properties[rule.id] for rule in CHECKED},
        never_tested=tally.never_tested(),
        never_varied=list(tally.variety.never_varied()),
        explored=[scope.name for scope in SMALL if scope.name not in tally.endless],
        suspects=[result.suspect] if result.suspect else [],
        disagreements=[divergence_document(shown, result.trace, site)] if shown else [],
        seed=result.seed,
    )


def divergence_document(
    shown: Counterexample, trace: Path | str | None, site: str | None = None
) -> DivergenceDocument:
    """Return a divergence with its operations and both answers."""
    divergence = shown.divergence
    model = divergence.model
    return DivergenceDocument(
        kind=divergence.kind,
        rules=list(model.rules) if model else [],
        operations=list(shown.operations),
        model=outcome_to_json(model.outcome) if model else None,
        implementation=None if divergence.observed is None else divergence.reply,
        differences=what_differs(divergence),
        trace=None if trace is None else str(trace),
        link=playground_link(site, shown.operations, CURRENT),
    )


def check_as_text(result: CheckResult, site: str | None = None) -> Iterator[str]:
    """Yield the lines of a report, the important line last; with a site, a link to the run."""
    for path, plan in result.plans.items():
        substeps = [substep for step in plan.steps for substep in step.substeps]
        items = sum(len(step.items) for step in (*plan.steps, *substeps))
        yield f"{path}: {len(plan.steps)} steps, {len(substeps)} substeps, {items} items"
    yield ""
    if result.tally.operations:  # None were asked if the orchestrators differ.
        yield from outcome_table(result.tally)
        yield ""
        # A search that stopped at a divergence has hardly begun to cover anything.
        yield from coverage(result.tally, named=result.counterexample is None)
    if result.counterexample is None:
        endless = result.tally.endless
        explored = len(SMALL) - len(endless)
        yield f"every property holds in {explored} small scopes, which were explored"
        if endless:
            yield f"{' '.join(endless)}: {GIVEN_UP}"
        left = " ".join(scope.name for scope in CHEAPEST_FIRST if scope not in SMALL)
        yield f"not explored here: {left}; planspec explore --scope all visits them"
        yield NOT_SEEN
        yield verdict_line(result)
        return
    yield ""
    if operations := result.counterexample.operations:
        yield from render_trace(operations, transitions_of(operations))
        yield ""
    yield from render_divergence(result.counterexample.divergence)
    yield ""
    if result.suspect is not None:
        yield f"suspect {result.suspect}; see: planspec explain {result.suspect}"
    if result.trace is not None:
        yield f"replay it: planspec replay {result.trace}"
    yield from render_link(playground_link(site, result.counterexample.operations, CURRENT))
    yield STOPPED
    yield NOT_SEEN
    yield coloured(failure_line(result.counterexample), "red")


def failure_line(shown: Counterexample) -> str:
    """Return what is wrong, and how many operations show it."""
    reduced = f"reduced to {len(shown.operations)} operations"
    wrong = {
        "run": "the model's orchestrator violates its own rules",
        "orchestrator": "the orchestrators disagree",
        "property": f"the specification breaks its own property, {reduced}",
    }
    disagrees = f"the implementation disagrees with the model, {reduced}"
    return wrong.get(shown.divergence.kind, disagrees)


def outcome_table(tally: Tally) -> Iterator[str]:
    """Yield a table of how often each operation was accepted and rejected, and why."""
    rows: list[tuple[str, ...]] = [("operation", "accepted", "rejected", "")]
    for name, kind in OPERATION_NAMES.items():
        answers = Counter(
            {answer: n for (asked, answer), n in tally.outcomes.items() if asked == kind.__name__}
        )
        accepted = answers.pop("accepted", 0)
        words = ", ".join(f"{answer.split()[-1]} {n:,}" for answer, n in answers.most_common(3))
        more = ", ..." if len(answers) > 3 else ""
        rows.append((name, f"{accepted:,}", f"{answers.total():,}", words + more))
    yield from aligned(rows, right=(1, 2))


def coverage(tally: Tally, named: bool) -> Iterator[str]:
    """Yield how many rules, clauses, properties and fields were tested, and which never were."""
    for title, total, never in (
        ("rules fired", len(RULES), tally.never_fired()),
        ("clauses decided", len(decidable_clauses(CURRENT)), tally.undecided()),
        ("properties tested", len(CHECKED), tally.never_tested()),
        ("fields varied", len(all_fields()), list(tally.variety.never_varied())),
    ):
        left = f" and {len(never) - NAMED} more, see --json" if len(never) > NAMED else ""
        words = f", never: {' '.join(never[:NAMED])}{left}"
        missing = coloured(words, "yellow") if never and named else ""
        yield f"{title}: {total - len(never)} of {total}{missing}"


def verdict_line(result: CheckResult) -> str:
    """Return how many operations agreed, and whether they exercised every rule."""
    tally = result.tally
    share = tally.accepted / max(tally.operations, 1)
    measured = (
        f"{tally.operations:,} operations ({share:.0%} accepted) "
        f"in {result.seconds:.1f} s, {tally.operations / result.seconds:,.0f}/s, "
        f"seed {result.seed}"
    )
    if result.verdict == "pass":
        return coloured(f"model and implementation agree on {measured}", "green")
    what = "every field was varied" if result.unvaried() else "every rule was tested"
    what = "every small scope was explored to its end" if tally.endless else what
    return coloured(f"inconclusive: agreed on {measured}, but not {what}", "yellow")
