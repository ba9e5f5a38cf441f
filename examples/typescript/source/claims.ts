/** Claims and leases: who may work on which step, until when. */

import { badRequest, notClaimed, ownershipViolation, unknownStep } from "./rejections.js";
import type { Claim, Heartbeat, OnStep, Ready, Release, Reset, Start } from "./requests.js";
import { isCompleted, isHeld, settle } from "./store.js";
import type { Plan, Status, Step, Store } from "./store.js";

/** Give the caller the first claimable step (CLM-1 to CLM-11). */
export function claim(store: Store, asked: Claim): object {
  const plan = store.undriftedPlan({ ...asked, allow_drift: false });
  const step = plan.topLevel.find((each) => isUnblocked(plan, each) && isFree(each, asked));
  if (step === undefined) {
    const blocked = plan.remaining;
    return { answer: "nothing_claimable", all_completed: blocked === 0, blocked };
  }
  const reclaimed = step.status !== "pending";
  give(step, asked);
  for (const substep of plan.unfinishedSubsteps(step)) {
    give(substep, asked);
    if (reclaimed) substep.items.forEach((item) => settle(item, "open"));
  }
  return {
    answer: "claimed",
    anchor: step.anchor,
    title: step.title,
    index: step.index,
    lease_expires_at: step.lease_expires_at,
    reclaimed,
    remaining_ready: plan.topLevel.filter((each) => isReady(plan, each)).length,
    total_remaining: plan.remaining - 1,
  };
}

/** Say that work on a claimed step has begun (CLM-12). */
export function start(store: Store, asked: Start): object {
  const step = ownStep(store.plan(asked.plan), asked, ["claimed"]);
  step.status = "in_progress";
  step.started_at = asked.now;
  return { answer: "started", anchor: step.anchor };
}

/** Renew the lease of a held step (CLM-13). */
export function heartbeat(store: Store, asked: Heartbeat): object {
  const step = ownStep(store.plan(asked.plan), asked, ["claimed", "in_progress"]);
  step.heartbeat_at = asked.now;
  step.lease_expires_at = asked.now + asked.lease;
  return { answer: "lease_renewed", lease_expires_at: step.lease_expires_at };
}

/** Give a held step back, on a worktree's authority or by force (CLM-14, CLM-15). */
export function release(store: Store, asked: Release): object {
  const plan = store.plan(asked.plan);
  if (asked.force === (asked.worktree !== null)) {
    throw badRequest("invalid_request", { given: asked.force ? "both" : "neither" });
  }
  const step = plan.step(asked.step);
  if (step === undefined) throw unknownStep(asked.step);
  const holder = step.claimed_by;
  if (!isHeld(step) || holder === null) throw notClaimed(asked.step, step.status);
  if (asked.worktree !== null && asked.worktree !== holder) {
    throw ownershipViolation(asked.step, holder, asked.worktree);
  }
  giveBack(plan, step);
  return { answer: "released", was_claimed_by: holder };
}

/** Make an uncompleted step pending, whoever holds it (CLM-16). */
export function reset(store: Store, asked: Reset): object {
  const plan = store.plan(asked.plan);
  const step = plan.step(asked.step);
  if (step === undefined) throw unknownStep(asked.step);
  if (isCompleted(step)) throw notClaimed(asked.step, step.status);
  giveBack(plan, step);
  return { answer: "was_reset", anchor: step.anchor };
}

/** Sort the top-level steps by what a claim would find (CLM-17). */
export function ready(store: Store, asked: Ready): object {
  const plan = store.plan(asked.plan);
  const lists = {
    completed: [] as string[],
    expired_claim: [] as string[],
    ready: [] as string[],
    blocked: [] as string[],
  };
  for (const step of plan.topLevel) {
    if (isCompleted(step)) lists.completed.push(step.anchor);
    else if (isExpired(step, asked.now) && isUnblocked(plan, step)) {
      lists.expired_claim.push(step.anchor);
    } else if (isReady(plan, step)) lists.ready.push(step.anchor);
    else lists.blocked.push(step.anchor);
  }
  return { answer: "readiness", ...lists };
}

/** Refuse a step that is unknown, or that the caller does not hold (CLM-12, CHK-1). */
export function heldStep(plan: Plan, asked: OnStep): Step {
  const step = plan.step(asked.step);
  if (step === undefined) throw notClaimed(asked.step, "unknown");
  const holder = plan.holder(step);
  if (holder === null) throw notClaimed(asked.step, step.status);
  if (holder !== asked.worktree) throw ownershipViolation(asked.step, holder, asked.worktree);
  return step;
}

/** Find a step that the caller itself holds with one of these statuses (CLM-12, CLM-13). */
function ownStep(plan: Plan, asked: OnStep, statuses: Status[]): Step {
  const step = plan.step(asked.step);
  if (step?.claimed_by === asked.worktree && statuses.includes(step.status)) return step;
  throw notClaimed(asked.step, heldStep(plan, asked).status);
}

/** Whether everything that a step depends on is completed (CLM-2). */
function isUnblocked(plan: Plan, step: Step): boolean {
  return step.dependencies.every((dependency) => plan.step(dependency)?.status === "completed");
}

function isReady(plan: Plan, step: Step): boolean {
  return step.status === "pending" && isUnblocked(plan, step);
}

function isExpired(step: Step, now: bigint): boolean {
  return isHeld(step) && step.lease_expires_at !== null && step.lease_expires_at < now;
}

/** Whether holder and lease let the caller have the step (CLM-3 to CLM-6). */
function isFree(step: Step, asked: Claim): boolean {
  if (!isHeld(step)) return step.status === "pending";
  return isExpired(step, asked.now) || step.claimed_by === asked.worktree || asked.force;
}

function give(step: Step, asked: Claim): void {
  step.status = "claimed";
  step.claimed_by = asked.worktree;
  step.claimed_at = asked.now;
  step.heartbeat_at = asked.now;
  step.lease_expires_at = asked.now + asked.lease;
  step.started_at = null;
}

/** Make a step and its unfinished substeps pending (CLM-14, CLM-16). */
function giveBack(plan: Plan, given: Step): void {
  for (const step of [given, ...plan.unfinishedSubsteps(given)]) {
    step.status = "pending";
    step.claimed_by = null;
    step.claimed_at = null;
    step.heartbeat_at = null;
    step.lease_expires_at = null;
    step.started_at = null;
    for (const item of step.items) {
      if (item.status !== "completed") settle(item, "open");
    }
  }
}
