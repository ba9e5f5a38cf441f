"""Operations that complete steps: complete, and reconcile with a commit log."""

from hypothesis import strategies as st

from conformance.generators.context import (
    UNKNOWN_STEP,
    GenerationContext,
    Target,
    choose_claim_id,
    choose_document,
    choose_plan,
    choose_target,
    choose_worktree,
    completable,
    current_context,
)
from conformance.generators.draws import (
    biased_choice,
    booleans_with_odds,
    choose,
    mostly_usual,
    one_in,
    positions,
    values,
)
from spec.vocabulary.completion import CommitLog, CommitLogEntry, Complete, Reconcile
from spec.vocabulary.domains import CommitHash, Reason

HASHES = mostly_usual(CommitHash)

reasons = values(Reason, None, None, None)


@st.composite
def completes(draw: st.DrawFn) -> Complete:
    """Complete a held step strictly, or by force, mostly if it has unfinished substeps."""
    context = draw(current_context)
    other_worktree, other_document, drift, forced = draw(
        booleans_with_odds(other_worktree=8, other_document=12, drift=6, forced=6)
    )
    target = choose_target(draw, context, draw(completable))
    return Complete(
        plan=target.plan,
        step=target.step,
        worktree=choose_worktree(draw, context, target, other=other_worktree),
        document_hash=choose_document(draw, context, target.plan, other=other_document),
        now=context.now,
        force=not draw(one_in(3)) if has_unfinished_substeps(target) else forced,
        reason=draw(reasons),
        allow_drift=drift,
        claim_id=choose_claim_id(draw, target),
    )


def has_unfinished_substeps(target: Target) -> bool:
    """Return whether force would reach further than the step itself."""
    steps = target.stored_plan.steps if target.stored_plan else ()
    return any(step.parent == target.step and step.completed_at is None for step in steps)


@st.composite
def reconciles(draw: st.DrawFn) -> Reconcile:
    """Reconcile with the commit log, or with an invented one."""
    context = draw(current_context)
    plan = choose_plan(draw, context)
    invented, force = draw(booleans_with_odds(invented=2, force=2))
    made_up = invented or not context.commit_log
    return Reconcile(
        plan=plan,
        history=choose_commit_log(draw, context, plan) if made_up else context.commit_log,
        now=context.now,
        force=force,
    )


def choose_commit_log(draw: st.DrawFn, context: GenerationContext, plan: str) -> CommitLog:
    """Return a few commits, now and then one for every step."""
    stored = context.state.plan(plan)
    anchors = [step.anchor for step in stored.steps] if stored else []
    entries = []
    for _ in range(1 + draw(positions(3))):
        path = biased_choice(draw, (plan,), context.workspace.plans, 5)
        step = biased_choice(draw, anchors, (UNKNOWN_STEP,), 12)
        steps = stored.steps if stored else ()
        found = next((each for each in steps if each.anchor == step), None)
        claim_id = choose_claim_id(draw, Target(path, step, stored, found))
        earlier = draw(one_in(4))
        entries.append(CommitLogEntry(path, step, choose(draw, HASHES), claim_id, earlier))
    if draw(one_in(8)):
        commit = choose(draw, HASHES)
        entries += [CommitLogEntry(plan, anchor, commit) for anchor in anchors]
    return tuple(entries)
