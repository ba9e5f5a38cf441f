"""What a program shows only because of what it did before a reset is told."""

import json
import sys
from pathlib import Path

import pytest

from conformance.cli.main import main
from conformance.reports.exit_codes import NOT_CONFORMING
from tests.profiles import mostly_nightly

PROGRAM = """
import sys
from dataclasses import replace
from conformance.adapters.model import ModelSystem
from conformance.adapters.serving import serve
from spec.vocabulary.claims import Claim, Claimed

class Altered(ModelSystem):
    clock = 0

    def apply(self, operation):
        BODY

serve(Altered(), sys.stdin, sys.stdout)
"""
SURVIVING = """
        self.clock = max(self.clock, operation.now)
        return super().apply(replace(operation, now=self.clock))
"""
STEADY = """
        found = super().apply(operation)
        return replace(found, remaining_ready=9) if isinstance(found, Claimed) else found
"""


@pytest.mark.parametrize(
    ("body", "told"), mostly_nightly([(SURVIVING, True), (STEADY, False)], [(SURVIVING, True)], ())
)
def test_a_finding_that_a_fresh_program_does_not_show_is_told(
    body: str,
    told: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    # Given a program whose clock survives a reset, or one that is always wrong,
    monkeypatch.chdir(tmp_path)
    Path("altered.py").write_text(PROGRAM.replace("        BODY\n", body))
    # when it is validated,
    options = ["--start-timeout", "86400", "--timeout", "86400", "--operations", "300", "--json"]
    words = ["conform", *options, "--", sys.executable, "altered.py"]
    assert main(words) == NOT_CONFORMING
    # then only of the first it is said that its findings do not show again when it is started anew.
    findings = json.loads(capsys.readouterr().out)["findings"]
    said = ["Started anew" in "\n".join(each["explanation"]) for each in findings]
    assert said
    assert all(said) if told else not any(said)
