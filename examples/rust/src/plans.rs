//! What is stored: plans, their steps and substeps, and the items of these.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::json;

use crate::outcomes::Rejection;
use crate::requests::{PlanDefinition, StepDefinition};

#[derive(Default, Serialize)]
pub struct Store {
    #[serde(serialize_with = "values")]
    plans: BTreeMap<String, Plan>,
    pub last_artifact_id: u64,
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
}

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
    pub lease_expires_at: Option<i64>,
    pub heartbeat_at: Option<i64>,
    pub started_at: Option<i64>,
    pub completed_at: Option<i64>,
    pub commit_hash: Option<String>,
    pub complete_reason: Option<String>,
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

#[derive(Serialize)]
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

    /// Say who holds a step; the holder of a substep is that of its parent (CLM-12, CHK-1).
    fn holder<'a>(&'a self, step: &'a Step) -> Option<&'a str> {
        match &step.parent {
            Some(parent) => self.step(parent)?.claimed_by.as_deref(),
            None => step.claimed_by.as_deref(),
        }
    }

    /// Refuse a step that is unknown, or that the caller does not hold (CLM-12, CHK-1).
    pub fn held_step(&mut self, anchor: &str, caller: &str) -> Result<&mut Step, Rejection> {
        let Some(step) = self.step(anchor) else {
            return Err(Rejection::not_claimed(anchor, "unknown"));
        };
        match self.holder(step) {
            None => return Err(Rejection::not_claimed(anchor, step.status)),
            Some(holder) if holder != caller => {
                return Err(Rejection::ownership_violation(anchor, holder, caller))
            }
            Some(_) => {}
        }
        let index = step.index;
        Ok(&mut self.steps[index])
    }
}

impl Step {
    fn new(defined: StepDefinition, index: usize, parent: Option<String>) -> Self {
        let mut dependencies: Vec<String> = Vec::new();
        for dependency in defined.dependencies {
            if !dependencies.contains(&dependency) {
                dependencies.push(dependency);
            }
        }
        let mut items: Vec<Item> = Vec::new();
        for line in defined.items {
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
        Self {
            anchor: defined.anchor,
            index,
            title: defined.title,
            parent,
            dependencies,
            status: Status::Pending,
            claimed_by: None,
            claimed_at: None,
            lease_expires_at: None,
            heartbeat_at: None,
            started_at: None,
            completed_at: None,
            commit_hash: None,
            complete_reason: None,
            items,
            artifacts: Vec::new(),
        }
    }

    pub fn is_held(&self) -> bool {
        matches!(self.status, Status::Claimed | Status::InProgress)
    }
}

impl Item {
    /// Complete or open the item; either removes its reason (CHK-8).
    pub fn settle(&mut self, status: ItemStatus) {
        self.status = status;
        self.reason = None;
    }
}
