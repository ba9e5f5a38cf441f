"""Verdicts: what hides, dodges or is new never ends as if all were well."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from conformance.adapters.model import ModelSystem
from conformance.cli.deviations import needed_witnesses
from conformance.kit.deviations import Deviation, Witnessed
from conformance.kit.entries import known_as
from conformance.protocol.documents.record import Grade, RunVerdict
from conformance.protocol.messages import AreaName, Observed
from conformance.vectors.vector import Kind
from spec.catalog import rule_id
from spec.vocabulary.claims import Claimed
from tests.conformance.changed import answering
from tests.conformance.kit.conftest import TODAY
from tests.profiles import requires_ci_profile

LATER = date(2030, 1, 1)
UNTITLED = answering(Claimed, lambda _: {"title": "?"})


def test_who_offers_nothing_does_not_conform(validate: Any, model: Any, judge: Any) -> None:
    # Given an implementation without areas, then nothing is known of it.
    validation, _ = validate(model(areas=()), 100)
    assert judge(validation).verdict is RunVerdict.UNKNOWN


class Hiding(ModelSystem):
    """Shows nothing that it stores."""

    def observe(self) -> Any:
        return {"reply": "ok"}


def test_who_never_shows_what_is_stored_does_not_conform(validate: Any, judge: Any) -> None:
    # Given an implementation that answers well and leaves all that is stored out,
    served = Hiding()
    areas = (AreaName.CLAIMS, AreaName.CHECKLISTS)
    served.identity = replace(served.identity, observe=Observed.PARTIAL, areas=areas)
    validation, laid = validate(served, 200)
    assert laid == []
    # then nobody knows what its rejections changed, and the run says so.
    result = judge(validation)
    assert result.verdict is RunVerdict.UNKNOWN
    assert result.problem == "nothing that it stores was ever shown"
    assert result.levels["atomicity"] is Grade.INCONCLUSIVE


def test_an_interrupted_run_decides_nothing(validate: Any, judge: Any) -> None:
    # Given a run without findings that somebody ends, then it did not come to pass.
    served = ModelSystem()
    served.identity = replace(served.identity, areas=(AreaName.AGENTS,))
    validation, _ = validate(served, 200, kinds=Kind)
    assert judge(validation).verdict is RunVerdict.PASS
    validation.interrupted = True
    assert judge(validation).verdict is RunVerdict.UNKNOWN


def witnesses_of(validate: Any, served: ModelSystem) -> Sequence[Witnessed]:
    _, laid = validate(served, 100)
    return [
        Witnessed(Deviation(rule_id(each.clause), "So be it", LATER, "w.json"), each.trace)
        for each in needed_witnesses([finding for _, finding in laid])
    ]


@requires_ci_profile
def test_a_known_deviation_expects_no_other_field(validate: Any) -> None:
    # Given that a wrong title in the answer to a claim is known,
    witnesses = witnesses_of(validate, UNTITLED)
    known, laid = validate(UNTITLED, 300, witnesses=witnesses)
    assert laid
    assert all(known_as(finding, known.findings, TODAY.date()) for _, finding in laid)
    assert known.not_tried == []
    # when another field of the same answer is wrong too,
    validation, laid = validate(
        answering(Claimed, lambda _: {"title": "?", "index": 99}), 300, witnesses=witnesses
    )
    # then that is new, and no witness covers it.
    assert any(known_as(finding, validation.findings, TODAY.date()) is None for _, finding in laid)
    assert validation.not_tried == list(witnesses)
