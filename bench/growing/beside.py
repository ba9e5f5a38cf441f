"""The commands of `planstate`, measured with much of what is not the steps of a plan."""

import json
from collections.abc import Callable

from bench.growing import inputs
from bench.growing.commands import HELD, change, look
from bench.growing.project import PLAN, Project
from impl.store import checklists, iterations, plans
from impl.store.connection import Connection
from impl.store.store import Store
from spec.vocabulary.checklists import RecordArtifact
from spec.vocabulary.iterations import IterationReport, ReportIteration, StartIterations
from spec.vocabulary.plans import PlanDefinition, Register, StepDefinition


def with_artifacts(project: Project, size: int) -> None:
    """Measure what grows with the artifacts of a plan."""
    claimed(project)
    note = RecordArtifact(PLAN, "step-0", "ann", "note", "done", 1)
    fill(project, lambda connection: [checklists.record(connection, note) for _ in range(size)])
    look(project)
    project.measure("state artifact", PLAN, *HELD, "--kind", "note", "--summary", "done")
    project.measure("state complete", PLAN, *HELD, "--force")
    change(project, (project.folder / PLAN).read_text())


def claimed(project: Project) -> None:
    """Register a plan of one step, and claim it."""
    project.write(inputs.plan(inputs.items(1)))
    project.measure("state init", PLAN)
    project.measure("state claim", PLAN, "--worktree", "ann")


def fill(project: Project, write: Callable[[Connection], object]) -> None:
    """Write many rows in one transaction."""
    with Store.open(project.store, synchronous="OFF") as store, store._writing(None):
        write(store._connection)


def with_violations(project: Project, size: int) -> None:
    """Measure what grows with the violations that a loop has logged."""
    claimed(project)
    start = StartIterations(PLAN, size + 10, 0)
    report = IterationReport(("part-1",), False, summary_path="summary.md")
    wrong = ReportIteration(PLAN, report, 1_000, 0)

    def write(connection: Connection) -> None:
        iterations.start(connection, start)
        for _ in range(size):
            iterations.report(connection, wrong)

    fill(project, write)
    project.measure("iterate", PLAN, given=inputs.report(["part-1"]))
    project.measure("state show", PLAN)


def with_plans(project: Project, size: int) -> None:
    """Measure what grows with the plans of a store."""
    claimed(project)
    definition = PlanDefinition("", "0" * 64, (StepDefinition("step-0", ""),))
    many = [Register(f"plan-{number}.md", definition, 0) for number in range(size)]
    fill(project, lambda connection: [plans.register(connection, each) for each in many])
    project.measure("state show")
    project.measure("state show --json")
    project.measure("state ready", PLAN)


def with_commits(project: Project, size: int) -> None:
    """Measure what grows with the commits of a repository, each of which names a step."""
    project.write(inputs.plan(inputs.SHAPES["independent steps"](size)))
    project.measure("state init", PLAN)
    project.git("fast-import", "--quiet", given=inputs.commit_log(size, PLAN))
    project.measure("state reconcile", PLAN)
    project.measure("state reconcile", PLAN, note="(again)")
    project.git("worktree", "add", "--quiet", "../work")
    project.measure("state reset", PLAN, "step-0", code=1)
    message = ("--message", "Lay it", "--summary", "Laid it")
    named = ("--plan", PLAN, "--step", "step-0", "--worktree", "../work")
    project.measure("commit", *named, *message)


def with_reviews(project: Project, size: int) -> None:
    """Measure what grows with the reviews in the folder of a plan."""
    folder = project.folder / ".taskie" / "plans" / "bridge"
    folder.mkdir(parents=True)
    for number in range(size):
        (folder / f"plan-review-{number + 1}.md").write_text("VERDICT: PASS\n")
    state = {
        "max_reviews": 0,
        "phase": "next-task",
        "phase_iteration": 0,
        "next_phase": "code-review",
    }
    (folder / "state.json").write_text(json.dumps(state))
    project.measure("review show")
    project.measure("review continue")
    project.measure("review stop-hook", given=json.dumps({"cwd": str(project.folder)}))
    project.measure("review next-task", "task-1")


def report(project: Project, size: int) -> None:
    """Measure what grows with the report of an iteration."""
    claimed(project)
    for note, (code, text) in inputs.REPORTS.items():
        call = ("iterate --restart", PLAN)
        project.measure(*call, given=text(size), code=code, note=f"({note})")


def command(project: Project, size: int) -> None:
    """Measure what grows with a shell command."""
    for note, (code, text) in inputs.SHELL_COMMANDS.items():
        project.measure("check-command", given=text(size), code=code, note=f"({note})")


BESIDE: dict[str, Callable[[Project, int], None]] = {
    "artifacts of one step": with_artifacts,
    "violations of one loop": with_violations,
    "plans of a store": with_plans,
    "commits of the repository": with_commits,
    "reviews of a plan": with_reviews,
    "the report": report,
    "the command": command,
}
