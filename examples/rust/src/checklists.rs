//! Checklists: how items are completed, deferred and opened again, and how notes are left.

use serde_json::json;

use crate::outcomes::{Answer, Outcome, Rejection};
use crate::plans::Store;
use crate::requests::{Batch, BatchEntry, RecordArtifact, StatusChange, Update};
use crate::steps::{Artifact, Item, ItemStatus, Kind, Status, Step};

/// How many characters of a summary are stored.
const LONGEST_SUMMARY: usize = 500;

impl Store {
    /// Change the status of items, all changes or none (CHK-2, CHK-3).
    pub fn update(&mut self, request: Update) -> Outcome {
        let step = self
            .undrifted(&request.plan, &request.document_hash, request.allow_drift)?
            .held_step(&request.step, &request.worktree, request.claim_id)?
            .unfinished()?;
        if request.changes.is_empty() {
            return Err(Rejection::of_request("no_update", json!({})));
        }
        let mut wanted = Vec::new();
        for change in &request.changes {
            wanted.push((change, step.check_change(change, request.allow_reopen)?));
        }
        Ok(step.counting_changes(|items| {
            for (change, status) in wanted {
                for item in items.iter_mut().filter(|item| change.names(item)) {
                    item.settle(status);
                }
            }
        }))
    }

    /// Complete and defer the listed items, and perhaps complete the rest (CHK-4 to CHK-6).
    pub fn batch(&mut self, request: Batch) -> Outcome {
        let step = self
            .undrifted(&request.plan, &request.document_hash, request.allow_drift)?
            .held_step(&request.step, &request.worktree, request.claim_id)?
            .unfinished()?;
        if request.entries.is_empty() && !request.complete_remaining {
            return Err(Rejection::of_request("empty_batch", json!({})));
        }
        check_duplicates(&request.entries)?;
        let mut wanted = Vec::new();
        for entry in &request.entries {
            wanted.push((step.check_entry(entry)?, entry));
        }
        Ok(step.counting_changes(|items| {
            for ((index, status), entry) in wanted {
                let item = &mut items[index];
                item.settle(status);
                if status == ItemStatus::Deferred {
                    item.reason.clone_from(&entry.reason);
                }
            }
            if request.complete_remaining {
                for item in items.iter_mut().filter(|item| item.status == ItemStatus::Open) {
                    item.settle(ItemStatus::Completed);
                }
            }
        }))
    }

    /// Leave a note on a step (CHK-10).
    pub fn record_artifact(&mut self, request: RecordArtifact) -> Outcome {
        let plan = self.plan(&request.plan)?;
        let id = plan.last_artifact_id + 1;
        let step = plan.held_step(&request.step, &request.worktree, request.claim_id)?;
        step.artifacts.push(Artifact {
            id,
            kind: request.kind,
            summary: request.summary.chars().take(LONGEST_SUMMARY).collect(),
            recorded_at: request.now,
        });
        plan.last_artifact_id = id;
        Ok(Answer::ArtifactRecorded { artifact_id: id })
    }
}

/// Refuse a batch that names an item twice, with the first entry that does (CHK-4).
fn check_duplicates(entries: &[BatchEntry]) -> Result<(), Rejection> {
    for (index, entry) in entries.iter().enumerate() {
        let mut earlier = entries[..index].iter();
        if earlier.any(|other| (&other.kind, other.ordinal) == (&entry.kind, entry.ordinal)) {
            let details = json!({"kind": entry.kind, "ordinal": entry.ordinal});
            return Err(Rejection::of_request("duplicate_entry", details));
        }
    }
    Ok(())
}

impl StatusChange {
    /// Return whether the change is for an item: one, all of a kind, or every one.
    fn names(&self, item: &Item) -> bool {
        self.kind.is_none_or(|kind| kind == item.kind)
            && self.ordinal.is_none_or(|ordinal| ordinal == item.ordinal)
    }
}

impl Step {
    /// Refuse changes to the items of a completed step (CHK-9).
    fn unfinished(&mut self) -> Result<&mut Self, Rejection> {
        if self.status == Status::Completed {
            return Err(Rejection::not_claimed(&self.anchor, self.status));
        }
        Ok(self)
    }

    fn check_change(
        &self,
        change: &StatusChange,
        allow_reopen: bool,
    ) -> Result<ItemStatus, Rejection> {
        let status = match change.status.as_str() {
            "open" if allow_reopen => ItemStatus::Open,
            "open" => return Err(Rejection::of_request("reopen_not_allowed", json!({}))),
            "deferred" => return Err(Rejection::of_request("missing_reason", json!({}))),
            "completed" => ItemStatus::Completed,
            other => return Err(Rejection::invalid_status(other)),
        };
        if let (Some(kind), Some(ordinal)) = (change.kind, change.ordinal) {
            self.find_item(kind, ordinal)?;
        }
        Ok(status)
    }

    /// Return the position of the item that an entry names, and the status that it wants.
    fn check_entry(&self, entry: &BatchEntry) -> Result<(usize, ItemStatus), Rejection> {
        let kind = match entry.kind.as_str() {
            "task" => Kind::Task,
            "test" => Kind::Test,
            "checkpoint" => Kind::Checkpoint,
            other => return Err(Rejection::of_request("invalid_kind", json!({"kind": other}))),
        };
        let status = match entry.status.as_str() {
            "completed" => ItemStatus::Completed,
            "deferred" => ItemStatus::Deferred,
            other => return Err(Rejection::invalid_status(other)),
        };
        let has_reason = entry.reason.as_ref().is_some_and(|reason| !reason.is_empty());
        if status == ItemStatus::Deferred && !has_reason {
            return Err(Rejection::of_request("missing_reason", json!({})));
        }
        Ok((self.find_item(kind, entry.ordinal)?, status))
    }

    fn find_item(&self, kind: Kind, ordinal: i64) -> Result<usize, Rejection> {
        let names = |item: &Item| item.kind == kind && item.ordinal == ordinal;
        self.items.iter().position(names).ok_or_else(|| {
            let count = self.items.iter().filter(|item| item.kind == kind).count();
            let details = json!({"kind": kind, "ordinal": ordinal, "count": count});
            Rejection::of_request("unknown_item", details)
        })
    }

    /// Change items and answer how many have another status or reason than before (CHK-7).
    fn counting_changes(&mut self, change: impl FnOnce(&mut [Item])) -> Answer {
        let before = self.items.clone();
        change(&mut self.items);
        let differs = self.items.iter().zip(&before).filter(|(item, former)| item != former);
        Answer::ItemsUpdated { items_updated: differs.count() }
    }
}
