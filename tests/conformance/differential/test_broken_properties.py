"""A trace shows which properties an edition breaks."""

from conformance.differential.broken_properties import ids_broken_along
from conformance.vectors.reading import read_once
from conformance.vectors.vector import operations_of
from spec.editions import CURRENT, edition_named


def test_what_an_amendment_cures_breaks_without_it_alone() -> None:
    # Given the vector of an amendment for which a property was stated,
    [vector] = (each for each in read_once() if each.id == "amendment-A20")
    operations = operations_of(vector)
    # when its operations are played in the edition without it and in that with it,
    without, having = (
        ids_broken_along(operations, edition)
        for edition in (edition_named(f"{CURRENT.name}-A20"), CURRENT)
    )
    # then the property breaks in the first alone.
    assert (without, having) == (("INV-5",), ())
