"""Plan documents, and workspaces: the surroundings of a store, with documents and worktrees."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from hypothesis import strategies as st

from conformance.generators.boundary_values import values_of
from conformance.generators.draws import beginnings, pairs_or
from conformance.generators.edits import edits
from spec.vocabulary.domains import Title
from spec.vocabulary.items import ItemKind
from spec.vocabulary.plans import ItemDefinition, PlanDefinition, StepDefinition

MOST_STEPS, MOST_SUBSTEPS, MOST_DEPENDENCIES, MOST_ITEMS = 6, 2, 2, 6
PATHS = ("plans/first.md", "plans/second.md")
TEXTS = (*values_of(Title).usual, *values_of(Title).boundary)

ITEMS = tuple(ItemDefinition(kind, text) for kind in ItemKind for text in TEXTS)
item_lists = st.lists(st.sampled_from(ITEMS), max_size=MOST_ITEMS).map(tuple)
ANCHORS = pairs_or(f"step-{number}" for number in range(MOST_STEPS))
WORKTREES = ("worktrees/one", "worktrees/two", "worktrees/three")
UNKNOWN_PLAN = "plans/unknown.md"


@dataclass(frozen=True, slots=True)
class Workspace:
    """Plan documents by path, each in several versions of which the first is the original.

    `begins_at` is the time of the first operation.
    """

    documents: tuple[tuple[str, tuple[PlanDefinition, ...]], ...]
    worktrees: tuple[str, ...] = WORKTREES
    begins_at: int = 0

    @property
    def plans(self) -> tuple[str, ...]:
        """The paths of the plans."""
        return tuple(path for path, _ in self.documents)

    def versions(self, plan: str) -> tuple[PlanDefinition, ...]:
        """Return the versions of a plan's document; for an unknown path, those of the first."""
        return dict(self.documents).get(plan, self.documents[0][1])


def workspace_of(
    definitions: Mapping[str, PlanDefinition],
    worktrees: tuple[str, ...] = WORKTREES,
    begins_at: int = 0,
) -> Workspace:
    """Return a workspace of plan documents and typical edits of each."""
    documents = tuple(
        (path, (original, *edits(original))) for path, original in definitions.items()
    )
    return Workspace(documents, worktrees, begins_at)


@st.composite
def step_definitions(
    draw: st.DrawFn, anchor: str, earlier: Sequence[str], most_substeps: int = 0
) -> StepDefinition:
    """Return a step that depends on earlier ones only, with its items and substeps."""
    dependencies = draw(dependencies_on(earlier))
    items = draw(item_lists)
    substeps: list[StepDefinition] = []
    # Most steps have no substeps.
    for number in range(max(draw(st.integers(-2, most_substeps)), 0)):
        siblings = [substep.anchor for substep in substeps]
        substeps.append(draw(step_definitions(f"{anchor}-{number}", [*earlier, *siblings])))
    return StepDefinition(anchor, anchor, dependencies, items, tuple(substeps))


def dependencies_on(anchors: Sequence[str]) -> st.SearchStrategy[tuple[str, ...]]:
    """Return tuples of a few different anchors."""
    if not anchors:
        return st.just(())
    return st.lists(st.sampled_from(anchors), max_size=MOST_DEPENDENCIES, unique=True).map(tuple)


@st.composite
def plan_definitions(draw: st.DrawFn, most_steps: int = MOST_STEPS) -> PlanDefinition:
    """Return valid plans of a few steps with substeps, dependencies and items.

    The order of the steps is neither that of their dependencies nor that of their anchors.
    """
    steps: list[StepDefinition] = []
    anchors = draw(ANCHORS)
    for number in range(draw(st.integers(1, most_steps))):
        earlier = [row.anchor for step in steps for row in (step, *step.substeps)]
        steps.append(draw(step_definitions(anchors[number], earlier, MOST_SUBSTEPS)))
    steps = draw(st.permutations(steps))
    document_hash = sha256(repr(steps).encode()).hexdigest()
    return PlanDefinition("A random plan", document_hash, tuple(steps))


def workspaces(
    paths: Sequence[str] = PATHS,
    most_steps: int = MOST_STEPS,
    times: st.SearchStrategy[int] | None = None,
) -> st.SearchStrategy[Workspace]:
    """Return workspaces with a random plan at each path, in which work begins at random times."""
    plans: Mapping[str, st.SearchStrategy[PlanDefinition]] = {
        path: plan_definitions(most_steps) for path in paths
    }
    return st.builds(
        workspace_of,
        st.fixed_dictionaries(plans),
        pairs_or(WORKTREES),
        beginnings() if times is None else times,
    )
