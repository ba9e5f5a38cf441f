"""Model and implementation agree on plan documents that people wrote."""

import json
from pathlib import Path

import pytest

from conformance.cli.check import SAMPLE
from conformance.cli.main import main
from conformance.reports.exit_codes import INCONCLUSIVE, SUCCESS
from tests.profiles import AT_NIGHT, requires_ci_profile, requires_nightly_profile

SEEDS = Path(__file__).parents[4] / "shared" / "seeds"
RECONCILIATION = SEEDS / "000_16a341a163a1f373.txt"
RECOVERY = SEEDS / "002_62a0fe90b80e1c31.txt"


def check(capsys: pytest.CaptureFixture[str], *plans: str) -> dict[str, object]:
    """Run `planspec check --json` and return what it prints; few operations, as CI runs more."""
    examples = "400" if AT_NIGHT else "40"
    assert main(["check", "--json", "--examples", examples, *plans]) in (SUCCESS, INCONCLUSIVE)
    result: dict[str, object] = json.loads(capsys.readouterr().out)
    return result


# By day this is `make check`.
@requires_nightly_profile
def test_they_agree_on_the_sample_plan(capsys: pytest.CaptureFixture[str]) -> None:
    # Given the plan that ships, when it is checked with random operations,
    result = check(capsys, str(SAMPLE))
    # then they agree, and every rule fires.
    assert result["disagreements"] == []
    assert result["never_fired"] == []


@requires_ci_profile
@pytest.mark.skipif(
    not (RECONCILIATION.exists() and RECOVERY.exists()),
    reason="the two real plans stand outside this project, in ../shared/seeds, which is not here",
)
@pytest.mark.usefixtures("drawn_only")
def test_they_agree_on_two_plans_that_nobody_here_wrote(
    capsys: pytest.CaptureFixture[str],
) -> None:
    # Given two real plan documents in one store, when they are checked with random operations,
    result = check(capsys, str(RECONCILIATION), str(RECOVERY))
    # then they agree.
    assert result["disagreements"] == []
