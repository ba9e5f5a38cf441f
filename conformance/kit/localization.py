"""Fault localization for a system in this process: the vectors are run on it, as `conform` does."""

from collections import Counter

from conformance.adapters.capabilities import capabilities_of
from conformance.adapters.sut import InProcessSystem
from conformance.differential.reducer import Counterexample
from conformance.kit.attribution import attribute_findings
from conformance.kit.limits import RunLimits
from conformance.kit.validation import Validation
from conformance.kit.vector_runs import vectors_for
from conformance.reports.check import Suspects
from conformance.vectors.reading import VectorError
from spec.catalog import rule_id

MOST_SUSPECTS = 3
SECONDS = 20.0
"""How long the vectors may take."""


def localize(system: InProcessSystem, shown: Counterexample) -> Suspects:
    """Return the rules that a counterexample and the vectors that fail are attributed to."""
    capabilities = capabilities_of(system.identity)
    validation = Validation(
        system, capabilities, RunLimits(0, SECONDS, None), lambda _done, _note: None
    )
    validation.add(validation.explained(shown, "random"))
    try:
        vectors = list(vectors_for(capabilities))
    except VectorError:
        vectors = []
    vectors.sort(key=lambda each: (len(each.operations), each.id))
    failing: list[str] = []
    for vector in vectors:
        before = validation.vectors_failed
        validation.run_vector(vector)
        if validation.vectors_failed > before:
            failing.append(vector.id)
    weights = Counter[str]()
    for clause, finding in attribute_findings(validation.findings, validation.tally):
        weights[rule_id(clause)] += sum(1 + each.met for each in (finding, *finding.also))
    rules = tuple(rule for rule, _ in weights.most_common(MOST_SUSPECTS))
    return Suspects(rules, tuple(failing), len(vectors))
