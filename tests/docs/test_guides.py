"""The guides are made of commands that really run, and end as they say."""

from pathlib import Path

import pytest

from docs.build.checks import BrokenSite
from docs.build.pages.histories import recorded_picture
from docs.build.sessions import tutorial, validation
from tests.cases import for_each

pytestmark = pytest.mark.xdist_group("site")

PRINTED = {
    "validate.md": (
        "it speaks the protocol: hello, reset, observe and bye were answered",
        "planspec: the implementation broke (garbage): ",
        "  replay it: planspec replay reports/traces/01-CLM-5",
        "1 rule fails, CLM-5\n",
        "the deviation from CLM-5 is stale",
        "\nexplained: an order follows the rules of",
    ),
    "command-line.md": (
        'the dialect lacks a line in [commands]: "state init" = "ITS NAME"',
        "standard error: error: this is no tug repository; if it must be set up first",
        '[[errors]]: match = "error: somebody else holds the step", code = "CODE"',
        "-> released",
        "| `state reset` | `PLAN`, `STEP`, `--claim-id` |\n",
        "| `iterations report` | `PLAN`, `--least-summary-bytes` |\n",
        '\nenvelope = "full"\n',
        '\n  line 2, options."--lease": unknown argument',
    ),
    "concurrency.md": (
        "\ncontradicted: no order of the calls follows the rules of 2026.2",
        "\nexplained: an order follows the rules of 2026.2",
        "$ planspec conform --clients 4 --kill",
        "Timeline of calls that contradict the rules",
        recorded_picture(),
    ),
    "histories.md": (
        "no order explains these 2 calls:",
        "\nexplained: an order of the calls follows the rules",
    ),
    "../tutorial.md": (
        "registered plans/bridge.md: 4 steps, 1 substep",
        "(deferred: the concrete is wet)",
        "lease expired 5 min ago, held by ../ann",
        "error: E049: step deck is held by ../bob",
        "error: E048: plans/bridge.md has changed",
        "of the steps with progress, 4 kept, 0 not",
        "forced: The mayor is ill, the bridge is open",
        "all steps of plans/bridge.md are completed",
    ),
}
"""What the commands of each guide print, or the page shows with them."""


@for_each(("guide", "printed"), [(guide, each) for guide in PRINTED for each in PRINTED[guide]])
def test_a_guide_shows_what_its_commands_print(guides: Path, guide: str, printed: str) -> None:
    page = (guides / guide).read_text(encoding="utf-8")
    assert printed in page
    # and nothing of the machine that built it.
    assert str(Path.home()) not in page
    assert "/tmp" not in page


def test_the_same_commands_print_the_same_wherever_they_run() -> None:
    # Given a session whose output has the hash of a commit,
    template = "```console 10:00\n$ git log --format='%H %s'\n```\n"
    # when it is run in two places, then both print the same.
    assert tutorial(template) == tutorial(template)


@for_each(
    ("commands", "ending"),
    [
        # A difference is expected where there is none,
        ("console exit 1\n$ planspec doctor -- python first_words.py", "ended with 0"),
        # and a command fails of which only the end is shown.
        ("console\n$ planspec doctor -- cat 2>&1 | tail -1", "ended with 4"),
        ("console 10:00\n$ false", "ended with 1"),
    ],
)
def test_a_command_that_ends_otherwise_stops_the_build(commands: str, ending: str) -> None:
    with pytest.raises(BrokenSite, match=ending):
        validation(f"```{commands}\n```")
