/** What can be asked, as it stands in the requests. Fields that are not named here are ignored. */

import type { Kind } from "./store.js";

export interface ItemDefinition {
  kind: Kind;
  text: string;
}

export interface StepDefinition {
  anchor: string;
  title: string;
  dependencies?: string[];
  items?: ItemDefinition[];
  substeps?: StepDefinition[];
}

export interface PlanDefinition {
  title: string;
  document_hash: string;
  steps: StepDefinition[];
}

interface OnPlan {
  plan: string;
  now: bigint;
}

/** The id of the claim under which a request is made, if it says so. */
export type ClaimId = number | null;

export interface OnStep extends OnPlan {
  step: string;
  worktree: string;
  claim_id?: ClaimId;
}

export interface Claim extends OnPlan {
  worktree: string;
  document_hash: string;
  lease: bigint;
  force: boolean;
  claim_id?: ClaimId;
  fenced?: boolean;
  resume?: boolean;
  lowest_id?: number | null;
}

export type Start = OnStep;

export interface Heartbeat extends OnStep {
  lease: bigint;
  shorten?: boolean;
}

export interface Release extends OnPlan {
  step: string;
  worktree: string | null;
  force: boolean;
  claim_id?: ClaimId;
  reason?: string | null;
}

export interface Reset extends OnPlan {
  step: string;
  claim_id?: ClaimId;
}

export type Ready = OnPlan;

export interface StatusChange {
  status: string;
  kind: Kind | null;
  ordinal: number | null;
}

/** An operation that trusts what the document says. */
export interface Drifting extends OnStep {
  document_hash: string;
  allow_drift: boolean;
}

export interface Update extends Drifting {
  changes: StatusChange[];
  allow_reopen: boolean;
}

export interface BatchEntry {
  kind: string;
  ordinal: number;
  status: string;
  reason: string | null;
}

export interface Batch extends Drifting {
  entries: BatchEntry[];
  complete_remaining: boolean;
}

export interface RecordArtifact extends OnStep {
  kind: string;
  summary: string;
}

export interface Complete extends Drifting {
  force: boolean;
  reason: string | null;
}

export type Operation =
  | ({ operation: "claim" } & Claim)
  | ({ operation: "start" } & Start)
  | ({ operation: "heartbeat" } & Heartbeat)
  | ({ operation: "release" } & Release)
  | ({ operation: "reset" } & Reset)
  | ({ operation: "ready" } & Ready)
  | ({ operation: "update" } & Update)
  | ({ operation: "batch" } & Batch)
  | ({ operation: "record_artifact" } & RecordArtifact)
  | ({ operation: "complete" } & Complete)
  | { operation: "reconcile" };

export type Request =
  | { request: "hello"; protocols: string[] }
  | { request: "reset"; plan?: string | null; definition?: PlanDefinition | null }
  | ({ request: "op" } & Operation)
  | { request: "observe" }
  | { request: "bye" };
