"""A plan of ten phases, and a coordinator that once forgets to go on (seeds 004, lines 504-534)."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.impl.cli.desk import PLAN, Desk
from tests.impl.cli.iterate.reports import SUMMARY, copy_of, logged
from tests.impl.cli.processes import begin, end
from tests.profiles import requires_ci_profile

PHASES = [f"Phase_{number}" for number in range(1, 11)]
DOCUMENT = "## Phase 1.0: Ten phases {#phase-1}\n\n" + "\n".join(
    f"### Step {number}: Do phase {number} {{#{name}}}\n"
    for number, name in enumerate(PHASES, start=1)
)
IN_ONE_ITERATION = 3


@dataclass
class Coordinator:
    """Works through phases, and reports after every third; its first signal is a mistake."""

    root: Path
    done: list[str] = field(default_factory=list)

    def call(self, *arguments: str, given: str = "") -> dict[str, Any]:
        """Run `planstate` in a process of its own, and return its data."""
        reply = end(begin(self.root, *arguments, "--json"), given.encode())
        return reply.data

    def work(self) -> str:
        """Do some phases, write the summary over the last one, and return the report."""
        for _ in range(min(IN_ONE_ITERATION, len(PHASES) - len(self.done))):
            step = self.call("state", "claim", PLAN, "--worktree", "ann")["anchor"]
            self.call("state", "complete", PLAN, step, "--worktree", "ann")
            self.done.append(step)
        (self.root / SUMMARY).write_text(self.summary())
        remaining = PHASES[len(self.done) :]
        first = len(self.done) == IN_ONE_ITERATION
        return (
            f"IMPLEMENTATION_COMPLETE: {len(self.done)}\n"
            f"summary_path: {SUMMARY}\n"
            f"work_remaining: {' '.join(remaining)}\n"
            f"requires_continuation: {'true' if remaining and not first else 'false'}\n"
        )

    def summary(self) -> str:
        """Return what the next iteration has to know."""
        return "\n".join(f"{name} is done, and nothing else of it is open." for name in self.done)

    def decisions(self) -> Iterator[dict[str, Any]]:
        """Work, and report with `planstate iterate`, until the loop ends."""
        arguments = ("iterate", PLAN, "--max-iterations", "5", "--workflow-id", "implement_1")
        while True:
            decision = self.call(*arguments, given=self.work())
            yield decision
            if decision["decision"] != "continue":
                return
            # The next iteration begins with the copy, and knows what this one has done.
            assert Path(decision["context"]).read_text() == self.summary()


@requires_ci_profile
def test_ten_phases_are_completed_although_the_coordinator_once_wants_to_stop(desk: Desk) -> None:
    # Given a plan of ten phases, and a coordinator whose first report wants no continuation,
    desk.write(PLAN, DOCUMENT)
    desk.state("init")
    (desk.root / SUMMARY).parent.mkdir()
    coordinator = Coordinator(desk.root)
    # when it works until its loop ends,
    *earlier, last = coordinator.decisions()
    # then the first signal is overridden, and those that follow are accepted,
    assert [each["decision"] for each in earlier] == ["continue"] * 3
    assert [each["signal"] for each in (*earlier, last)] == ["overridden", *["accepted"] * 3]
    assert (last["decision"], last["status"], last["iteration"]) == ("complete", "complete", 4)
    # all phases are completed,
    steps = coordinator.call("state", "show", PLAN)["plan"]["steps"]
    assert {step["anchor"]: step["status"] for step in steps} == dict.fromkeys(PHASES, "completed")
    # the log has the mistake, and nothing else,
    [line] = logged(desk.root)
    assert line.pop("time")
    assert line == {
        "type": "validation_error",
        "message": "Agent contract violation: requires_continuation=false with work_remaining "
        "non-empty",
        "command": "iterate",
        "workflow_id": "implement_1",
        "arguments": [
            *("iterate", PLAN, "--max-iterations", "5", "--workflow-id", "implement_1", "--json")
        ],
        "source": "continuation signal",
        "plan": PLAN,
        "iteration": 1,
        "work_remaining": PHASES[3:],
        "requires_continuation": False,
        "override": "forced_true",
    }
    # and every iteration but the last has left its summary to the next.
    copies = sorted(copy_of(desk.root).parent.iterdir())
    assert copies == [copy_of(desk.root, iteration) for iteration in (1, 2, 3)]
