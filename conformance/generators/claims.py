"""Operations on claims: claim, start, heartbeat, release, reset and ready."""

from hypothesis import strategies as st

from conformance.generators.domains import LATEST, values
from conformance.generators.situation import (
    DrawContext,
    Target,
    choose_claim_id,
    choose_document,
    choose_mostly,
    choose_plan,
    choose_target,
    choose_worktree,
    flags,
    is_claimed,
    is_held,
    is_unfinished,
    machines,
    one_in,
)
from spec.vocabulary.claims import Claim
from spec.vocabulary.domains import Duration
from spec.vocabulary.holding import Heartbeat, Release, Reset, Start
from spec.vocabulary.readiness import Ready

leases = values(Duration)


@st.composite
def claims(draw: st.DrawFn) -> Claim:
    """Claim the next step of a plan, mostly for a worktree that holds nothing."""
    situation = draw(machines).situation
    plan = choose_plan(draw, situation)
    other_document, force, fenced, proven = draw(flags(8, 6, 6, 8))
    counted, held = next_claim(situation, plan)
    return Claim(
        plan=plan,
        worktree=choose_mostly(draw, idle_worktrees(situation), situation.workspace.worktrees, 4),
        document_hash=choose_document(draw, situation, plan, other=other_document),
        now=situation.now,
        lease=draw(leases),
        force=force,
        claim_id=choose_claim_id(draw, held) if proven else None,
        fenced=fenced and counted,
    )


def next_claim(situation: DrawContext, plan: str) -> tuple[bool, Target]:
    """Return whether claims have ids, and a step that a claim may take over."""
    stored = situation.state.plan(plan)
    if stored is None or stored.last_claim_id is None:
        return False, Target(plan, "")
    held = next((step for step in stored.steps if is_held(step)), None)
    return True, Target(plan, "", stored, held)


@st.composite
def later_times(draw: st.DrawFn) -> int:
    """Return a time to wait for: when a lease ends, just after that, or any a little later."""
    situation = draw(machines).situation
    targets = situation.steps(is_held)
    ends = [target.stored.lease_expires_at for target in targets if target.stored]
    coming = [end for end in ends if end is not None and situation.now <= end < LATEST]
    around = [moment for end in coming for moment in (end, end + 1)]
    return choose_mostly(draw, around, (situation.now + 1, situation.now + 1000), 4)


def idle_worktrees(situation: DrawContext) -> list[str]:
    """Return the worktrees that hold no step."""
    holders = {target.stored.claimed_by for target in situation.steps(is_held) if target.stored}
    return [worktree for worktree in situation.workspace.worktrees if worktree not in holders]


@st.composite
def starts(draw: st.DrawFn) -> Start:
    """Start a step that was claimed, or start it again."""
    situation = draw(machines).situation
    target = choose_target(draw, situation, is_held if draw(one_in(6)) else is_claimed)
    worktree = choose_worktree(draw, situation, target, other=draw(one_in(8)))
    return Start(target.plan, target.step, worktree, situation.now, choose_claim_id(draw, target))


@st.composite
def heartbeats(draw: st.DrawFn) -> Heartbeat:
    """Renew the lease on a held step."""
    situation = draw(machines).situation
    target = choose_target(draw, situation, is_held)
    worktree = choose_worktree(draw, situation, target, other=draw(one_in(8)))
    now = situation.now
    claim_id = choose_claim_id(draw, target)
    return Heartbeat(target.plan, target.step, worktree, now, draw(leases), claim_id)


@st.composite
def releases(draw: st.DrawFn) -> Release:
    """Release a held step: as its holder, by force, as both or as neither."""
    situation = draw(machines).situation
    target = choose_target(draw, situation, is_held)
    force, unusual, other = draw(flags(4, 6, 8))
    named = force == unusual
    worktree = choose_worktree(draw, situation, target, other=other) if named else None
    claim_id = choose_claim_id(draw, target)
    return Release(target.plan, target.step, situation.now, worktree, force, claim_id)


@st.composite
def resets(draw: st.DrawFn) -> Reset:
    """Reset a step."""
    situation = draw(machines).situation
    target = choose_target(draw, situation, is_unfinished)
    proven = draw(one_in(4))
    claim_id = choose_claim_id(draw, target) if proven else None
    return Reset(target.plan, target.step, situation.now, claim_id)


@st.composite
def readies(draw: st.DrawFn) -> Ready:
    """Query which steps are ready."""
    situation = draw(machines).situation
    return Ready(choose_plan(draw, situation), situation.now)
