//! Claims: which step a claim takes, and which steps a claim would find.

use crate::outcomes::{Answer, Outcome};
use crate::plans::{Plan, Store};
use crate::requests::{Claim, Ready};
use crate::steps::{ItemStatus, Status, Step};

impl Store {
    /// Give the caller the first claimable step (CLM-1 to CLM-11, CLM-19).
    pub fn claim(&mut self, request: Claim) -> Outcome {
        let plan = self.undrifted(&request.plan, &request.document_hash, false)?;
        let claimable = plan
            .top_level()
            .find(|step| request.resume && plan.is_unblocked(step) && step.is_own_of(&request)) // CLM-22
            .or_else(|| {
                let mut free = plan.top_level();
                free.find(|step| plan.is_unblocked(step) && step.is_free_for(&request))
            })
            .map(|step| step.index);
        let Some(index) = claimable else {
            let blocked = plan.remaining();
            return Ok(Answer::NothingClaimable { all_completed: blocked == 0, blocked });
        };
        plan.steps[index].check_claim(request.claim_id, true)?;
        plan.last_claim_id = (plan.last_claim_id + 1).max(request.lowest_id.unwrap_or(0));
        let claim_id = plan.last_claim_id;
        let step = &mut plan.steps[index];
        let reclaimed = step.status != Status::Pending;
        let release_reason = step.release_reason.clone(); // CLM-10.5
        step.give_to(&request, claim_id);
        let (anchor, title) = (step.anchor.clone(), step.title.clone());
        for substep in plan.unfinished_substeps(&anchor) {
            substep.give_to(&request, claim_id);
            if reclaimed {
                substep.items.iter_mut().for_each(|item| item.settle(ItemStatus::Open));
            }
        }
        Ok(Answer::Claimed {
            anchor,
            title,
            index,
            lease_expires_at: request.now + request.lease,
            reclaimed,
            remaining_ready: plan.top_level().filter(|step| plan.is_ready(step)).count(),
            total_remaining: plan.remaining() - 1,
            claim_id,
            release_reason,
        })
    }

    /// Sort the top-level steps by what a claim would find (CLM-17).
    pub fn ready(&mut self, request: Ready) -> Outcome {
        let plan = self.plan(&request.plan)?;
        let (mut completed, mut expired_claim) = (Vec::new(), Vec::new());
        let (mut ready, mut blocked) = (Vec::new(), Vec::new());
        for step in plan.top_level() {
            let list = if step.status == Status::Completed {
                &mut completed
            } else if step.is_expired(request.now) && plan.is_unblocked(step) {
                &mut expired_claim
            } else if plan.is_ready(step) {
                &mut ready
            } else {
                &mut blocked
            };
            list.push(step.anchor.clone());
        }
        Ok(Answer::Readiness { completed, expired_claim, ready, blocked })
    }
}

impl Plan {
    /// Return whether everything that a step depends on is completed (CLM-2).
    fn is_unblocked(&self, step: &Step) -> bool {
        step.dependencies.iter().all(|dependency| {
            self.step(dependency).is_some_and(|found| found.status == Status::Completed)
        })
    }

    fn is_ready(&self, step: &Step) -> bool {
        step.status == Status::Pending && self.is_unblocked(step)
    }
}

impl Step {
    /// Return whether holder and lease let the caller have the step (CLM-3 to CLM-6).
    fn is_free_for(&self, request: &Claim) -> bool {
        self.status == Status::Pending
            || self.is_own_of(request)
            || self.is_held() && (self.is_expired(request.now) || request.force)
    }

    fn is_own_of(&self, request: &Claim) -> bool {
        self.is_held() && self.claimed_by.as_ref() == Some(&request.worktree)
    }

    fn is_expired(&self, now: i64) -> bool {
        self.is_held() && self.lease_expires_at.is_some_and(|end| end < now)
    }

    fn give_to(&mut self, request: &Claim, claim_id: u64) {
        self.status = Status::Claimed;
        self.claimed_by = Some(request.worktree.clone());
        self.claimed_at = Some(request.now);
        self.claim_id = Some(claim_id);
        self.fenced = request.fenced;
        self.release_reason = None; // CLM-8.7
        self.heartbeat_at = Some(request.now);
        self.lease_expires_at = Some(request.now + request.lease);
        self.started_at = None;
    }
}
