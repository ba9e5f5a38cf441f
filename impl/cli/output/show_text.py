"""A plan for people: a tree of steps with marks, bars, holders and leases."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from impl.cli.answers import Line, Span
from impl.cli.output.show_data import counted, families_of
from impl.store.database.snapshots import PlanTimes
from impl.times import until
from spec.vocabulary.items import Item, ItemKind, ItemStatus
from spec.vocabulary.state import Plan, PlanStatus, Step, StepStatus

MARKS = {
    StepStatus.COMPLETED: Span("✓", "green"),
    StepStatus.IN_PROGRESS: Span("→", "bold yellow"),
    StepStatus.CLAIMED: Span("◆", "yellow"),
    StepStatus.PENDING: Span("○", "dim"),
}
BOXES = {
    ItemStatus.COMPLETED: Span("[x]", "green"),
    ItemStatus.DEFERRED: Span("[~]", "magenta"),
    ItemStatus.OPEN: Span("[ ]", "dim"),
}
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


def overview_lines(views: Sequence[View], *, checklist: bool) -> list[Line]:
    """Return all plans: one line each, or each with all its items."""
    if not views:
        return [NOTHING]
    if checklist:
        return [line for view in views for line in (*plan_lines(view, checklist=True), "")][:-1]
    width = max(len(view.plan.path) for view in views)
    return [_overview_line(view.plan, width) for view in views]


def plan_lines(view: View, *, checklist: bool) -> list[Line]:
    """Return a plan: progress bars over all its items, then the tree of its steps."""
    plan = view.plan
    items = [item for step in plan.steps for item in step.items]
    lines: list[Line] = [
        [Span(plan.path, "bold"), Span(f"  {plan.title}")],
        f"{_completed(plan)} of {len(_top_level(plan))} steps completed"
        + (", the plan is done" if plan.status is PlanStatus.DONE else ""),
        "",
        *([Span("  "), *bar] for bar in _bars(items)),
        "",
    ]
    return [*lines, *_Tree(view, checklist=checklist).lines()]


def _overview_line(plan: Plan, width: int) -> list[Span]:
    held = [step for step in _top_level(plan) if step.status in HELD]
    status = StepStatus.IN_PROGRESS if held else StepStatus.PENDING
    mark = MARKS[StepStatus.COMPLETED if plan.status is PlanStatus.DONE else status]
    count = f"{_completed(plan)}/{len(_top_level(plan))} steps"
    note = f"  ({len(held)} held)" if held else ""
    return [
        mark,
        Span(f" {plan.path:<{width}}  ", "bold"),
        Span(f"{count:>11}  {plan.title}{note}"),
    ]


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

    def lines(self) -> Iterator[Line]:
        """Yield the lines of all steps."""
        for step in self._families[None]:
            yield from self._family_lines(step)

    def _family_lines(self, step: Step) -> Iterator[Line]:
        """Yield the lines of a step and, as branches below it, its substeps."""
        substeps = self._families.get(step.anchor, ())
        rail = "│ " if substeps else "  "
        yield _step_line(step, "", self._width)
        yield from ([Span(rail, "dim"), *below] for below in self._below(step))
        for place, substep in enumerate(substeps, 1):
            last = place == len(substeps)
            yield _step_line(substep, LAST if last else "├─ ", self._width)
            rail = "     " if last else "│    "
            for below in self._below(substep):
                yield [Span(rail, "dim"), *below]

    def _below(self, step: Step) -> Iterator[list[Span]]:
        """Yield the lines below a step's own line."""
        if step.status is StepStatus.COMPLETED:
            yield from _completion(step)
        elif step.status is StepStatus.PENDING:
            yield from self._waiting(step)
        elif step.status in HELD and step.parent is None:
            assert step.lease_expires_at is not None  # a held step has a lease
            over = step.lease_expires_at < self._now
            # One span, so that it wraps as a whole; the lease first, because holders are long.
            lease = f"{until(step.lease_expires_at, self._now)}, held by {step.claimed_by}"
            yield [Span("  "), Span(lease, "red" if over else "")]
            if not self._checklist:
                yield from ([Span("  "), *bar] for bar in _bars(step.items))
        if self._checklist:
            yield from (_item_line(item) for item in step.items)

    def _waiting(self, step: Step) -> Iterator[list[Span]]:
        """Yield which steps a pending one waits for, and why it was released."""
        missing = [needed for needed in step.dependencies if needed not in self._completed]
        if missing and step.parent is None:
            yield [Span("  "), Span(f"waits for {', '.join(missing)}", "dim")]
        if step.release_reason:
            yield [Span("  "), Span(f"released: {step.release_reason}", "yellow")]


def _step_line(step: Step, branch: str, width: int) -> list[Span]:
    done = sum(item.status is ItemStatus.COMPLETED for item in step.items)
    count = f"{done}/{len(step.items)}" if step.items else ""
    anchor = f" {step.anchor:<{width - len(branch)}}  "
    title = Span(step.title, "dim" if step.status is StepStatus.COMPLETED else "")
    return [
        Span(branch, "dim"),
        MARKS[step.status],
        Span(anchor, "bold"),
        Span(f"{count:>7}  "),
        title,
    ]


def _completion(step: Step) -> Iterator[list[Span]]:
    """Yield who completed a step, in which commit, and the reason if it was forced."""
    who = [f"by {step.claimed_by}"] if step.claimed_by else []
    commit = [f"commit {step.commit_hash[:10]}"] if step.commit_hash else []
    if step.parent is None and (who or commit):
        yield [Span(f"  completed {', '.join(who + commit)}", "dim")]
    if step.complete_reason:
        yield [Span("  forced: ", "red"), Span(step.complete_reason)]


def _item_line(item: Item) -> list[Span]:
    reason = f" (deferred: {item.reason})" if item.reason is not None else ""
    label = Span(f" {item.kind} {item.ordinal + 1}: ", "dim")
    return [Span("  "), BOXES[ItemStatus(item.status)], label, Span(item.text + reason)]


def _bars(items: Sequence[Item]) -> Iterator[list[Span]]:
    """Yield a progress bar for each kind of item."""
    for kind in ItemKind:
        total = counted(items, kind)
        if total:
            completed = counted(items, kind, ItemStatus.COMPLETED)
            deferred = counted(items, kind, ItemStatus.DEFERRED)
            yield _bar(f"{kind}s", completed, deferred, total)


def _bar(label: str, completed: int, deferred: int, total: int) -> list[Span]:
    full = BAR_WIDTH * completed // total
    closed = BAR_WIDTH * (completed + deferred) // total
    return [
        Span(f"{label:<12} "),
        Span("█" * full, "green"),
        Span("▒" * (closed - full), "magenta"),
        Span("░" * (BAR_WIDTH - closed), "dim"),
        Span(f" {completed}/{total}" + (f", {deferred} deferred" if deferred else "")),
    ]


def _top_level(plan: Plan) -> list[Step]:
    return [step for step in plan.steps if step.parent is None]


def _completed(plan: Plan) -> int:
    return sum(step.status is StepStatus.COMPLETED for step in _top_level(plan))
