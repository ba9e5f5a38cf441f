"""A large plan is registered, and others go on working on the same store."""

import subprocess
import sys
from pathlib import Path

import pytest

from bench.growing import inputs
from impl.cli.output import resyncs
from impl.store import claims, cycles
from impl.store.store import Store
from spec.vocabulary.claims import Claim, Claimed
from spec.vocabulary.plans import PlanDefinition, Registered
from tests.impl.cli.desk import PLAN, Desk, make_repository
from tests.profiles import requires_nightly_profile

PLANSTATE = str(Path(sys.executable).with_name("planstate"))
LARGE, SMALL = "large.md", "small.md"
STEPS, WORKERS = 2_000, 2


# Whether the lock is held for too long is a matter of speed. That nobody holds it in the search,
# which takes longest, is arranged below.
@requires_nightly_profile
def test_others_work_while_a_process_registers_a_plan_whose_steps_depend_on_later_ones(
    tmp_path: Path,
) -> None:
    # Given workers that hold the steps of a small plan,
    root = make_repository(tmp_path)
    (root / SMALL).write_text(inputs.plan(inputs.SHAPES["independent steps"](WORKERS)))
    (root / LARGE).write_text(inputs.plan(inputs.SHAPES["each step after the next"](STEPS)))

    def call(*arguments: str) -> int:
        done = subprocess.run([PLANSTATE, "state", *arguments, "-q"], cwd=root, check=False)
        return done.returncode

    workers = [(f"step-{number}", "--worktree", f"worker {number}") for number in range(WORKERS)]
    assert call("init", SMALL) == 0
    assert [call("claim", SMALL, *worker[1:]) for worker in workers] == [0] * WORKERS
    # when another process registers a large plan,
    registering = subprocess.Popen([PLANSTATE, "state", "init", LARGE, "-q"], cwd=root)
    # then none of them is refused for the lock meanwhile.
    while registering.poll() is None:
        assert [call("heartbeat", SMALL, *worker) for worker in workers] == [0] * WORKERS
    assert registering.returncode == 0


def test_no_lock_is_held_while_a_document_is_searched_for_cycles(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given another program that waits for no lock,
    desk.write(PLAN)
    stored_hash = desk.state("init")["plan_hash"]
    search, answers = cycles.on_cycles, []
    with Store.open(desk.root / ".planstate" / "state.db", timeout_seconds=0) as other:

        def searching(definition: PlanDefinition) -> list[str]:
            answers.append(other.run(claims.claim, Claim(PLAN, "ann", stored_hash, 0)))
            return search(definition)

        # when it claims a step while a document is searched,
        monkeypatch.setattr(cycles, "on_cycles", searching)
        desk.write("plans/second.md")
        assert desk.json("state", "init", "plans/second.md").code == 0
    # then it gets the step.
    [answer] = answers
    assert isinstance(answer, Claimed)


@pytest.mark.parametrize("command", [("init", "--dry-run"), ("claim", "--worktree", "bob")])
def test_no_lock_is_held_while_it_is_found_what_an_update_would_drop(
    command: tuple[str, ...], desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a plan whose document has changed, and another program that waits for no lock,
    desk.write(PLAN)
    stored_hash = desk.state("init")["plan_hash"]
    document = desk.write(PLAN)
    document.write_text(document.read_text().replace("Measure", "Weigh"))
    found, answers = resyncs.gone, []
    with Store.open(desk.root / ".planstate" / "state.db", timeout_seconds=0) as other:

        def finding(answer: Registered) -> tuple[str, ...]:
            answers.append(other.run(claims.claim, Claim(PLAN, "ann", stored_hash, 0)))
            return found(answer)

        # when it claims a step while the update is tried,
        monkeypatch.setattr(resyncs, "gone", finding)
        desk.json("state", command[0], PLAN, *command[1:])
    # then it gets the step.
    assert isinstance(answers[0], Claimed)
