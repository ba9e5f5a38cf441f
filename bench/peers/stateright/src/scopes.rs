//! The scopes `single`, `order`, `family` and `large`: what can be asked, in which documents.

use crate::rules::{Change, Item, Operation, StepDefinition, NOBODY};

pub struct Scope {
    pub document: Vec<StepDefinition>,
    pub worktrees: u8,
    pub operations: Vec<Operation>,
}

fn step(items: usize) -> StepDefinition {
    StepDefinition {
        parent: None,
        dependencies: vec![],
        items,
    }
}

fn substep(parent: usize, items: usize) -> StepDefinition {
    StepDefinition {
        parent: Some(parent),
        ..step(items)
    }
}

fn after(dependencies: &[usize]) -> StepDefinition {
    StepDefinition {
        dependencies: dependencies.to_vec(),
        ..step(0)
    }
}

/// A scope with what every scope has: a registration, `Show`, and time that passes.
fn scope(worktrees: u8, document: Vec<StepDefinition>) -> Scope {
    Scope {
        document,
        worktrees,
        operations: vec![Operation::Register, Operation::Query, Operation::Tick],
    }
}

impl Scope {
    fn each(&mut self, rows: &[usize], of: impl Fn(usize, u8) -> Operation) {
        for &row in rows {
            for by in 1..=self.worktrees {
                self.operations.push(of(row, by));
            }
        }
    }

    fn claims(&mut self, lease: i8) {
        for force in [false, true] {
            self.each(&[0], |_, by| Operation::Claim { by, lease, force });
        }
    }

    fn resets(&mut self, rows: &[usize]) {
        self.operations
            .extend(rows.iter().map(|&row| Operation::Reset { row }));
    }

    fn holding(&mut self, rows: &[usize], lease: i8) {
        self.claims(lease);
        self.each(rows, |row, by| Operation::Start { row, by });
        self.each(rows, |row, by| Operation::Heartbeat { row, by, lease });
        self.each(rows, |row, by| Operation::Release {
            row,
            by,
            force: false,
        });
        for &row in rows {
            for force in [false, true] {
                self.operations.push(Operation::Release {
                    row,
                    by: NOBODY,
                    force,
                });
            }
        }
        self.resets(rows);
    }

    fn completing(&mut self, rows: &[usize], force: &[bool]) {
        for &force in force {
            self.each(rows, |row, by| Operation::Complete { row, by, force });
        }
    }

    fn reporting(&mut self, rows: &[usize], tasks: usize) {
        for ordinal in 0..tasks {
            self.each(rows, |row, by| {
                update(row, by, Some(Change::CompleteOne(ordinal)), false)
            });
            self.each(rows, |row, by| {
                batch(row, by, Some((ordinal, Item::Deferred)), false)
            });
        }
        self.each(rows, |row, by| batch(row, by, None, true));
    }
}

fn update(row: usize, by: u8, change: Option<Change>, allow_reopen: bool) -> Operation {
    Operation::Update {
        row,
        by,
        change,
        allow_reopen,
    }
}

fn batch(row: usize, by: u8, entry: Option<(usize, Item)>, complete_remaining: bool) -> Operation {
    Operation::Batch {
        row,
        by,
        entry,
        complete_remaining,
    }
}

fn single() -> Scope {
    let mut scope = scope(2, vec![step(2)]);
    scope.holding(&[0], 2);
    scope.completing(&[0], &[false, true]);
    scope.reporting(&[0], 2);
    scope.each(&[0], |row, by| update(row, by, Some(Change::OpenAll), true));
    scope.each(&[0], |row, by| {
        update(row, by, Some(Change::OpenAll), false)
    });
    scope.each(&[0], |row, by| {
        update(row, by, Some(Change::Refused), false)
    }); // to defer
    scope.each(&[0], |row, by| update(row, by, None, false));
    scope.each(&[0], |row, by| batch(row, by, None, false));
    scope.each(&[0], |row, by| Operation::Release {
        row,
        by,
        force: true,
    });
    scope.each(&[0], |row, by| {
        update(row, by, Some(Change::CompleteAll), false)
    });
    scope.each(&[0], |row, by| {
        update(row, by, Some(Change::Refused), false)
    }); // to an unknown word
    scope.each(&[0], |row, by| {
        batch(row, by, Some((0, Item::Completed)), false)
    });
    scope.each(&[0], |row, by| Operation::RecordArtifact { row, by });
    scope.operations.push(Operation::Query);
    scope
}

fn order() -> Scope {
    let mut scope = scope(3, vec![step(0), after(&[0]), after(&[0]), after(&[1, 2])]);
    scope.claims(2);
    scope.completing(&[0, 1, 2, 3], &[false]);
    scope.resets(&[0, 1, 2, 3]);
    scope.operations.push(Operation::Query);
    scope
}

fn family() -> Scope {
    let mut scope = scope(2, vec![step(1), substep(0, 1), substep(0, 0)]);
    scope.claims(0);
    scope.each(&[0, 1], |row, by| Operation::Start { row, by });
    scope.each(&[1], |row, by| Operation::Heartbeat { row, by, lease: 0 });
    scope.each(&[0, 1], |row, by| Operation::Release {
        row,
        by,
        force: false,
    });
    scope.resets(&[0, 1, 2]);
    scope.completing(&[0, 1], &[false, true]);
    scope.completing(&[2], &[false]);
    scope.reporting(&[0, 1], 1);
    scope
}

fn large() -> Scope {
    let mut scope = scope(
        2,
        vec![step(1), step(1), substep(1, 1), step(0), after(&[0, 1])],
    );
    scope.holding(&[0, 1, 2, 3, 4], 1);
    scope.completing(&[0, 1, 2, 3, 4], &[false, true]);
    scope.reporting(&[0, 1, 2], 1);
    scope
}

pub fn named(name: &str) -> Option<Scope> {
    match name {
        "single" => Some(single()),
        "order" => Some(order()),
        "family" => Some(family()),
        "large" => Some(large()),
        _ => None,
    }
}
