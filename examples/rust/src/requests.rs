//! What can be asked. Fields that are not known are ignored.

use serde::Deserialize;

use crate::steps::Kind;

#[derive(Deserialize)]
#[serde(tag = "request", rename_all = "snake_case")]
pub enum Request {
    Hello { protocols: Vec<String> },
    Reset { plan: Option<String>, definition: Option<PlanDefinition> },
    Op(Operation),
    Observe,
    Bye,
}

#[derive(Deserialize)]
#[serde(tag = "operation", rename_all = "snake_case")]
pub enum Operation {
    Claim(Claim),
    Start(Start),
    Heartbeat(Heartbeat),
    Release(Release),
    Reset(Reset),
    Ready(Ready),
    Update(Update),
    Batch(Batch),
    RecordArtifact(RecordArtifact),
    Complete(Complete),
    Reconcile(Reconcile),
}

#[derive(Deserialize)]
pub struct PlanDefinition {
    pub title: String,
    pub document_hash: String,
    pub steps: Vec<StepDefinition>,
}

#[derive(Deserialize)]
pub struct StepDefinition {
    pub anchor: String,
    pub title: String,
    #[serde(default)]
    pub dependencies: Vec<String>,
    #[serde(default)]
    pub items: Vec<ItemDefinition>,
    #[serde(default)]
    pub substeps: Vec<StepDefinition>,
}

#[derive(Deserialize)]
pub struct ItemDefinition {
    pub kind: Kind,
    pub text: String,
}

#[derive(Deserialize)]
pub struct Claim {
    pub plan: String,
    pub worktree: String,
    pub document_hash: String,
    pub now: i64,
    pub lease: i64,
    pub force: bool,
    pub claim_id: Option<u64>,
    #[serde(default)]
    pub fenced: bool,
    #[serde(default)]
    pub resume: bool,
    pub lowest_id: Option<u64>,
}

#[derive(Deserialize)]
pub struct Start {
    pub plan: String,
    pub step: String,
    pub worktree: String,
    pub now: i64,
    pub claim_id: Option<u64>,
}

#[derive(Deserialize)]
pub struct Heartbeat {
    pub plan: String,
    pub step: String,
    pub worktree: String,
    pub now: i64,
    pub lease: i64,
    pub claim_id: Option<u64>,
    #[serde(default)]
    pub shorten: bool,
}

#[derive(Deserialize)]
pub struct Release {
    pub plan: String,
    pub step: String,
    pub worktree: Option<String>,
    pub force: bool,
    pub claim_id: Option<u64>,
    pub reason: Option<String>,
}

#[derive(Deserialize)]
pub struct Reset {
    pub plan: String,
    pub step: String,
    pub claim_id: Option<u64>,
}

#[derive(Deserialize)]
pub struct Ready {
    pub plan: String,
    pub now: i64,
}

#[derive(Deserialize)]
pub struct Update {
    pub plan: String,
    pub step: String,
    pub worktree: String,
    pub changes: Vec<StatusChange>,
    pub document_hash: String,
    pub allow_reopen: bool,
    pub allow_drift: bool,
    pub claim_id: Option<u64>,
}

#[derive(Deserialize)]
pub struct StatusChange {
    pub status: String,
    pub kind: Option<Kind>,
    pub ordinal: Option<i64>,
}

#[derive(Deserialize)]
pub struct Batch {
    pub plan: String,
    pub step: String,
    pub worktree: String,
    pub entries: Vec<BatchEntry>,
    pub document_hash: String,
    pub complete_remaining: bool,
    pub allow_drift: bool,
    pub claim_id: Option<u64>,
}

#[derive(Deserialize)]
pub struct BatchEntry {
    pub kind: String,
    pub ordinal: i64,
    pub status: String,
    pub reason: Option<String>,
}

#[derive(Deserialize)]
pub struct RecordArtifact {
    pub plan: String,
    pub step: String,
    pub worktree: String,
    pub kind: String,
    pub summary: String,
    pub now: i64,
    pub claim_id: Option<u64>,
}

#[derive(Deserialize)]
pub struct Complete {
    pub plan: String,
    pub step: String,
    pub worktree: String,
    pub document_hash: String,
    pub now: i64,
    pub force: bool,
    pub reason: Option<String>,
    pub allow_drift: bool,
    pub claim_id: Option<u64>,
}

#[derive(Deserialize)]
pub struct Reconcile {
    pub plan: String,
    pub history: Vec<HistoryEntry>,
    pub now: i64,
    pub force: bool,
}

#[derive(Deserialize)]
pub struct HistoryEntry {
    pub plan: String,
    pub step: String,
    pub commit_hash: String,
    pub claim_id: Option<u64>,
    #[serde(default)]
    pub earlier_text: bool,
}
