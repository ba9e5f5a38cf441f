//! What is answered, and why an operation is refused.

use serde::Serialize;
use serde_json::{json, Value};

#[derive(Serialize)]
#[serde(tag = "answer", rename_all = "snake_case")]
pub enum Answer {
    Claimed {
        anchor: String,
        title: String,
        index: usize,
        lease_expires_at: i64,
        reclaimed: bool,
        remaining_ready: usize,
        total_remaining: usize,
        claim_id: u64,
        release_reason: Option<String>,
    },
    NothingClaimable {
        all_completed: bool,
        blocked: usize,
    },
    Started {
        anchor: String,
    },
    AlreadyStarted {
        anchor: String,
    },
    LeaseRenewed {
        lease_expires_at: i64,
    },
    Released {
        was_claimed_by: String,
    },
    WasReset {
        anchor: String,
    },
    Readiness {
        completed: Vec<String>,
        expired_claim: Vec<String>,
        ready: Vec<String>,
        blocked: Vec<String>,
    },
    ItemsUpdated {
        items_updated: usize,
    },
    ArtifactRecorded {
        artifact_id: u64,
    },
    StepCompleted {
        forced: bool,
        all_steps_completed: bool,
    },
    AlreadyCompleted {
        all_steps_completed: bool,
    },
    Reconciled {
        reconciled_count: usize,
        skipped_mismatches: Vec<HashMismatch>,
    },
}

#[derive(Serialize)]
pub struct HashMismatch {
    pub step: String,
    pub stored_hash: String,
    pub history_hash: String,
}

/// A refusal. The operation has then changed nothing.
#[derive(Serialize)]
pub struct Rejection {
    code: &'static str,
    reason: &'static str,
    details: Value,
}

pub type Outcome = Result<Answer, Rejection>;

impl Rejection {
    /// Refuse what was asked for (E047), with a word and details for what is wrong with it.
    pub fn of_request(reason: &'static str, details: Value) -> Self {
        Self { code: "E047", reason, details }
    }

    pub fn unknown_step(step: &str) -> Self {
        Self::of_request("unknown_step", json!({"step": step}))
    }

    pub fn invalid_status(status: &str) -> Self {
        Self::of_request("invalid_status", json!({"status": status}))
    }

    pub fn plan_drift(stored_hash: &str, document_hash: &str) -> Self {
        let details = json!({"stored_hash": stored_hash, "document_hash": document_hash});
        Self { code: "E048", reason: "plan_drift", details }
    }

    pub fn ownership_violation(step: &str, holder: &str, caller: &str) -> Self {
        let details = json!({"step": step, "holder": holder, "caller": caller});
        Self { code: "E049", reason: "ownership_violation", details }
    }

    pub fn stale_claim(given: Option<u64>, holder: Option<&str>, claimed_at: Option<i64>) -> Self {
        let details = json!({"given": given, "holder": holder, "claimed_at": claimed_at});
        Self { code: "E049", reason: "stale_claim", details }
    }

    /// Refuse because of the status that was found: a `Status`, or the word `unknown`.
    pub fn not_claimed(step: &str, status: impl Serialize) -> Self {
        let details = json!({"step": step, "status": status});
        Self { code: "E050", reason: "not_claimed", details }
    }

    pub fn incomplete_checklist(open_items: usize) -> Self {
        let details = json!({"open_items": open_items});
        Self { code: "E051", reason: "incomplete_checklist", details }
    }

    pub fn incomplete_substeps(unfinished_substeps: usize) -> Self {
        let details = json!({"unfinished_substeps": unfinished_substeps});
        Self { code: "E052", reason: "incomplete_substeps", details }
    }
}
