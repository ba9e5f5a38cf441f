//! Holding a claimed step: starting it, renewing its lease, giving it back.

use serde_json::json;

use crate::outcomes::{Answer, Outcome, Rejection};
use crate::plans::{Plan, Store};
use crate::requests::{Heartbeat, Release, Reset, Start};
use crate::steps::{ItemStatus, Status, Step};

/// The greatest size of the reason of a release, in bytes.
const MOST_REASON_BYTES: usize = 500;

impl Store {
    /// Begin work on a claimed step; to repeat that changes nothing (CLM-12).
    ///
    /// Who holds the parent holds a claimed substep too (INV-10), under the same claim (INV-11).
    pub fn start(&mut self, request: Start) -> Outcome {
        let plan = self.plan(&request.plan)?;
        let step = plan.held_step(&request.step, &request.worktree, request.claim_id)?;
        match step.status {
            Status::Claimed => {
                step.status = Status::InProgress;
                step.started_at = Some(request.now);
                Ok(Answer::Started { anchor: request.step })
            }
            Status::InProgress => Ok(Answer::AlreadyStarted { anchor: request.step }),
            status => Err(Rejection::not_claimed(&request.step, status)),
        }
    }

    /// Renew the lease of a held step (CLM-13).
    pub fn heartbeat(&mut self, request: Heartbeat) -> Outcome {
        let plan = self.plan(&request.plan)?;
        let step = plan.held_step(&request.step, &request.worktree, request.claim_id)?;
        if !step.is_held() {
            return Err(Rejection::not_claimed(&request.step, step.status));
        }
        let renewed = request.now + request.lease;
        let lease_expires_at = match step.lease_expires_at {
            Some(end) if !request.shorten => renewed.max(end), // CLM-13.12
            _ => renewed,
        };
        step.heartbeat_at = Some(request.now);
        step.lease_expires_at = Some(lease_expires_at);
        Ok(Answer::LeaseRenewed { lease_expires_at })
    }

    /// Give a held step back, on a worktree's authority or by force (CLM-14, CLM-15).
    pub fn release(&mut self, request: Release) -> Outcome {
        let plan = self.plan(&request.plan)?;
        let given = match (&request.worktree, request.force) {
            (Some(_), true) => Some("both"),
            (None, false) => Some("neither"),
            _ => None,
        };
        if let Some(given) = given {
            return Err(Rejection::of_request("invalid_request", json!({"given": given})));
        }
        let size = request.reason.as_ref().map_or(0, String::len);
        if size > MOST_REASON_BYTES {
            let details = json!({"found": size, "most": MOST_REASON_BYTES});
            return Err(Rejection::of_request("oversized_reason", details)); // CLM-14.16
        }
        let anchor = request.step;
        let step = plan.step(&anchor).ok_or_else(|| Rejection::unknown_step(&anchor))?;
        let holder = match &step.claimed_by {
            Some(holder) if step.is_held() => holder.clone(),
            _ => return Err(Rejection::not_claimed(&anchor, step.status)),
        };
        step.check_claim(request.claim_id, request.force)?;
        match request.worktree {
            Some(caller) if caller != holder => {
                Err(Rejection::ownership_violation(&anchor, &holder, &caller))
            }
            _ => {
                plan.give_back(&anchor, |step| step.release_reason.clone_from(&request.reason)); // CLM-14.17
                Ok(Answer::Released { was_claimed_by: holder })
            }
        }
    }

    /// Make an uncompleted step pending, whoever holds it (CLM-16).
    pub fn reset(&mut self, request: Reset) -> Outcome {
        let plan = self.plan(&request.plan)?;
        let anchor = request.step;
        let step = plan.step(&anchor).ok_or_else(|| Rejection::unknown_step(&anchor))?;
        if step.status == Status::Completed {
            return Err(Rejection::not_claimed(&anchor, step.status));
        }
        step.check_claim(request.claim_id, true)?;
        plan.give_back(&anchor, |_| ());
        Ok(Answer::WasReset { anchor })
    }
}

impl Plan {
    /// Make a step and its unfinished substeps pending (CLM-14, CLM-16), and change each once more.
    fn give_back(&mut self, anchor: &str, change: impl Fn(&mut Step)) {
        self.unfinished_substeps(anchor).for_each(|step| {
            step.give_back();
            change(step);
        });
        if let Some(step) = self.step_mut(anchor) {
            step.give_back();
            change(step);
        }
    }
}

impl Step {
    fn give_back(&mut self) {
        self.status = Status::Pending;
        self.claimed_by = None;
        self.claimed_at = None;
        self.claim_id = None;
        self.fenced = false;
        self.heartbeat_at = None;
        self.lease_expires_at = None;
        self.started_at = None;
        for item in &mut self.items {
            if item.status != ItemStatus::Completed {
                item.settle(ItemStatus::Open);
            }
        }
    }
}
