"""The commands of `planstate state`, measured on a plan of each shape."""

import json

from bench.growing import inputs
from bench.growing.project import PLAN, Project

APPROVED = '{"verdict": "APPROVE", "checkpoints": []}'
HELD = ("{step}", "--worktree", "ann")


def work_through(project: Project, size: int) -> None:
    """Measure the commands of `planstate state` on a plan of this size."""
    document = inputs.plan(inputs.SHAPES[project.shape](size))
    project.write(document)
    if project.shape == "one circle of steps":
        project.measure("state init", PLAN, code=1)
        return
    project.measure("state init", PLAN)
    project.measure("state init", PLAN, note="(known)")
    look(project)
    claim = ("state claim", PLAN, "--worktree", "ann", "--json")
    project.step = json.loads(project.measure(*claim))["data"]["anchor"]
    project.measure("state start", PLAN, *HELD)
    project.measure("state heartbeat", PLAN, *HELD)
    project.measure("state update", PLAN, *HELD, "--all", "completed")
    many = size if project.shape == "items of one step" else 1
    project.measure(
        "state update", PLAN, *HELD, "--batch", given=inputs.batch(many), note="--batch"
    )
    project.measure("state artifact", PLAN, *HELD, "--kind", "note", "--summary", "done")
    project.measure("state release", PLAN, *HELD)
    project.measure(*claim, note="again")
    review = ("--reason", "open_items", "--review", "-")
    project.measure("recover", PLAN, *HELD, *review, given=APPROVED, code=None)
    project.measure("state complete", PLAN, *HELD, "--force")
    project.measure("state reset", PLAN, "{step}", code=1)
    project.measure("iterate", PLAN, given=inputs.report(["part-1"]))
    project.measure("iterations start", PLAN)
    project.measure("iterations report", PLAN, given=inputs.report(["part-1"]))
    project.measure("iterations show", PLAN)
    change(project, document)


def look(project: Project) -> None:
    """Measure the commands that only read."""
    for command in ("state show", "state show --json", "state show --checklist", "state ready"):
        project.measure(command, PLAN)


def change(project: Project, document: str) -> None:
    """Measure what a changed document costs, and updating the plan from it."""
    project.write(document.replace("Part", "Half", 1))
    project.measure("state claim", PLAN, "--worktree", "bob", code=1, note="(changed document)")
    project.measure("state init --dry-run", PLAN)
    project.measure("state init", PLAN, note="(changed document)")
