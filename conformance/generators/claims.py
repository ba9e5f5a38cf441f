"""Operations on claims: claim, start, heartbeat, release, reset and ready."""

from hypothesis import strategies as st

from conformance.generators.context import (
    GenerationContext,
    Target,
    about_plan,
    choose_claim_id,
    choose_document,
    choose_plan,
    choose_target,
    choose_worktree,
    current_context,
    is_claimed,
    is_held,
    is_unfinished,
)
from conformance.generators.draws import LATEST, biased_choice, booleans_with_odds, one_in, values
from spec.vocabulary.claims import Claim
from spec.vocabulary.domains import Duration, LowestId, Reason
from spec.vocabulary.holding import Heartbeat, Release, Reset, Start
from spec.vocabulary.readiness import Ready

leases = values(Duration)
release_reasons = values(Reason, *(None,) * 6, "ü" * 250 + "a")


@st.composite
def claims(draw: st.DrawFn) -> Claim:
    """Claim the next step of a plan, mostly for a worktree that holds nothing."""
    context = draw(current_context)
    plan = choose_plan(draw, context)
    other_document, force, fenced, proven, resume, high = draw(
        booleans_with_odds(other_document=8, force=6, fenced=6, proven=8, resume=4, high=8)
    )
    counted, held = next_claim(context, plan)
    return Claim(
        plan=plan,
        worktree=biased_choice(draw, idle_worktrees(context), context.workspace.worktrees, 4),
        document_hash=choose_document(draw, context, plan, other=other_document),
        now=context.now,
        lease=draw(leases),
        force=force,
        claim_id=choose_claim_id(draw, held) if proven else None,
        fenced=fenced and counted,
        resume=resume,
        lowest_id=draw(values(LowestId)) if high else None,
    )


def next_claim(context: GenerationContext, plan: str) -> tuple[bool, Target]:
    """Return whether claims have ids, and a step that a claim may take over."""
    stored = context.state.plan(plan)
    if stored is None or stored.last_claim_id is None:
        return False, Target(plan, "")
    held = next((step for step in stored.steps if is_held(step)), None)
    return True, Target(plan, "", stored, held)


@st.composite
def later_times(draw: st.DrawFn) -> int:
    """Return a time to advance to: the expiry of a lease, just after it, or a little later."""
    context = draw(current_context)
    targets = context.steps(is_held)
    ends = [target.stored.lease_expires_at for target in targets if target.stored]
    coming = [end for end in ends if end is not None and context.now <= end < LATEST]
    around = [moment for end in coming for moment in (end, end + 1)]
    return biased_choice(draw, around, (context.now + 1, context.now + 1000), 4)


def idle_worktrees(context: GenerationContext) -> list[str]:
    """Return the worktrees that hold no step."""
    holders = {target.stored.claimed_by for target in context.steps(is_held) if target.stored}
    return [worktree for worktree in context.workspace.worktrees if worktree not in holders]


@st.composite
def starts(draw: st.DrawFn) -> Start:
    """Start a step that was claimed, or start it again."""
    context = draw(current_context)
    target = choose_target(draw, context, is_held if draw(one_in(6)) else is_claimed)
    worktree = choose_worktree(draw, context, target, other=draw(one_in(8)))
    return Start(target.plan, target.step, worktree, context.now, choose_claim_id(draw, target))


@st.composite
def heartbeats(draw: st.DrawFn) -> Heartbeat:
    """Renew the lease on a held step."""
    context = draw(current_context)
    target = choose_target(draw, context, is_held)
    worktree = choose_worktree(draw, context, target, other=draw(one_in(8)))
    held, claim_id = (target.plan, target.step, worktree), choose_claim_id(draw, target)
    return Heartbeat(*held, context.now, draw(leases), claim_id, shorten=draw(one_in(3)))


@st.composite
def releases(draw: st.DrawFn) -> Release:
    """Release a held step: as its holder, by force, as both or as neither."""
    context = draw(current_context)
    target = choose_target(draw, context, is_held)
    force, unusual, other = draw(booleans_with_odds(force=4, unusual=6, other=8))
    named = force == unusual
    worktree = choose_worktree(draw, context, target, other=other) if named else None
    claim_id = choose_claim_id(draw, target)
    asked = (target.plan, target.step, context.now, worktree, force)
    return Release(*asked, claim_id, draw(release_reasons))


@st.composite
def resets(draw: st.DrawFn) -> Reset:
    """Reset a step."""
    context = draw(current_context)
    target = choose_target(draw, context, is_unfinished)
    proven = draw(one_in(4))
    claim_id = choose_claim_id(draw, target) if proven else None
    return Reset(target.plan, target.step, context.now, claim_id)


readies = about_plan(Ready)
