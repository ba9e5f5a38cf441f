//! The rules of plans, claims, checklists and completion in edition 2026.1 (`planspec explain ID`).
//!
//! Times are reduced to "there is one", leases to what remains of them, as the scopes ask for. A
//! request that is rejected leaves the state unchanged (PLN-3.3).

pub const MAX_ROWS: usize = 5;
pub const MAX_ITEMS: usize = 2;
pub const NOBODY: u8 = 0;
pub const NO_LEASE: i8 = i8::MIN;
const OVER: i8 = -1;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Status {
    #[default]
    Pending,
    Claimed,
    InProgress,
    Completed,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Item {
    #[default]
    Open,
    Completed,
    /// Always with the reason `later`, so that the reason need not be stored.
    Deferred,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CompleteReason {
    #[default]
    None,
    Strict,
    Forced,
}

/// A step or a substep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    pub status: Status,
    pub claimed_by: u8,
    pub lease: i8,
    claimed_at: bool,
    heartbeat_at: bool,
    started_at: bool,
    completed_at: bool,
    complete_reason: CompleteReason,
    artifacts: u8,
    items: [Item; MAX_ITEMS],
}

impl Row {
    const NEW: Row = Row {
        status: Status::Pending,
        claimed_by: NOBODY,
        lease: NO_LEASE,
        claimed_at: false,
        heartbeat_at: false,
        started_at: false,
        completed_at: false,
        complete_reason: CompleteReason::None,
        artifacts: 0,
        items: [Item::Open; MAX_ITEMS],
    };

    /// CLM-4.1.
    pub fn is_held(&self) -> bool {
        matches!(self.status, Status::Claimed | Status::InProgress)
    }

    pub fn is_completed(&self) -> bool {
        self.status == Status::Completed
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub registered: bool,
    pub rows: [Row; MAX_ROWS],
}

impl State {
    pub const EMPTY: State = State {
        registered: false,
        rows: [Row::NEW; MAX_ROWS],
    };
}

/// What the document says of a step or substep, by the positions of others.
#[derive(Clone, Debug)]
pub struct StepDefinition {
    pub parent: Option<usize>,
    pub dependencies: Vec<usize>,
    pub items: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Change {
    /// To complete one item.
    CompleteOne(usize),
    CompleteAll,
    OpenAll,
    /// To defer, or to set an unknown status: an update must not (CHK-2.3, CHK-2.4).
    Refused,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Operation {
    Register,
    /// `Show` and `Ready`, which change nothing.
    Query,
    Claim {
        by: u8,
        lease: i8,
        force: bool,
    },
    Start {
        row: usize,
        by: u8,
    },
    Heartbeat {
        row: usize,
        by: u8,
        lease: i8,
    },
    Release {
        row: usize,
        by: u8,
        force: bool,
    },
    Reset {
        row: usize,
    },
    Update {
        row: usize,
        by: u8,
        change: Option<Change>,
        allow_reopen: bool,
    },
    Batch {
        row: usize,
        by: u8,
        entry: Option<(usize, Item)>,
        complete_remaining: bool,
    },
    RecordArtifact {
        row: usize,
        by: u8,
    },
    Complete {
        row: usize,
        by: u8,
        force: bool,
    },
    /// A millisecond passes.
    Tick,
}

/// The state after an operation.
pub fn apply(document: &[StepDefinition], before: &State, operation: Operation) -> State {
    let mut after = *before;
    if operation == Operation::Register {
        after.registered = true; // PLN-2.1: the same document again changes nothing.
    }
    if !before.registered {
        return after; // PLN-3.1
    }
    let store = Store {
        document,
        rows: &mut after.rows,
    };
    match operation {
        Operation::Register | Operation::Query => {}
        Operation::Claim { by, lease, force } => store.claim(by, lease, force),
        Operation::Start { row, by } => store.start(row, by),
        Operation::Heartbeat { row, by, lease } => store.heartbeat(row, by, lease),
        Operation::Release { row, by, force } => store.release(row, by, force),
        Operation::Reset { row } => store.reset(row),
        Operation::Update {
            row,
            by,
            change,
            allow_reopen,
        } => store.update(row, by, change, allow_reopen),
        Operation::Batch {
            row,
            by,
            entry,
            complete_remaining,
        } => store.batch(row, by, entry, complete_remaining),
        Operation::RecordArtifact { row, by } => store.record_artifact(row, by),
        Operation::Complete { row, by, force } => store.complete(row, by, force),
        Operation::Tick => store.tick(),
    }
    after
}

/// How many artifacts there are.
pub fn artifacts(state: &State) -> u8 {
    state.rows.iter().map(|row| row.artifacts).sum()
}

struct Store<'a> {
    document: &'a [StepDefinition],
    rows: &'a mut [Row; MAX_ROWS],
}

impl Store<'_> {
    /// A step and those of its substeps that are not completed (CLM-8.5, CLM-14.10, CMP-4.4).
    fn with_unfinished(&self, row: usize) -> impl Iterator<Item = usize> + Clone {
        let mut among = [false; MAX_ROWS];
        for (other, definition) in self.document.iter().enumerate() {
            among[other] =
                other == row || definition.parent == Some(row) && !self.rows[other].is_completed();
        }
        (0..MAX_ROWS).filter(move |&other| among[other])
    }

    /// CLM-12.6: a substep's holder is that of its parent.
    fn is_holder(&self, row: usize, by: u8) -> bool {
        self.rows[self.document[row].parent.unwrap_or(row)].claimed_by == by
    }

    /// CLM-1 to CLM-6.
    fn is_claimable(&self, row: usize, by: u8, force: bool) -> bool {
        let step = &self.rows[row];
        let allowed = step.status == Status::Pending
            || step.is_held() && (step.lease == OVER || step.claimed_by == by || force);
        let definition = &self.document[row];
        allowed
            && definition.parent.is_none()
            && definition
                .dependencies
                .iter()
                .all(|&needed| self.rows[needed].is_completed())
    }

    fn claim(self, by: u8, lease: i8, force: bool) {
        // CLM-1.2: the claimable step with the lowest index.
        let Some(step) = (0..self.document.len()).find(|&row| self.is_claimable(row, by, force))
        else {
            return;
        };
        let reclaimed = self.rows[step].status != Status::Pending;
        for number in self.with_unfinished(step) {
            let row = &mut self.rows[number];
            row.status = Status::Claimed;
            row.claimed_by = by;
            row.lease = lease;
            (row.claimed_at, row.heartbeat_at, row.started_at) = (true, true, false);
            if reclaimed && number != step {
                row.items = [Item::Open; MAX_ITEMS]; // CLM-9.3, CLM-9.4
            }
        }
    }

    fn start(self, row: usize, by: u8) {
        if self.is_holder(row, by) && self.rows[row].status == Status::Claimed {
            self.rows[row].status = Status::InProgress;
            self.rows[row].started_at = true;
        }
    }

    fn heartbeat(self, row: usize, by: u8, lease: i8) {
        if self.is_holder(row, by) && self.rows[row].is_held() {
            self.rows[row].heartbeat_at = true;
            self.rows[row].lease = lease;
        }
    }

    fn release(self, row: usize, by: u8, force: bool) {
        // CLM-15.2, CLM-15.3: either a worktree or force.
        let well_formed = (by == NOBODY) == force;
        if well_formed && self.rows[row].is_held() && (force || self.rows[row].claimed_by == by) {
            self.free(row);
        }
    }

    fn reset(self, row: usize) {
        if !self.rows[row].is_completed() {
            self.free(row);
        }
    }

    /// CLM-14.6 to CLM-14.11, and the same for a reset.
    fn free(self, row: usize) {
        for number in self.with_unfinished(row) {
            let row = &mut self.rows[number];
            let items = row.items.map(|item| {
                if item == Item::Completed {
                    item
                } else {
                    Item::Open
                }
            });
            *row = Row {
                items,
                artifacts: row.artifacts,
                ..Row::NEW
            };
        }
    }

    /// CHK-1, CHK-9.2.
    fn may_report(&self, row: usize, by: u8) -> bool {
        self.is_holder(row, by) && !self.rows[row].is_completed()
    }

    fn update(self, row: usize, by: u8, change: Option<Change>, allow_reopen: bool) {
        if !self.may_report(row, by) {
            return;
        }
        let count = self.document[row].items;
        let items = &mut self.rows[row].items;
        match change {
            Some(Change::CompleteOne(ordinal)) => items[ordinal] = Item::Completed,
            Some(Change::CompleteAll) => items[..count].fill(Item::Completed),
            Some(Change::OpenAll) if allow_reopen => items[..count].fill(Item::Open),
            Some(Change::OpenAll | Change::Refused) | None => {}
        }
    }

    fn batch(self, row: usize, by: u8, entry: Option<(usize, Item)>, complete_remaining: bool) {
        if !self.may_report(row, by) {
            return;
        }
        let count = self.document[row].items;
        let items = &mut self.rows[row].items;
        if let Some((ordinal, status)) = entry {
            items[ordinal] = status;
        }
        for item in &mut items[..count] {
            if complete_remaining && *item == Item::Open {
                *item = Item::Completed; // CHK-6.4: a deferred item stays deferred.
            }
        }
    }

    fn record_artifact(self, row: usize, by: u8) {
        if self.is_holder(row, by) {
            self.rows[row].artifacts += 1; // CHK-9.4: even if the step is completed.
        }
    }

    fn complete(self, row: usize, by: u8, force: bool) {
        let step = &self.rows[row];
        let count = self.document[row].items;
        if !step.is_held() || step.claimed_by != by {
            return; // CMP-1
        }
        let rows = self.with_unfinished(row);
        // CMP-2.3, CMP-3.1
        if !force && (step.items[..count].contains(&Item::Open) || rows.clone().count() > 1) {
            return;
        }
        for number in rows {
            let row = &mut self.rows[number];
            row.status = Status::Completed;
            row.completed_at = true;
            row.lease = NO_LEASE;
            row.complete_reason = if force {
                CompleteReason::Forced
            } else {
                CompleteReason::Strict
            };
            if force {
                row.items[..self.document[number].items].fill(Item::Completed); // CMP-4.3, CMP-5.2
            }
        }
    }

    fn tick(self) {
        for row in self.rows {
            if row.lease > OVER {
                row.lease -= 1;
            }
        }
    }
}
