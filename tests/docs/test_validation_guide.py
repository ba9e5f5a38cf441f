"""The guide to validating is made of commands that really run, and end as it says."""

from pathlib import Path

import pytest

from docs.build.sessions import UnexpectedExit, validation
from tests.cases import for_each

pytestmark = pytest.mark.xdist_group("site")


@pytest.fixture(scope="module")
def page(guides: Path) -> str:
    return (guides / "validate.md").read_text(encoding="utf-8")


@for_each(
    "printed",
    [
        "it speaks the protocol: hello, reset, observe and bye were answered",
        "planspec: the implementation broke (garbage): ",
        "\nfinding 1: CLM-5.2 The holder may claim its own step again at once\n",
        "  replay it: planspec replay reports/traces/01-CLM-5",
        "1 rule fails, CLM-5\n",
        '\nit shows at: {"operation":"claim","plan":"plan.md","worktree":"one"',
        "new: CLM-5, shown by deviations/CLM-5",
        " known deviation",
        "the deviation from CLM-5 is stale",
        "\nexplained: an order follows the rules of",
    ],
)
def test_the_commands_of_the_guide_print_what_it_tells(page: str, printed: str) -> None:
    assert printed in page


def test_a_command_that_ends_otherwise_stops_the_build() -> None:
    # Given a guide that expects a difference where there is none, when it is written, it stops.
    with pytest.raises(UnexpectedExit, match="ended with 0"):
        validation("```console exit 1\n$ planspec doctor -- python first_words.py\n```")


def test_the_end_of_what_is_cut_counts_too() -> None:
    # Given a command of which only the end is shown, when it fails, then that is not hidden.
    with pytest.raises(UnexpectedExit, match="ended with 4"):
        validation("```console\n$ planspec doctor -- cat 2>&1 | tail -1\n```")
