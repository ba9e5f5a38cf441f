/** Claims and leases: who may work on which step, until when. */

import {
  badRequest,
  notClaimed,
  ownershipViolation,
  staleClaim,
  unknownStep,
} from "./rejections.js";
import type { Claim, ClaimId, Heartbeat, OnStep, Ready, Release, Reset, Start } from "./requests.js";
import { isCompleted, isHeld, settle } from "./store.js";
import type { Plan, Step, Store } from "./store.js";

/** Claim the first claimable step for the caller, under a new id (CLM-1 to CLM-11, CLM-19). */
export function claim(store: Store, asked: Claim): object {
  const plan = store.undriftedPlan({ ...asked, allow_drift: false });
  const free = plan.topLevel.filter((each) => isUnblocked(plan, each) && isFree(each, asked));
  const isOwn = (each: Step): boolean => isHeld(each) && each.claimed_by === asked.worktree;
  const step = (asked.resume ? free.find(isOwn) : undefined) ?? free[0]; // CLM-22
  if (step === undefined) {
    const blocked = plan.remaining;
    return { answer: "nothing_claimable", all_completed: blocked === 0, blocked };
  }
  checkClaim(step, asked.claim_id, false);
  const reclaimed = step.status !== "pending";
  const release_reason = step.release_reason; // CLM-10.5
  const claim_id = Math.max(plan.last_claim_id + 1, asked.lowest_id ?? 0); // CLM-19
  plan.last_claim_id = claim_id;
  give(step, asked, claim_id);
  for (const substep of plan.unfinishedSubsteps(step)) {
    give(substep, asked, claim_id);
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
    claim_id,
    release_reason,
  };
}

/** Start a claimed step; starting it again changes nothing (CLM-12). */
export function start(store: Store, asked: Start): object {
  const step = ownStep(store.plan(asked.plan), asked);
  if (step.status === "in_progress") return { answer: "already_started", anchor: step.anchor };
  step.status = "in_progress";
  step.started_at = asked.now;
  return { answer: "started", anchor: step.anchor };
}

/** Renew the lease of a held step (CLM-13). */
export function heartbeat(store: Store, asked: Heartbeat): object {
  const step = ownStep(store.plan(asked.plan), asked);
  step.heartbeat_at = asked.now;
  const end = asked.now + asked.lease;
  const former = step.lease_expires_at;
  step.lease_expires_at = former !== null && former > end && !asked.shorten ? former : end; // CLM-13.12
  return { answer: "lease_renewed", lease_expires_at: step.lease_expires_at };
}

/** The greatest size of the reason of a release, in bytes of UTF-8. */
const MOST_REASON_BYTES = 500;

/** Give a held step back, on a worktree's authority or by force (CLM-14, CLM-15). */
export function release(store: Store, asked: Release): object {
  const plan = store.plan(asked.plan);
  if (asked.force === (asked.worktree !== null)) {
    throw badRequest("invalid_request", { given: asked.force ? "both" : "neither" });
  }
  const reason = asked.reason ?? null;
  const found = new TextEncoder().encode(reason ?? "").length;
  if (found > MOST_REASON_BYTES) {
    throw badRequest("oversized_reason", { found, most: MOST_REASON_BYTES }); // CLM-14.16
  }
  const step = plan.step(asked.step);
  if (step === undefined) throw unknownStep(asked.step);
  const holder = step.claimed_by;
  if (!isHeld(step) || holder === null) throw notClaimed(asked.step, step.status);
  checkClaim(step, asked.claim_id, step.fenced && !asked.force);
  if (asked.worktree !== null && asked.worktree !== holder) {
    throw ownershipViolation(asked.step, holder, asked.worktree);
  }
  for (const each of giveBack(plan, step)) each.release_reason = reason; // CLM-14.17
  return { answer: "released", was_claimed_by: holder };
}

/** Make an uncompleted step pending, whoever holds it (CLM-16). */
export function reset(store: Store, asked: Reset): object {
  const plan = store.plan(asked.plan);
  const step = plan.step(asked.step);
  if (step === undefined) throw unknownStep(asked.step);
  if (isCompleted(step)) throw notClaimed(asked.step, step.status);
  checkClaim(step, asked.claim_id, false);
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
  const holding = plan.holding(step);
  const holder = holding.claimed_by;
  if (holder === null) throw notClaimed(asked.step, step.status);
  checkClaim(holding, asked.claim_id);
  if (holder !== asked.worktree) throw ownershipViolation(asked.step, holder, asked.worktree);
  return step;
}

/**
 * Refuse a request that is made under another claim than the one stored with the step, or under
 * none where the claim demands that its id is given (CLM-20, CLM-21).
 */
export function checkClaim(step: Step, given: ClaimId = null, demanded = step.fenced): void {
  if (given === null ? demanded : given !== step.claim_id) {
    throw staleClaim(given, step.claimed_by, step.claimed_at);
  }
}

/** Find a step that is held, and by the caller (CLM-12, CLM-13, CLM-18). */
function ownStep(plan: Plan, asked: OnStep): Step {
  const step = heldStep(plan, asked);
  if (!isHeld(step)) throw notClaimed(asked.step, step.status);
  return step;
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

function give(step: Step, asked: Claim, claim_id: number): void {
  step.status = "claimed";
  step.claimed_by = asked.worktree;
  step.claimed_at = asked.now;
  step.heartbeat_at = asked.now;
  step.lease_expires_at = asked.now + asked.lease;
  step.started_at = null;
  step.claim_id = claim_id;
  step.fenced = asked.fenced ?? false;
  step.release_reason = null; // CLM-8.7
}

/** Make a step and its unfinished substeps pending (CLM-14, CLM-16), and return them. */
function giveBack(plan: Plan, given: Step): Step[] {
  const rows = [given, ...plan.unfinishedSubsteps(given)];
  for (const step of rows) {
    step.status = "pending";
    step.claimed_by = null;
    step.claimed_at = null;
    step.heartbeat_at = null;
    step.lease_expires_at = null;
    step.started_at = null;
    step.claim_id = null;
    step.fenced = false;
    for (const item of step.items) {
      if (item.status !== "completed") settle(item, "open");
    }
  }
  return rows;
}
