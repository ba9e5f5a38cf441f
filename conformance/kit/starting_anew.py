"""Starting anew: what was found is asked once more of a program that remembers nothing.

Between two sequences a program is only reset. If something survives that, or if the program does
not always answer alike, it shows what its trace alone would not show again.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from conformance.adapters.capabilities import Capabilities
from conformance.adapters.connections import Broken, Connection
from conformance.adapters.remote import RemoteSystem
from conformance.adapters.sut import RequestFailed, UnsupportedRequest
from conformance.differential.divergence import is_same_fault
from conformance.differential.reducer import Reducer
from conformance.kit.finding import ConformanceFinding

MOST = 20
"""Findings for each of which a program is started anew."""


def ask_anew(
    system: RemoteSystem,
    reopen: Callable[[], Connection],
    capabilities: Capabilities,
    findings: Sequence[ConformanceFinding],
    is_over: Callable[[], bool],
) -> None:
    """Note which findings a program does not show that was started anew, as long as there is time.

    What cannot be started anew, or breaks, says nothing about the findings that are left. `reopen`
    connects to a fresh system, as which `system` is left.
    """
    for finding in [each for each in findings if can_be_asked(each)][:MOST]:
        if is_over():
            return
        try:
            system.start_anew(reopen)
            reducer = Reducer(system, replace(capabilities, edition=finding.reference))
            finding.shown_anew = is_shown(reducer, finding)
        except (Broken, RequestFailed, UnsupportedRequest):
            return


def is_shown(reducer: Reducer, finding: ConformanceFinding) -> bool:
    """Return whether the trace of a finding shows the same fault again."""
    shown, adopts = finding.divergence, bool(finding.counterexample.adopted)
    again = reducer.replay(
        finding.operations, wanted=lambda other: is_same_fault(shown, other), adopts=adopts
    )
    return again is not None


def can_be_asked(finding: ConformanceFinding) -> bool:
    """Return whether a finding can be asked again: without waiting, and of a program that runs."""
    return not finding.counterexample.real_time and finding.divergence.bad_end is None
