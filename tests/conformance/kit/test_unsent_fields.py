"""Clauses about fields that a system never sends: a report that passes them says so."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conformance.adapters.model import WHOLE, ModelSystem
from conformance.cli.main import main
from conformance.kit.unsent_fields import clauses_unsent, never_sent
from conformance.protocol.codec import outcome_to_json, state_to_json
from conformance.protocol.messages import AreaName, Observed
from conformance.reports.exit_codes import SUCCESS
from spec.catalog import RULES
from spec.editions import CURRENT
from spec.vocabulary.operations import Operation
from tests.profiles import requires_nightly_profile

SERVED = "from tests.conformance.kit.test_unsent_fields import Unfenced as make\n"
OPERATIONS = "1200"
"""Enough to send all vectors about claims."""


class Unfenced(ModelSystem):
    """Offers plans and claims; never shows whether a step is fenced, nor when anybody started."""

    hidden = ("fenced", "started_at")

    def __init__(self) -> None:
        super().__init__()
        areas = (AreaName.PLANS, AreaName.CLAIMS)
        self.identity = replace(WHOLE, areas=areas, observe=Observed.PARTIAL)

    def apply(self, operation: Operation) -> Any:
        """Answer an operation; a plan that is shown lacks what is hidden."""
        return self.without(outcome_to_json(super().apply(operation)))

    def observe(self) -> Any:
        """Return what is stored without what is hidden."""
        return self.without(state_to_json(super().observe()))

    def without(self, shown: Any) -> Any:
        """Return a message without the fields that are hidden, however deep."""
        if isinstance(shown, list):
            return [self.without(each) for each in shown]
        if isinstance(shown, dict):
            return {k: self.without(each) for k, each in shown.items() if k not in self.hidden}
        return shown


def unsent(*left_out: str, given: tuple[str, ...] = ()) -> set[str]:
    """Return the clauses that are about fields that were never sent."""
    fields = never_sent(set(left_out), set(given))
    return {each for rule in RULES for each in clauses_unsent(rule, CURRENT, fields)}


@pytest.mark.parametrize(
    ("field", "clauses"),
    [
        ("steps.fenced", {"CLM-19.6"}),
        ("steps.started_at", {"CLM-8.4", "CLM-12.2", "CLM-12.16"}),
        ("claimed.remaining_ready", {"CLM-10.3"}),
        ("registered.step_count", {"PLN-1.12"}),
        ("review_cycle.current_task", {"REV-1.9", "REV-1.12", "REV-10.4"}),
    ],
)
def test_a_clause_about_one_field_is_unseen_where_that_is_left_out(
    field: str, clauses: set[str]
) -> None:
    assert unsent(field) == clauses


def test_a_field_that_is_given_anywhere_is_seen() -> None:
    assert unsent("steps.lease_expires_at", given=("claimed.lease_expires_at",)) == set()


def test_what_is_in_a_list_that_is_left_out_is_unseen_too() -> None:
    # Given that no steps were shown, then the clauses about their fields are unseen,
    without_steps = unsent("plans.steps", given=("claimed.anchor",))
    assert {"CLM-8.1", "CLM-8.2", "CMP-4.6"} <= without_steps
    # and not those about the answers, or which request is rejected.
    assert not {"CLM-10.1", "CLM-10.3", "CLM-20.2"} & without_steps


def report_of(folder: Path, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Validate a system that never shows two fields, and return what is printed."""
    (folder / "served.py").write_text(SERVED)
    place = f"{folder / 'served.py'}:make"
    code = main(["conform", "--operations", OPERATIONS, *words, "--python", place])
    printed = capsys.readouterr().out
    assert code == SUCCESS, printed
    return printed


@requires_nightly_profile
def test_a_report_names_clauses_whose_fields_were_never_sent(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Given what never shows two fields that it stores, when it is validated,
    report = report_of(tmp_path, capsys)
    # then it conforms, and the report names the fields and the clause that only it shows.
    assert "never compared, because never sent: steps.fenced, steps.started_at" in report
    assert "it never sends the fields of CLM-8.4, which only show in what follows" in report


@requires_nightly_profile
def test_a_document_names_fields_that_were_never_sent(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = report_of(tmp_path, capsys, "--json")
    assert '"never_judged": [\n    "steps.fenced",\n    "steps.started_at"\n  ]' in document
