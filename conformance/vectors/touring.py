"""Touring a system: which scopes it can be toured in, and the requests of a tour."""

from conformance.adapters.capabilities import Capabilities
from conformance.adapters.features import plainer
from conformance.protocol.areas import AREA_OF, faults_of
from conformance.protocol.documents.validation import TourResult
from conformance.protocol.messages import AreaName, Clock, Feature
from conformance.vectors.tours import Tour
from model.explorer.scopes.scope import Scope
from spec.vocabulary.operations import OPERATIONS

OF_STEPS = {AreaName.PLANS, AreaName.CLAIMS, AreaName.CHECKLISTS, AreaName.COMPLETION}
"""Areas of which a scope is toured also if a system offers only some."""


NOT_TOURED = (Feature.DRIFT, Feature.TAKEOVER, Feature.ORDER, Feature.LEASES)
"""Features without which the states of a scope are not those of a program."""


def why_not_toured(scope: Scope, capabilities: Capabilities) -> str | None:
    """Return why a system cannot be toured in a scope, or `None` if it can."""
    if capabilities.identity.clock is not Clock.VIRTUAL:
        return "its clock is not virtual"
    operations = [event for event in scope.events if isinstance(event, OPERATIONS)]
    areas = {AREA_OF[type(operation)] for operation in operations}
    if missing := areas - OF_STEPS - capabilities.areas:
        return capabilities.why_without(missing)
    if not (areas - {AreaName.PLANS}) & capabilities.areas:
        return "it offers none of the operations"
    faults = {fault for operation in operations for fault in faults_of(operation)}
    if lacking := sorted(faults - set(capabilities.identity.faults)):
        return f"it cannot make {', '.join(lacking)} fail"
    if why := lacking_in(scope, capabilities):
        return why
    one_document = len(scope.documents.versions) == len(scope.documents.versions[0][1]) == 1
    return None if capabilities.registers or one_document else "it cannot register plans"


def lacking_in(scope: Scope, capabilities: Capabilities) -> str | None:
    """Return which feature of a scope's documents, claims or hashes a system is without, if any."""
    without = capabilities.identity.without
    if lacking := [each for each in without if each in NOT_TOURED]:
        return f"it is without {', '.join(lacking)}"
    documents = [each for _, versions in scope.documents.versions for each in versions]
    if any(plainer(each, without) != each for each in documents):
        return f"it is without {', '.join(without)}"
    return None


def toured(tour: Tour) -> TourResult:
    """Return how far a tour came."""
    left = sum(len(state.open) for state in tour.states) + len(tour.failed)
    why = "it ended before" if any(not state.is_finished for state in tour.states) else ""
    if tour.is_sampled:
        why = "what changes nothing was sampled"
    elif tour.failed:
        why = f"{len(tour.failed):,} transitions lead to what differs or is unsupported"
    return TourResult(
        scope=tour.scope.name,
        extent="whole" if tour.is_whole else "part",
        states=len(tour.states),
        transitions=tour.transitions,
        made=tour.transitions - left,
        operations=tour.operations,
        why=why,
    )
