/** Checklists: how items are completed, deferred and opened again, and how notes are left. */

import { heldStep } from "./claims.js";
import { badRequest, invalidStatus, notClaimed } from "./rejections.js";
import type { Batch, BatchEntry, Drifting, RecordArtifact, StatusChange, Update } from "./requests.js";
import { isCompleted, KINDS, settle } from "./store.js";
import type { Item, Step, Store } from "./store.js";

/** How many characters of a summary are stored. */
const LONGEST_SUMMARY = 500;

/** Change the status of items, all changes or none (CHK-2, CHK-3). */
export function update(store: Store, asked: Update): object {
  const step = changeableStep(store, asked);
  if (asked.changes.length === 0) throw badRequest("no_update");
  const wanted = asked.changes.map((change) => ({
    status: checkStatus(change.status, asked.allow_reopen),
    items: namedItems(step, change),
  }));
  return countingChanges(step, () => {
    for (const { status, items } of wanted) items.forEach((item) => settle(item, status));
  });
}

/** Complete and defer the listed items, and perhaps complete the rest (CHK-4 to CHK-6). */
export function batch(store: Store, asked: Batch): object {
  const step = changeableStep(store, asked);
  if (asked.entries.length === 0 && !asked.complete_remaining) throw badRequest("empty_batch");
  checkDuplicates(asked.entries);
  const wanted = asked.entries.map((entry) => checkEntry(step, entry));
  return countingChanges(step, () => {
    for (const { item, status, reason } of wanted) {
      item.status = status;
      item.reason = reason;
    }
    if (!asked.complete_remaining) return;
    for (const item of step.items) {
      if (item.status === "open") settle(item, "completed");
    }
  });
}

/** Leave a note on a step (CHK-10). */
export function recordArtifact(store: Store, asked: RecordArtifact): object {
  const plan = store.plan(asked.plan);
  const step = heldStep(plan, asked);
  const id = ++plan.last_artifact_id;
  // By code points: a character outside the basic plane counts once.
  const summary = [...asked.summary].slice(0, LONGEST_SUMMARY).join("");
  step.artifacts.push({ id, kind: asked.kind, summary, recorded_at: asked.now });
  return { answer: "artifact_recorded", artifact_id: id };
}

/** Find the step whose items the caller may change (CHK-1, CHK-9). */
function changeableStep(store: Store, asked: Drifting): Step {
  const step = heldStep(store.undriftedPlan(asked), asked);
  if (isCompleted(step)) throw notClaimed(asked.step, step.status);
  return step;
}

function checkStatus(status: string, allowReopen: boolean): "open" | "completed" {
  if (status === "open" && !allowReopen) throw badRequest("reopen_not_allowed");
  if (status === "deferred") throw badRequest("missing_reason");
  if (status !== "completed" && status !== "open") throw invalidStatus(status);
  return status;
}

/** The items that a change is for: one, all of a kind, or every one. */
function namedItems(step: Step, { kind, ordinal }: StatusChange): Item[] {
  if (kind === null) return step.items;
  if (ordinal === null) return step.items.filter((item) => item.kind === kind);
  return [findItem(step, kind, ordinal)];
}

/** Refuse a batch that names an item twice, with the first entry that does. */
function checkDuplicates(entries: BatchEntry[]): void {
  const seen = new Set<string>();
  for (const { kind, ordinal } of entries) {
    const named = JSON.stringify([kind, ordinal]);
    if (seen.has(named)) throw badRequest("duplicate_entry", { kind, ordinal });
    seen.add(named);
  }
}

function checkEntry(step: Step, { kind, ordinal, status, reason }: BatchEntry) {
  if (!KINDS.some((known) => known === kind)) throw badRequest("invalid_kind", { kind });
  if (status !== "completed" && status !== "deferred") throw invalidStatus(status);
  if (status === "deferred" && !reason) throw badRequest("missing_reason");
  const item = findItem(step, kind, ordinal);
  return { item, status, reason: status === "deferred" ? reason : null } as const;
}

function findItem(step: Step, kind: string, ordinal: number): Item {
  const ofKind = step.items.filter((item) => item.kind === kind);
  const item = ofKind[ordinal];
  if (item === undefined) {
    throw badRequest("unknown_item", { kind, ordinal, count: ofKind.length });
  }
  return item;
}

/** Change items and answer how many have another status or reason than before (CHK-7). */
function countingChanges(step: Step, change: () => void): object {
  const before = step.items.map((item) => ({ ...item }));
  change();
  const changed = step.items.filter(({ status, reason }, index) => {
    const was = before[index];
    return status !== was?.status || reason !== was.reason;
  });
  return { answer: "items_updated", items_updated: changed.length };
}
