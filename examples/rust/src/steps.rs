//! Steps and substeps: what is stored of each, their items and their artifacts.

use serde::{Deserialize, Serialize};

use crate::outcomes::Rejection;
use crate::requests::{ItemDefinition, StepDefinition};

#[derive(Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    Pending,
    Claimed,
    InProgress,
    Completed,
}

#[derive(Serialize)]
pub struct Step {
    pub anchor: String,
    pub index: usize,
    pub title: String,
    pub parent: Option<String>,
    pub dependencies: Vec<String>,
    pub status: Status,
    pub claimed_by: Option<String>,
    pub claimed_at: Option<i64>,
    pub claim_id: Option<u64>,
    pub fenced: bool,
    pub lease_expires_at: Option<i64>,
    pub heartbeat_at: Option<i64>,
    pub started_at: Option<i64>,
    pub completed_at: Option<i64>,
    pub commit_hash: Option<String>,
    pub complete_reason: Option<String>,
    pub release_reason: Option<String>,
    pub items: Vec<Item>,
    pub artifacts: Vec<Artifact>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Task,
    Test,
    Checkpoint,
}

#[derive(Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ItemStatus {
    Open,
    Completed,
    Deferred,
}

#[derive(Clone, PartialEq, Serialize)]
pub struct Item {
    pub kind: Kind,
    pub ordinal: i64,
    pub text: String,
    pub status: ItemStatus,
    pub reason: Option<String>,
}

#[derive(Serialize)]
pub struct Artifact {
    pub id: u64,
    pub kind: String,
    pub summary: String,
    pub recorded_at: i64,
}

impl Step {
    pub fn new(defined: StepDefinition, index: usize, parent: Option<String>) -> Self {
        let mut dependencies: Vec<String> = Vec::new();
        for dependency in defined.dependencies {
            if !dependencies.contains(&dependency) {
                dependencies.push(dependency);
            }
        }
        Self {
            anchor: defined.anchor,
            index,
            title: defined.title,
            parent,
            dependencies,
            status: Status::Pending,
            claimed_by: None,
            claimed_at: None,
            claim_id: None,
            fenced: false,
            lease_expires_at: None,
            heartbeat_at: None,
            started_at: None,
            completed_at: None,
            commit_hash: None,
            complete_reason: None,
            release_reason: None,
            items: open_items(defined.items),
            artifacts: Vec::new(),
        }
    }

    pub fn is_held(&self) -> bool {
        matches!(self.status, Status::Claimed | Status::InProgress)
    }

    /// Reject a request under a claim that is not the current one (CLM-20), or under none where
    /// the step is fenced (CLM-21); `may_omit` exempts what needs no claim's id.
    pub fn check_claim(&self, given: Option<u64>, may_omit: bool) -> Result<(), Rejection> {
        let is_stale = match given {
            Some(_) => given != self.claim_id,
            None => self.fenced && !may_omit,
        };
        if is_stale {
            let holder = self.claimed_by.as_deref();
            return Err(Rejection::stale_claim(given, holder, self.claimed_at));
        }
        Ok(())
    }
}

/// Return the items of a new step, by kind and ordinal (PLN-1).
fn open_items(lines: Vec<ItemDefinition>) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    for line in lines {
        let ordinal = items.iter().filter(|item| item.kind == line.kind).count() as i64;
        items.push(Item {
            kind: line.kind,
            ordinal,
            text: line.text,
            status: ItemStatus::Open,
            reason: None,
        });
    }
    items.sort_by_key(|item| item.kind);
    items
}

impl Item {
    /// Complete or open the item; either removes its reason (CHK-8).
    pub fn settle(&mut self, status: ItemStatus) {
        self.status = status;
        self.reason = None;
    }
}
