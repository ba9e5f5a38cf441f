//! What is stored: plans, each with its steps and its counters.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};
use serde_json::json;

use crate::outcomes::Rejection;
use crate::requests::PlanDefinition;
use crate::steps::{Status, Step};

#[derive(Default, Serialize)]
pub struct Store {
    #[serde(serialize_with = "values")]
    plans: BTreeMap<String, Plan>,
    /// Always 0, since each plan counts its own artifacts; states have the field all the same.
    last_artifact_id: u64,
}

fn values<S: Serializer>(plans: &BTreeMap<String, Plan>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(plans.values())
}

#[derive(Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PlanStatus {
    Active,
    Done,
}

#[derive(Serialize)]
pub struct Plan {
    pub path: String,
    pub document_hash: String,
    pub title: String,
    pub status: PlanStatus,
    pub steps: Vec<Step>,
    pub last_artifact_id: u64,
    pub last_claim_id: u64,
}

impl Store {
    /// Make a plan known, before any work on it.
    pub fn register(&mut self, path: String, definition: PlanDefinition) {
        let mut steps = Vec::new();
        for mut defined in definition.steps {
            let substeps = std::mem::take(&mut defined.substeps);
            let parent = defined.anchor.clone();
            steps.push(Step::new(defined, steps.len(), None));
            for substep in substeps {
                steps.push(Step::new(substep, steps.len(), Some(parent.clone())));
            }
        }
        let plan = Plan {
            path: path.clone(),
            document_hash: definition.document_hash,
            title: definition.title,
            status: PlanStatus::Active,
            steps,
            last_artifact_id: 0,
            last_claim_id: 0,
        };
        self.plans.insert(path, plan);
    }

    /// Find a registered plan (PLN-3).
    pub fn plan(&mut self, path: &str) -> Result<&mut Plan, Rejection> {
        self.plans
            .get_mut(path)
            .ok_or_else(|| Rejection::of_request("unknown_plan", json!({"plan": path})))
    }

    /// Find a registered plan whose document has not changed (PLN-6).
    pub fn undrifted(
        &mut self,
        path: &str,
        document_hash: &str,
        allow_drift: bool,
    ) -> Result<&mut Plan, Rejection> {
        let plan = self.plan(path)?;
        if plan.document_hash != document_hash && !allow_drift {
            return Err(Rejection::plan_drift(&plan.document_hash, document_hash));
        }
        Ok(plan)
    }
}

impl Plan {
    pub fn step(&self, anchor: &str) -> Option<&Step> {
        self.steps.iter().find(|step| step.anchor == anchor)
    }

    pub fn step_mut(&mut self, anchor: &str) -> Option<&mut Step> {
        self.steps.iter_mut().find(|step| step.anchor == anchor)
    }

    pub fn top_level(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(|step| step.parent.is_none())
    }

    /// List the substeps of a step that are not completed.
    pub fn unfinished_substeps<'a>(
        &'a mut self,
        parent: &'a str,
    ) -> impl Iterator<Item = &'a mut Step> {
        self.steps.iter_mut().filter(move |step| {
            step.parent.as_deref() == Some(parent) && step.status != Status::Completed
        })
    }

    /// Count the top-level steps that are not completed.
    pub fn remaining(&self) -> usize {
        self.top_level().filter(|step| step.status != Status::Completed).count()
    }

    /// Return the step that a step is held through: itself, or the parent of a substep (CLM-12).
    fn held_through<'a>(&'a self, step: &'a Step) -> &'a Step {
        step.parent.as_deref().and_then(|parent| self.step(parent)).unwrap_or(step)
    }

    /// Reject a step that is unknown or has no holder, a claim that is not the current one, and a
    /// caller who is not the holder, in this order (CLM-12, CLM-20, CLM-21, CHK-1).
    pub fn held_step(
        &mut self,
        anchor: &str,
        caller: &str,
        claim_id: Option<u64>,
    ) -> Result<&mut Step, Rejection> {
        let Some(step) = self.step(anchor) else {
            return Err(Rejection::not_claimed(anchor, "unknown"));
        };
        let through = self.held_through(step);
        let Some(holder) = &through.claimed_by else {
            return Err(Rejection::not_claimed(anchor, step.status));
        };
        through.check_claim(claim_id, false)?;
        if holder != caller {
            return Err(Rejection::ownership_violation(anchor, holder, caller));
        }
        let index = step.index;
        Ok(&mut self.steps[index])
    }
}
