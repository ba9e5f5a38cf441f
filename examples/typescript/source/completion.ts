/** Completion of a held step, strictly or by force. */

import { checkClaim } from "./claims.js";
import {
  incompleteChecklist,
  incompleteSubsteps,
  notClaimed,
  ownershipViolation,
  unknownStep,
} from "./rejections.js";
import type { Complete } from "./requests.js";
import { isCompleted, isHeld, settle } from "./store.js";
import type { Plan, Step, Store } from "./store.js";

/** Complete a held step, once (CMP-1 to CMP-7, CMP-11). */
export function complete(store: Store, asked: Complete): object {
  const plan = store.undriftedPlan(asked);
  const step = plan.step(asked.step);
  if (step === undefined) throw unknownStep(asked.step);
  if (isCompleted(step)) {
    return { answer: "already_completed", all_steps_completed: plan.remaining === 0 };
  }
  const holder = step.claimed_by;
  if (!isHeld(step) || holder === null) throw notClaimed(asked.step, step.status);
  checkClaim(step, asked.claim_id);
  if (holder !== asked.worktree) throw ownershipViolation(asked.step, holder, asked.worktree);
  if (!asked.force) checkFinished(plan, step);
  const reason = asked.force ? asked.reason || "forced completion" : "";
  for (const each of [step, ...plan.unfinishedSubsteps(step)]) {
    if (asked.force) each.items.forEach((item) => settle(item, "completed"));
    each.status = "completed";
    each.completed_at = asked.now;
    each.lease_expires_at = null;
    each.complete_reason = reason;
  }
  const all_steps_completed = plan.remaining === 0;
  if (all_steps_completed) plan.status = "done";
  return { answer: "step_completed", forced: asked.force, all_steps_completed };
}

/** Refuse the strict completion of what is unfinished (CMP-2, CMP-3). */
function checkFinished(plan: Plan, step: Step): void {
  const open = step.items.filter((item) => item.status === "open").length;
  if (open > 0) throw incompleteChecklist(open);
  const unfinished = plan.unfinishedSubsteps(step).length;
  if (unfinished > 0) throw incompleteSubsteps(unfinished);
}
