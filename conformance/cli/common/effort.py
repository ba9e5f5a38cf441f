"""How much is tried, and of which areas."""

from conformance.adapters.capabilities import Capabilities, capabilities_of
from conformance.adapters.remote import RemoteSystem
from conformance.cli.options.validation import ValidateOptions
from conformance.kit.deviations import Witnessed, read_deviations, witnessed
from conformance.kit.limits import RunLimits
from conformance.protocol.messages import AreaName
from conformance.protocol.usage import UsageError

BUDGET = 60.0
"""The default budget, in seconds."""
RECOVERY = "recovery"
"""The area of rules that has no operations of its own."""


def limits_of(options: ValidateOptions) -> RunLimits:
    """Return how much to try: a number of operations alone sets no time."""
    budget = options.budget
    if budget is None and options.operations is None:
        budget = BUDGET
    return RunLimits(options.seed, budget, options.operations)


def offered_by(system: RemoteSystem, chosen: frozenset[str]) -> Capabilities:
    """Return the offered areas. Raises `UsageError` if a chosen area is not among them."""
    identity = system.identity
    areas = areas_of(chosen)
    if missing := sorted(areas - set(identity.areas)):
        offered = ", ".join(identity.areas) or "none"
        reason = f"{identity.name} does not offer {', '.join(missing)}; it offers {offered}"
        raise UsageError(f"--area: {reason}")
    return capabilities_of(identity, areas, system.edition, system.tolerance)


def witnesses_of(options: ValidateOptions) -> tuple[Witnessed, ...]:
    """Return the known deviations with their witnesses. Raises `UsageError` for a bad file."""
    if options.deviations is None:
        return ()
    return witnessed(options.deviations, read_deviations(options.deviations))


def areas_of(chosen: frozenset[str]) -> frozenset[AreaName]:
    """Return the areas of operations that areas of rules are about."""
    return frozenset(AreaName.COMMITS if area == RECOVERY else AreaName(area) for area in chosen)
