// What the model answers, as `docs/playground/answering.py` writes it.

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export type Request = { operation: string; plan: string; now: number; [field: string]: Json };

export interface Definition {
  title: string;
  document_hash: string;
  steps: Json[];
  [field: string]: Json;
}

export interface Input {
  name: string;
  entry: "text" | "number" | "flag" | "choice" | "json";
  choices?: string[];
  optional?: boolean;
  default: Json;
  required: boolean;
  meaning: string;
}

export interface Description {
  editions: string[];
  amendments: { id: string; title: string; current: boolean }[];
  operations: Record<string, Input[]>;
  clauses: Record<string, { page: string; text: string }>;
  samples: Record<string, string>;
}

export interface Change {
  place: string;
  before: Json;
  after: Json;
}

export type Reply = { reply: string; answer?: string; code?: string; reason?: string } & {
  [field: string]: Json;
};

export interface Step {
  request: Request;
  sentence: string;
  reply: Reply | null;
  replied: string;
  accepted: boolean;
  clauses: string[];
  changed: Change[];
}

export interface Item {
  kind: string;
  ordinal: number;
  text: string;
  status: string;
  reason: string | null;
}

export interface StepState {
  anchor: string;
  title: string;
  parent: string | null;
  status: string;
  claimed_by: string | null;
  lease_expires_at: number | null;
  fenced?: boolean;
  claim_id?: number | null;
  release_reason?: string | null;
  items: Item[];
}

export interface PlanState {
  path: string;
  title: string;
  status: string;
  document_hash: string;
  steps: StepState[];
  review_cycle: Json;
  iteration_loop: Json;
}

export interface Run {
  edition: string;
  steps: Step[];
  state: { plans: PlanState[] };
}

export interface Offer {
  group: string;
  request: Request;
  sentence: string;
  accepted: boolean;
  why: string;
  changes: boolean;
}

export interface Played {
  run: Run;
  other: Run | null;
  differs: number | null;
  // Names that only one of the editions shows there, if nothing else differs.
  fields: string[];
  step: string | null;
  offers: Offer[];
}

export interface Timeline {
  width: number;
  height: number;
  ticks: { x: number; label: string }[];
  lanes: {
    name: string;
    y: number;
    bars: {
      x: number;
      y: number;
      width: number;
      number: number;
      label: string;
      is_open: boolean;
    }[];
    leases: { x: number; y: number; width: number }[];
  }[];
  description: string;
}

export interface JudgedPlan {
  plan: string;
  verdict: string;
  operations: number;
  calls: { process: string; began: string; ended: string; sentence: string; replied: string }[];
  timeline: Timeline | null;
  contradiction: {
    title: string;
    overlaps: string[];
    sample: string;
    clauses: string[];
    orders: { order: string; failure: string; clauses: string[] }[];
  } | null;
}

export interface Judged {
  verdict: string;
  edition: string;
  operations: number;
  plans: JudgedPlan[];
}
