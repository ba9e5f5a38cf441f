"""Honest grades: no rule passes of which a vector or a clause fails or was never sent."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conformance.adapters.model import WHOLE, ModelSystem
from conformance.protocol.messages import AreaName
from conformance.reports.exit_codes import BROKEN, INCONCLUSIVE, NOT_CONFORMING, SUCCESS
from spec.vocabulary.state import State
from tests.conformance.calling import Planspec
from tests.profiles import AT_NIGHT, requires_ci_profile


class Agents(ModelSystem):
    """The model, of which only some areas are offered: agent commands."""

    areas: tuple[AreaName, ...] = (AreaName.AGENTS,)

    def __init__(self) -> None:
        super().__init__()
        self.identity = replace(WHOLE, areas=self.areas)


class Claims(Agents):
    """The model, of which only plans and claims are offered."""

    areas: tuple[AreaName, ...] = (AreaName.PLANS, AreaName.CLAIMS)


class Given(Agents):
    """The model, which is given its plans by resets and of which only claims are offered."""

    areas = (AreaName.CLAIMS,)


class Forgetting(Claims):
    """Keeps what was stored when it is reset."""

    def reset(self) -> None:
        self.state = State(self.state.plans[:1])


class ByReset(Forgetting):
    """Is given its plan by a reset, and keeps another one."""

    areas = (AreaName.CLAIMS,)


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, planspec: Planspec
) -> Callable[..., tuple[int, Any]]:
    """Run a command on one of these systems, and return its exit code and document."""
    monkeypatch.chdir(tmp_path)

    def command(name: str, *words: str) -> tuple[int, Any]:
        ended = planspec(*words, "--json", "--python", f"{__file__}:{name}")
        return ended.code, ended.document

    return command


@requires_ci_profile
def test_a_rule_passes_only_when_all_its_vectors_were_sent(run: Any) -> None:
    # Given what conforms, when too little is asked to send every vector,
    code, document = run("Agents", "conform", "--operations", "10")
    # then the rules whose vectors are left do not pass, and the run says how many are left.
    assert code == INCONCLUSIVE
    left = document["vectors"]["unrun"]
    assert left > 0
    assert "inconclusive" in document["rules"].values()
    # When as many operations are asked as those have, then none is left, and they pass.
    enough = document["operations"] + document["vectors"]["operations_unrun"]
    code, document = run("Agents", "conform", "--operations", str(enough))
    assert document["vectors"] == {**document["vectors"], "unrun": 0, "operations_unrun": 0}
    assert code == SUCCESS
    assert {document["rules"][each] for each in document["rules"] if each[:3] == "AGT"} == {"pass"}
    assert document["never_decided"] == []


@requires_ci_profile
def test_a_clause_that_only_a_registration_decides_is_beyond_what_is_given_its_plans(
    run: Any,
) -> None:
    # Given what takes plans from resets, when all is asked that can be,
    _, begun = run("Given", "conform", "--operations", "10")
    enough = begun["operations"] + begun["vectors"]["operations_unrun"]
    code, document = run("Given", "conform", "--operations", str(enough))
    # then no larger budget is advised for what is decided where a plan is registered again.
    assert "CLM-19.9" in document["never_decided"]
    assert (code, document["rules"]["CLM-19"]) == (SUCCESS, "unsupported")


@pytest.mark.parametrize("name", ["ByReset", "Forgetting"])
def test_a_faulty_reset_is_one_problem(run: Any, name: str) -> None:
    ways = (("conform", "--operations", "300"), ("doctor",), ("vectors", "run"))
    for words in ways if AT_NIGHT else ways[:2]:
        # Given a system whose reset keeps something, when it is validated in any way,
        code, document = run(name, *words)
        # then that alone is said, and nothing is laid to a rule.
        assert code == (BROKEN if words == ("doctor",) else NOT_CONFORMING)
        assert "'reset' must empty the store, and 'observe' shows: " in document["problem"]
        assert document.get("findings", []) == []
