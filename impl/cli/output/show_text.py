"""A plan for people: a tree of steps with marks, bars, holders and leases."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from impl.cli.output.show_data import counted, families_of
from impl.store.database.snapshots import PlanTimes
from impl.times import until
from spec.vocabulary.items import Item, ItemKind, ItemStatus
from spec.vocabulary.state import Plan, PlanStatus, Step, StepStatus

MARKS = {
    StepStatus.COMPLETED: "✓",
    StepStatus.IN_PROGRESS: "→",
    StepStatus.CLAIMED: "◆",
    StepStatus.PENDING: "○",
}
BOXES = {ItemStatus.COMPLETED: "[x]", ItemStatus.DEFERRED: "[~]", ItemStatus.OPEN: "[ ]"}
HELD = (StepStatus.CLAIMED, StepStatus.IN_PROGRESS)
BAR_WIDTH = 20
WIDEST_ANCHOR = 32
LAST = "└─ "
NOTHING = "no plans; register one with `planstate state init PLAN`"


class View(NamedTuple):
    """A plan, with the times that its state does not have, and the time now."""

    plan: Plan
    times: PlanTimes
    now: int


def overview_lines(views: Sequence[View], *, checklist: bool) -> list[str]:
    """Return all plans: one line each, or each with all its items."""
    if not views:
        return [NOTHING]
    if checklist:
        return [line for view in views for line in (*plan_lines(view, checklist=True), "")][:-1]
    width = max(len(view.plan.path) for view in views)
    return [_overview_line(view.plan, width) for view in views]


def plan_lines(view: View, *, checklist: bool) -> list[str]:
    """Return a plan: progress bars over all its items, then the tree of its steps."""
    plan = view.plan
    items = [item for step in plan.steps for item in step.items]
    return [
        f"{plan.path}  {plan.title}",
        f"{_completed(plan)} of {len(_top_level(plan))} steps completed"
        + (", the plan is done" if plan.status is PlanStatus.DONE else ""),
        "",
        *(f"  {bar}" for bar in _bars(items)),
        "",
        *_Tree(view, checklist=checklist).lines(),
    ]


def _overview_line(plan: Plan, width: int) -> str:
    held = [step for step in _top_level(plan) if step.status in HELD]
    status = StepStatus.IN_PROGRESS if held else StepStatus.PENDING
    mark = MARKS[StepStatus.COMPLETED if plan.status is PlanStatus.DONE else status]
    count = f"{_completed(plan)}/{len(_top_level(plan))} steps"
    note = f"  ({len(held)} held)" if held else ""
    return f"{mark} {plan.path:<{width}}  {count:>11}  {plan.title}{note}"


class _Tree:
    """The steps of a plan, with what is looked up for each of them."""

    def __init__(self, view: View, *, checklist: bool) -> None:
        steps = view.plan.steps
        self._now = view.now
        self._checklist = checklist
        self._families = families_of(view.plan)
        self._completed = {each.anchor for each in steps if each.status is StepStatus.COMPLETED}
        branches = ("" if each.parent is None else LAST for each in steps)
        widths = (len(branch + each.anchor) for branch, each in zip(branches, steps, strict=True))
        self._width = min(WIDEST_ANCHOR, max(widths))

    def lines(self) -> Iterator[str]:
        """Yield the lines of all steps."""
        for step in self._families[None]:
            yield from self._family_lines(step)

    def _family_lines(self, step: Step) -> Iterator[str]:
        """Yield the lines of a step and, as branches below it, its substeps."""
        substeps = self._families.get(step.anchor, ())
        rail = "│ " if substeps else "  "
        yield _step_line(step, "", self._width)
        yield from (f"{rail}{below}" for below in self._below(step))
        for place, substep in enumerate(substeps, 1):
            last = place == len(substeps)
            yield _step_line(substep, LAST if last else "├─ ", self._width)
            rail = "     " if last else "│    "
            yield from (f"{rail}{below}" for below in self._below(substep))

    def _below(self, step: Step) -> Iterator[str]:
        """Yield the lines below a step's own line."""
        if step.status is StepStatus.COMPLETED:
            yield from _completion(step)
        elif step.status is StepStatus.PENDING:
            yield from self._waiting(step)
        elif step.status in HELD and step.parent is None:
            assert step.lease_expires_at is not None  # a held step has a lease
            # The lease first, because holders are long.
            yield f"  {until(step.lease_expires_at, self._now)}, held by {step.claimed_by}"
            if not self._checklist:
                yield from (f"  {bar}" for bar in _bars(step.items))
        if self._checklist:
            yield from (_item_line(item) for item in step.items)

    def _waiting(self, step: Step) -> Iterator[str]:
        """Yield which steps a pending one waits for, and why it was released."""
        missing = [needed for needed in step.dependencies if needed not in self._completed]
        if missing and step.parent is None:
            yield f"  waits for {', '.join(missing)}"
        if step.release_reason:
            yield f"  released: {step.release_reason}"


def _step_line(step: Step, branch: str, width: int) -> str:
    done = sum(item.status == ItemStatus.COMPLETED for item in step.items)
    count = f"{done}/{len(step.items)}" if step.items else ""
    anchor = f"{step.anchor:<{width - len(branch)}}"
    return f"{branch}{MARKS[step.status]} {anchor}  {count:>7}  {step.title}"


def _completion(step: Step) -> Iterator[str]:
    """Yield who completed a step, in which commit, and the reason if it was forced."""
    who = [f"by {step.claimed_by}"] if step.claimed_by else []
    commit = [f"commit {step.commit_hash[:10]}"] if step.commit_hash else []
    if step.parent is None and (who or commit):
        yield f"  completed {', '.join(who + commit)}"
    if step.complete_reason:
        yield f"  forced: {step.complete_reason}"


def _item_line(item: Item) -> str:
    reason = f" (deferred: {item.reason})" if item.reason is not None else ""
    box = BOXES[ItemStatus(item.status)]
    return f"  {box} {item.kind} {item.ordinal + 1}: {item.text}{reason}"


def _bars(items: Sequence[Item]) -> Iterator[str]:
    """Yield a progress bar for each kind of item."""
    for kind in ItemKind:
        total = counted(items, kind)
        if total:
            completed = counted(items, kind, ItemStatus.COMPLETED)
            deferred = counted(items, kind, ItemStatus.DEFERRED)
            yield _bar(f"{kind}s", completed, deferred, total)


def _bar(label: str, completed: int, deferred: int, total: int) -> str:
    full = BAR_WIDTH * completed // total
    closed = BAR_WIDTH * (completed + deferred) // total
    bar = "█" * full + "▒" * (closed - full) + "░" * (BAR_WIDTH - closed)
    return f"{label:<12} {bar} {completed}/{total}" + (f", {deferred} deferred" if deferred else "")


def _top_level(plan: Plan) -> list[Step]:
    return [step for step in plan.steps if step.parent is None]


def _completed(plan: Plan) -> int:
    return sum(step.status is StepStatus.COMPLETED for step in _top_level(plan))
