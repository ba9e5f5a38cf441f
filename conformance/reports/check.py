"""Reports of a check: as text for people, as JSON for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from conformance.differential.agreement import CHECKED
from conformance.protocol.traces import OPERATION_NAMES, operation_to_json
from conformance.reports.console import aligned, coloured
from conformance.reports.traces import told_disagreement, told_operation, told_outcome, told_trace
from spec.catalog import RULES

if TYPE_CHECKING:
    from pathlib import Path

    from conformance.cli.check import CheckResult
    from conformance.differential.agreement import Tally
    from conformance.differential.search import Finding
    from conformance.kit.suspicion import Suspicion


def check_as_json(result: CheckResult) -> dict[str, Any]:
    """Give the result of a check under the keys that scripts may rely on."""
    tally = result.tally
    return {
        "verdict": result.verdict,
        "plans": list(result.plans),
        "operations": tally.operations,
        "operations_per_second": round(tally.operations / result.seconds),
        "seconds": round(result.seconds, 3),
        "accepted": tally.accepted,
        "rejected": tally.operations - tally.accepted,
        "outcomes": {f"{name}: {answer}": n for (name, answer), n in tally.outcomes.items()},
        "rules": {rule.id: tally.rules[rule.id] for rule in RULES},
        "never_fired": tally.never_fired(),
        "properties": {rule.id: tally.properties[rule.id] for rule in CHECKED},
        "never_tested": tally.never_tested(),
        "suspects": list(result.suspicion.rules) if result.suspicion else [],
        "disagreements": [finding_as_json(result.finding, result.trace)] if result.finding else [],
        "seed": result.seed,
    }


def finding_as_json(finding: Finding, trace: Path | None) -> dict[str, Any]:
    """Give a disagreement with its operations and both answers."""
    disagreement = finding.disagreement
    model = disagreement.model
    return {
        "kind": disagreement.kind,
        "rules": list(model.rules) if model else [],
        "operations": [operation_to_json(operation) for operation in finding.operations],
        "model": told_outcome(model.outcome) if model else None,
        "implementation": told_outcome(disagreement.implementation),
        "differences": disagreement.differences,
        "trace": None if trace is None else str(trace),
    }


def check_as_text(result: CheckResult) -> Iterator[str]:
    """Tell the result of a check, the important line last."""
    for path, plan in result.plans.items():
        substeps = [substep for step in plan.steps for substep in step.substeps]
        items = sum(len(step.items) for step in (*plan.steps, *substeps))
        yield f"{path}: {len(plan.steps)} steps, {len(substeps)} substeps, {items} items"
    yield ""
    yield from outcome_table(result.tally)
    yield ""
    # A search that stopped at a finding has hardly begun to cover anything.
    yield from coverage(result.tally, named=result.finding is None)
    if result.finding is None:
        yield verdict_line(result)
        return
    yield ""
    yield from finding_as_text(result.finding)
    yield ""
    if result.suspicion is not None and result.suspicion.failing:
        yield suspects_line(result.suspicion)
    if result.trace is not None:
        yield f"replay it: planspec replay {result.trace}"
    yield coloured(failure_line(result.finding), "red")


def suspects_line(suspicion: Suspicion) -> str:
    """Tell which rules the failing vectors speak of, the most suspicious first."""
    failing = f"{suspicion.failing} of {suspicion.total} vectors fail, such as {suspicion.shortest}"
    return f"suspect {', '.join(suspicion.rules) or 'none'}: {failing}"


def failure_line(finding: Finding) -> str:
    """Tell what is wrong, and in how many operations it shows."""
    steps = len(finding.operations)
    match finding.disagreement.kind:
        case "run":
            return f"the orchestrator breaks a property, reduced to {steps} operations"
        case "orchestrator":
            return f"the orchestrators disagree, reduced to {steps} operations"
        case "property":
            return f"the specification breaks its own property, reduced to {steps} operations"
    return f"the implementation disagrees with the model, reduced to {steps} operations"


def finding_as_text(finding: Finding) -> Iterator[str]:
    """Tell a counterexample step by step, then what it breaks."""
    yield from told_trace(finding.operations, finding.transitions)
    yield ""
    yield from told_disagreement(finding.disagreement)


def outcome_table(tally: Tally) -> Iterator[str]:
    """Lay out how often each operation was accepted and rejected, and with which words."""
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
    """Tell how many rules fired and properties were put to the test, and name those never."""
    for title, total, never in (
        ("rules fired", len(RULES), tally.never_fired()),
        ("properties tested", len(CHECKED), tally.never_tested()),
    ):
        missing = coloured(f", never: {' '.join(never)}", "yellow") if never and named else ""
        yield f"{title}: {total - len(never)} of {total}{missing}"


def verdict_line(result: CheckResult) -> str:
    """Tell how much agreed, and whether that proves anything about every rule."""
    tally = result.tally
    share = tally.accepted / tally.operations
    measured = (
        f"{tally.operations:,} operations ({share:.0%} accepted) "
        f"in {result.seconds:.1f} s, {tally.operations / result.seconds:,.0f}/s, "
        f"seed {result.seed}"
    )
    if result.verdict == "pass":
        return coloured(f"model and implementation agree on {measured}", "green")
    return coloured(f"inconclusive: agreed on {measured}, but not every rule was tested", "yellow")


def replay_as_text(told: list[str], finding: Finding | None, agreed: str) -> Iterator[str]:
    """Tell a trace that was run again; `agreed` says what is so if nothing was found."""
    yield from told
    yield ""
    if finding is None:
        yield coloured(agreed, "green")
        return
    yield from told_disagreement(finding.disagreement)
    last = finding.disagreement.operation
    yield coloured(f"it shows at: {told_operation(last) if last else 'the end'}", "red")
