/** Why an operation is refused. It has then changed nothing. */

type Details = Record<string, string | number | bigint | null>;

export class Rejection extends Error {
  constructor(
    readonly code: string,
    readonly reason: string,
    readonly details: Details = {},
  ) {
    super(`${code} ${reason}`);
  }
}

/** Refuse what was asked for, saying in a word what is wrong with it. */
export function badRequest(reason: string, details: Details = {}): Rejection {
  return new Rejection("E047", reason, details);
}

export function unknownStep(step: string): Rejection {
  return badRequest("unknown_step", { step });
}

export function invalidStatus(status: string): Rejection {
  return badRequest("invalid_status", { status });
}

export function planDrift(stored_hash: string, document_hash: string): Rejection {
  return new Rejection("E048", "plan_drift", { stored_hash, document_hash });
}

export function ownershipViolation(step: string, holder: string, caller: string): Rejection {
  return new Rejection("E049", "ownership_violation", { step, holder, caller });
}

export function staleClaim(
  given: number | null,
  holder: string | null,
  claimedAt: bigint | null,
): Rejection {
  return new Rejection("E049", "stale_claim", { given, holder, claimed_at: claimedAt });
}

/** Refuse because of the status that was found, which is `unknown` if there is no such step. */
export function notClaimed(step: string, status: string): Rejection {
  return new Rejection("E050", "not_claimed", { step, status });
}

export function incompleteChecklist(open_items: number): Rejection {
  return new Rejection("E051", "incomplete_checklist", { open_items });
}

export function incompleteSubsteps(unfinished_substeps: number): Rejection {
  return new Rejection("E052", "incomplete_substeps", { unfinished_substeps });
}
