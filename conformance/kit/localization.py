"""Fault localization for a system in this process: the vectors are run on it, as `conform` does."""

from collections import Counter
from dataclasses import replace

from conformance.adapters.capabilities import capabilities_of
from conformance.adapters.sut import InProcessSystem
from conformance.differential.reducer import Counterexample
from conformance.kit.finding import found
from conformance.kit.limits import RunLimits
from conformance.kit.run import validate
from conformance.kit.session import session_of
from conformance.kit.stages.vectors import run_vectors
from conformance.kit.vector_runs import vectors_for
from conformance.reports.check import Suspects
from conformance.vectors.reading import VectorError
from spec.catalog import rule_id

MAX_SUSPECTS = 3
SECONDS = 20.0
"""How long the vectors may take."""


def localize(system: InProcessSystem, shown: Counterexample) -> Suspects:
    """Return the rules that a counterexample and the vectors that fail are attributed to."""
    session = session_of(system, capabilities_of(system.identity))
    try:
        vectors = list(vectors_for(session.capabilities))
    except VectorError:
        vectors = []
    vectors.sort(key=lambda each: (len(each.operations), each.id))
    first = found(shown, "random", session.edition)
    validation = validate(
        replace(session, vectors=vectors),
        RunLimits(0, SECONDS, None),
        stages=(lambda *_: iter((first,)), run_vectors),
    )
    failing = [each.id for each in vectors if each.id in validation.coverage.failed_ids]
    weights = Counter[str]()
    for finding in validation.findings:
        weights[rule_id(finding.clause)] += finding.count
    rules = tuple(rule for rule, _ in weights.most_common(MAX_SUSPECTS))
    return Suspects(rules, tuple(failing), len(vectors))
