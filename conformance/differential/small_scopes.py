"""What random operations seldom meet: properties that the model breaks in small scopes."""

from collections.abc import Callable

from conformance.adapters.model import transitions_of
from conformance.differential.divergence import Divergence
from conformance.differential.reducer import Counterexample
from conformance.differential.tally import Tally
from model.explorer.graphs.choosing import graph_of
from model.explorer.scopes.catalog import SMALL
from model.explorer.scopes.scope import Scope
from model.explorer.search.exploring import VIOLATED, Explorer, PropertyVerdict
from model.explorer.search.paths import replay_path
from spec.editions import CURRENT, Edition
from spec.properties.predicate import BrokenProperty
from spec.vocabulary.operations import Operation

MOST_STATES = 10_000
"""So many states has no small scope: where a number or a list grows without a limit, it has no end.
"""


def property_broken_in_scopes(
    tally: Tally, progress: Callable[[], None], edition: Edition = CURRENT
) -> Counterexample | None:
    """Return a shortest trace on which the model breaks a property in a small scope, if any.

    Those that have no end are noted in the tally, and the properties that were put to the test.
    """
    for scope in SMALL:
        graph = graph_of(scope, edition)
        result = Explorer(graph, None, lambda _: progress(), MOST_STATES).run()
        tally.endless += [] if result.closed else [scope.name]
        tally.properties.update(each.id for each in result.verdicts if each.tested)
        for verdict in result.verdicts:
            if verdict.verdict == VIOLATED:
                return counterexample(scope, edition, verdict)
    return None


def counterexample(scope: Scope, edition: Edition, verdict: PropertyVerdict) -> Counterexample:
    """Return the trace that breaks a property, and what is wrong at its end."""
    path = replay_path(scope, edition, verdict.path or ())
    operations = tuple(step.operation for step in path if step.operation)
    broken = BrokenProperty(verdict.id, verdict.problem or verdict.sentence)
    return broken_at_end(operations, edition, broken)


def broken_at_end(
    operations: tuple[Operation, ...], edition: Edition, broken: BrokenProperty
) -> Counterexample:
    """Return a trace whose last operation breaks a property in the model, with what is wrong."""
    last = transitions_of(operations, edition)[-1]
    found = Divergence("property", operations[-1], last, None, problems=(broken,))
    return Counterexample(found, operations)
