//! Completion: strictly, by force, or because history says so.

use std::collections::HashSet;

use crate::outcomes::{Answer, HashMismatch, Outcome, Rejection};
use crate::plans::{Plan, PlanStatus, Store};
use crate::requests::{Complete, Reconcile};
use crate::steps::{ItemStatus, Status, Step};

impl Store {
    /// Complete a held step (CMP-1 to CMP-7); a completed one stays as it is (CMP-11).
    pub fn complete(&mut self, request: Complete) -> Outcome {
        let plan = self.undrifted(&request.plan, &request.document_hash, request.allow_drift)?;
        let step =
            plan.step(&request.step).ok_or_else(|| Rejection::unknown_step(&request.step))?;
        if step.status == Status::Completed {
            return Ok(Answer::AlreadyCompleted { all_steps_completed: plan.remaining() == 0 });
        }
        let index = step.index;
        plan.check_completion(index, &request)?;
        let reason = match request.reason {
            _ if !request.force => String::new(),
            Some(reason) if !reason.is_empty() => reason,
            _ => "forced completion".to_owned(),
        };
        if request.force {
            plan.steps[index].complete_items();
            for substep in plan.unfinished_substeps(&request.step) {
                substep.complete_items();
                substep.finish(request.now, Some(&reason));
            }
        }
        plan.steps[index].finish(request.now, Some(&reason));
        let all_steps_completed = plan.finish_if_done();
        Ok(Answer::StepCompleted { forced: request.force, all_steps_completed })
    }

    /// Complete what the history, newest commit first, says is done (CMP-9, CMP-10).
    pub fn reconcile(&mut self, request: Reconcile) -> Outcome {
        let plan = self.plan(&request.plan)?;
        let mut seen = HashSet::new();
        let mut reconciled_count = 0;
        let mut skipped_mismatches = Vec::new();
        for entry in request.history.into_iter().filter(|entry| entry.plan == request.plan) {
            let Some(step) = plan.step_mut(&entry.step) else { continue };
            // An entry of an earlier claim or text is as if it were not there (CMP-9).
            let of_claim = entry.claim_id.is_some() && entry.claim_id < step.claim_id;
            let is_earlier = of_claim || entry.earlier_text;
            if is_earlier && !request.force || !seen.insert(entry.step.clone()) {
                continue;
            }
            if step.status != Status::Completed {
                step.complete_items();
                step.finish(request.now, None);
                step.commit_hash = Some(entry.commit_hash);
                for substep in plan.unfinished_substeps(&entry.step) {
                    substep.complete_items();
                    substep.finish(request.now, None);
                }
                reconciled_count += 1;
                continue;
            }
            match &step.commit_hash {
                Some(stored) if *stored == entry.commit_hash => {}
                Some(stored) if !request.force => skipped_mismatches.push(HashMismatch {
                    step: entry.step,
                    stored_hash: stored.clone(),
                    history_hash: entry.commit_hash,
                }),
                _ => {
                    step.commit_hash = Some(entry.commit_hash);
                    reconciled_count += 1;
                }
            }
        }
        plan.finish_if_done();
        Ok(Answer::Reconciled { reconciled_count, skipped_mismatches })
    }
}

impl Plan {
    /// Reject the completion of a step by the first check that fails (CMP-1, CLM-20, CLM-21).
    fn check_completion(&mut self, index: usize, request: &Complete) -> Result<(), Rejection> {
        let step = &self.steps[index];
        let holder = match &step.claimed_by {
            Some(holder) if step.is_held() => holder,
            _ => return Err(Rejection::not_claimed(&step.anchor, step.status)),
        };
        step.check_claim(request.claim_id, false)?;
        if *holder != request.worktree {
            return Err(Rejection::ownership_violation(&step.anchor, holder, &request.worktree));
        }
        let open = step.items.iter().filter(|item| item.status == ItemStatus::Open).count();
        if open > 0 && !request.force {
            return Err(Rejection::incomplete_checklist(open));
        }
        let unfinished = self.unfinished_substeps(&request.step).count();
        if unfinished > 0 && !request.force {
            return Err(Rejection::incomplete_substeps(unfinished));
        }
        Ok(())
    }

    /// Make the plan done if its last top-level step is, and return whether it is (CMP-7).
    fn finish_if_done(&mut self) -> bool {
        let is_done = self.remaining() == 0;
        if is_done {
            self.status = PlanStatus::Done;
        }
        is_done
    }
}

impl Step {
    /// Complete the step and end its lease; who held it stays on record (CMP-6).
    fn finish(&mut self, now: i64, reason: Option<&str>) {
        self.status = Status::Completed;
        self.completed_at = Some(now);
        self.lease_expires_at = None;
        self.complete_reason = reason.map(str::to_owned);
    }

    /// Complete all items, deferred ones too (CMP-4, CMP-5, CMP-9).
    fn complete_items(&mut self) {
        self.items.iter_mut().for_each(|item| item.settle(ItemStatus::Completed));
    }
}
