/** What is stored: plans, their steps and substeps, and the items of these. */

import { planDrift, Rejection } from "./rejections.js";
import type { Drifting, PlanDefinition, StepDefinition } from "./requests.js";

export const KINDS = ["task", "test", "checkpoint"] as const;
export type Kind = (typeof KINDS)[number];
export type Status = "pending" | "claimed" | "in_progress" | "completed";
export type ItemStatus = "open" | "completed" | "deferred";

export interface Item {
  kind: Kind;
  ordinal: number;
  text: string;
  status: ItemStatus;
  reason: string | null;
}

export interface Artifact {
  id: number;
  kind: string;
  summary: string;
  recorded_at: bigint;
}

export interface Step {
  anchor: string;
  index: number;
  title: string;
  parent: string | null;
  dependencies: string[];
  status: Status;
  claimed_by: string | null;
  claimed_at: bigint | null;
  lease_expires_at: bigint | null;
  heartbeat_at: bigint | null;
  started_at: bigint | null;
  completed_at: bigint | null;
  commit_hash: string | null;
  complete_reason: string | null;
  items: Item[];
  artifacts: Artifact[];
  claim_id: number | null;
  fenced: boolean;
  release_reason: string | null;
}

export class Store {
  readonly #plans = new Map<string, Plan>();

  /** Make a plan known, before any work on it. */
  register(path: string, definition: PlanDefinition): void {
    this.#plans.set(path, new Plan(path, definition));
  }

  /** Find a registered plan (PLN-3). */
  plan(path: string): Plan {
    const plan = this.#plans.get(path);
    if (plan === undefined) throw new Rejection("E047", "unknown_plan", { plan: path });
    return plan;
  }

  /** Find a registered plan whose document has not changed, unless that is allowed (PLN-6). */
  undriftedPlan(asked: Pick<Drifting, "plan" | "document_hash" | "allow_drift">): Plan {
    const plan = this.plan(asked.plan);
    if (plan.document_hash !== asked.document_hash && !asked.allow_drift) {
      throw planDrift(plan.document_hash, asked.document_hash);
    }
    return plan;
  }

  observe(): object {
    // Artifacts are counted in each plan, so the store counts none.
    return { plans: [...this.#plans.values()], last_artifact_id: 0 };
  }
}

export class Plan {
  readonly document_hash: string;
  readonly title: string;
  status: "active" | "done" = "active";
  readonly steps: Step[] = [];
  last_artifact_id = 0;
  last_claim_id = 0;

  constructor(readonly path: string, definition: PlanDefinition) {
    this.document_hash = definition.document_hash;
    this.title = definition.title;
    for (const step of definition.steps) {
      this.steps.push(newStep(step, this.steps.length, null));
      for (const substep of step.substeps ?? []) {
        this.steps.push(newStep(substep, this.steps.length, step.anchor));
      }
    }
  }

  step(anchor: string): Step | undefined {
    return this.steps.find((step) => step.anchor === anchor);
  }

  get topLevel(): Step[] {
    return this.steps.filter((step) => step.parent === null);
  }

  unfinishedSubsteps(parent: Step): Step[] {
    return this.steps.filter((step) => step.parent === parent.anchor && !isCompleted(step));
  }

  /** How many top-level steps are not completed. */
  get remaining(): number {
    return this.topLevel.filter((step) => !isCompleted(step)).length;
  }

  /** The step that says who holds a step; for a substep, it is the parent (CLM-12, CHK-1). */
  holding(step: Step): Step {
    return (step.parent === null ? undefined : this.step(step.parent)) ?? step;
  }
}

export function isCompleted(step: Step): boolean {
  return step.status === "completed";
}

export function isHeld(step: Step): boolean {
  return step.status === "claimed" || step.status === "in_progress";
}

/** Complete or open an item; either removes its reason (CHK-8). */
export function settle(item: Item, status: "open" | "completed"): void {
  item.status = status;
  item.reason = null;
}

function newStep(definition: StepDefinition, index: number, parent: string | null): Step {
  return {
    anchor: definition.anchor,
    index,
    title: definition.title,
    parent,
    dependencies: [...new Set(definition.dependencies)],
    status: "pending",
    claimed_by: null,
    claimed_at: null,
    lease_expires_at: null,
    heartbeat_at: null,
    started_at: null,
    completed_at: null,
    commit_hash: null,
    complete_reason: null,
    items: KINDS.flatMap((kind) =>
      (definition.items ?? [])
        .filter((item) => item.kind === kind)
        .map(({ text }, ordinal) => ({ kind, ordinal, text, status: "open", reason: null })),
    ),
    artifacts: [],
    claim_id: null,
    fenced: false,
    release_reason: null,
  };
}
