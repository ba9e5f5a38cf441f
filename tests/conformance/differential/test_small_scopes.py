"""A check explores small scopes: a property that the model breaks there has its shortest trace."""

from conformance.differential.small_scopes import property_broken_in_scopes
from spec.editions import edition_named
from spec.properties.violation import BrokenProperty
from tests.profiles import requires_ci_profile


@requires_ci_profile
def test_what_random_operations_seldom_meet_is_found_in_a_small_scope() -> None:
    # Given the current edition without what holds a step back while its substeps are open,
    edition = edition_named("2026.2-A20")
    # when the small scopes are explored,
    found = property_broken_in_scopes(lambda: None, edition)
    # then the property that breaks is named, with a trace of a few operations,
    assert found is not None
    [problem] = found.divergence.problems
    assert isinstance(problem, BrokenProperty)
    assert (problem.property, len(found.operations) < 8) == ("INV-9", True)
    # and in the current edition none breaks.
    assert property_broken_in_scopes(lambda: None) is None
