//! Claims and leases: who may work on which step, until when.

use serde_json::json;

use crate::outcomes::{Answer, Outcome, Rejection};
use crate::plans::{ItemStatus, Plan, Status, Step, Store};
use crate::requests::{Claim, Heartbeat, Ready, Release, Reset, Start};

impl Store {
    /// Give the caller the first claimable step (CLM-1 to CLM-11).
    pub fn claim(&mut self, request: Claim) -> Outcome {
        let plan = self.undrifted(&request.plan, &request.document_hash, false)?;
        let claimable = plan
            .top_level()
            .find(|step| plan.is_unblocked(step) && step.is_free_for(&request))
            .map(|step| step.index);
        let Some(index) = claimable else {
            let blocked = plan.remaining();
            return Ok(Answer::NothingClaimable { all_completed: blocked == 0, blocked });
        };
        let step = &mut plan.steps[index];
        let reclaimed = step.status != Status::Pending;
        step.give_to(&request);
        let (anchor, title) = (step.anchor.clone(), step.title.clone());
        for substep in plan.unfinished_substeps(&anchor) {
            substep.give_to(&request);
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
        })
    }

    /// Say that work on a claimed step has begun (CLM-12).
    pub fn start(&mut self, request: Start) -> Outcome {
        let plan = self.plan(&request.plan)?;
        let step = plan.own_step(&request.step, &request.worktree, &[Status::Claimed])?;
        step.status = Status::InProgress;
        step.started_at = Some(request.now);
        Ok(Answer::Started { anchor: request.step })
    }

    /// Renew the lease of a held step (CLM-13).
    pub fn heartbeat(&mut self, request: Heartbeat) -> Outcome {
        let plan = self.plan(&request.plan)?;
        let held = [Status::Claimed, Status::InProgress];
        let step = plan.own_step(&request.step, &request.worktree, &held)?;
        let lease_expires_at = request.now + request.lease;
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
        let anchor = request.step;
        let step = plan.step(&anchor).ok_or_else(|| Rejection::unknown_step(&anchor))?;
        let holder = match &step.claimed_by {
            Some(holder) if step.is_held() => holder.clone(),
            _ => return Err(Rejection::not_claimed(&anchor, step.status)),
        };
        match request.worktree {
            Some(caller) if caller != holder => {
                Err(Rejection::ownership_violation(&anchor, &holder, &caller))
            }
            _ => {
                plan.give_back(&anchor);
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
        plan.give_back(&anchor);
        Ok(Answer::WasReset { anchor })
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
    /// Tell whether everything that a step depends on is completed (CLM-2).
    fn is_unblocked(&self, step: &Step) -> bool {
        step.dependencies.iter().all(|dependency| {
            self.step(dependency).is_some_and(|found| found.status == Status::Completed)
        })
    }

    fn is_ready(&self, step: &Step) -> bool {
        step.status == Status::Pending && self.is_unblocked(step)
    }

    /// Find a step that the caller itself holds with one of these statuses (CLM-12, CLM-13).
    fn own_step(
        &mut self,
        anchor: &str,
        caller: &str,
        statuses: &[Status],
    ) -> Result<&mut Step, Rejection> {
        let own = self.steps.iter().position(|step| {
            step.anchor == anchor
                && step.claimed_by.as_deref() == Some(caller)
                && statuses.contains(&step.status)
        });
        match own {
            Some(index) => Ok(&mut self.steps[index]),
            None => {
                let step = self.held_step(anchor, caller)?;
                Err(Rejection::not_claimed(anchor, step.status))
            }
        }
    }

    /// Make a step and its unfinished substeps pending (CLM-14, CLM-16).
    fn give_back(&mut self, anchor: &str) {
        self.unfinished_substeps(anchor).for_each(Step::give_back);
        if let Some(step) = self.step_mut(anchor) {
            step.give_back();
        }
    }
}

impl Step {
    /// Tell whether holder and lease let the caller have the step (CLM-3 to CLM-6).
    fn is_free_for(&self, request: &Claim) -> bool {
        let is_own = self.claimed_by.as_ref() == Some(&request.worktree);
        self.status == Status::Pending
            || self.is_held() && (self.is_expired(request.now) || is_own || request.force)
    }

    fn is_expired(&self, now: i64) -> bool {
        self.is_held() && self.lease_expires_at.is_some_and(|end| end < now)
    }

    fn give_to(&mut self, request: &Claim) {
        self.status = Status::Claimed;
        self.claimed_by = Some(request.worktree.clone());
        self.claimed_at = Some(request.now);
        self.heartbeat_at = Some(request.now);
        self.lease_expires_at = Some(request.now + request.lease);
        self.started_at = None;
    }

    fn give_back(&mut self) {
        self.status = Status::Pending;
        self.claimed_by = None;
        self.claimed_at = None;
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
