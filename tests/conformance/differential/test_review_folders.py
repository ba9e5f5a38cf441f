"""Model and implementation agree when reviews are kept in files instead of the store."""

from collections.abc import Callable

from conformance.differential.search import Limits, search
from conformance.differential.tally import Tally
from conformance.generators.documents import workspaces
from tests.conformance.differential.review_folders import TemporaryReviewFolders
from tests.profiles import requires_ci_profile

EXAMPLES = {"ci": 20, "nightly": 500}


@requires_ci_profile
def test_they_agree_on_random_operations(
    profile: str, record_property: Callable[[str, object], None]
) -> None:
    # Given plans whose reviews are in `state.json`, each in a folder of its own,
    tally = Tally()
    limits = Limits(EXAMPLES[profile], steps=50, seed=2)
    with TemporaryReviewFolders() as folders:
        # when agents work and stop, reviewers review and people edit, beside all other operations,
        finding = search(folders.open, workspaces(), limits, tally)
    # then the file always holds what the model says, and every answer is the model's.
    assert finding is None, finding and finding.divergence
    record_property("reviews in files", f"{tally.operations:,} operations agreed")
    if profile == "nightly":
        assert all(tally.rules[f"REV-{number}"] for number in range(1, 14))
