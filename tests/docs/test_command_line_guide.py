"""The guide to command lines is made of commands that really run, and end as it says."""

from pathlib import Path

import pytest

from tests.cases import for_each

pytestmark = pytest.mark.xdist_group("site")


@pytest.fixture(scope="module")
def page(guides: Path) -> str:
    return (guides / "command-line.md").read_text(encoding="utf-8")


@for_each(
    "printed",
    [
        'the dialect lacks a line in [commands]: "state init" = "ITS NAME"',
        "standard error: error: this is no tug repository; if it must be set up first",
        "\nit speaks the protocol: hello, reset, observe and bye were answered\n",
        '[[errors]]: match = "error: somebody else holds the step", code = "CODE"',
        "\nvectors of 2026.2: 1 passed, 0 failed",
        '"code":"E049","reason":"ownership_violation"',
        '-> {"reply":"ok","answer":"released"}',
        "| `state reset` | `PLAN`, `STEP`, `--claim-id` |\n",
        "| `review complete-task` | `--plan-folder`, `TASK` |\n",
        "| `iterations report` | `PLAN`, `--least-summary-bytes` |\n",
        '\nenvelope = "full"\n',
        '\n  line 2, options."--lease": unknown argument',
    ],
)
def test_the_commands_of_the_guide_print_what_it_tells(page: str, printed: str) -> None:
    assert printed in page
