//! Explores a scope with Stateright, in one thread, and prints what it found as JSON.
//!
//! `step-machine SCOPE [TIMES]`: a small scope is explored several times, so that it can be measured.

mod rules;
mod scopes;

use rules::{apply, artifacts, Operation, State, NOBODY, NO_LEASE};
use scopes::Scope;
use stateright::{Checker, Model, Property};

const MAX_ARTIFACTS: u8 = 1;

impl Model for Scope {
    type State = State;
    type Action = Operation;

    fn init_states(&self) -> Vec<State> {
        vec![State::EMPTY]
    }

    fn actions(&self, state: &State, actions: &mut Vec<Operation>) {
        let full = artifacts(state) == MAX_ARTIFACTS;
        let enabled = |operation: &&Operation| {
            !(full && matches!(operation, Operation::RecordArtifact { .. }))
        };
        actions.extend(self.operations.iter().filter(enabled));
    }

    fn next_state(&self, state: &State, operation: Operation) -> Option<State> {
        Some(renamed(apply(&self.document, state, operation)))
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![Property::always(
            "INV-1: held exactly when there are an owner and a lease",
            |_: &Scope, state: &State| {
                state
                    .rows
                    .iter()
                    .all(|row| row.is_held() == (row.claimed_by != NOBODY && row.lease != NO_LEASE))
            },
        )]
    }
}

/// The state with its worktrees renamed in order of appearance: they are interchangeable.
fn renamed(mut state: State) -> State {
    let mut names = [NOBODY; 4];
    let mut next = NOBODY;
    for row in &mut state.rows {
        if row.claimed_by != NOBODY {
            let name = &mut names[row.claimed_by as usize];
            if *name == NOBODY {
                next += 1;
                *name = next;
            }
            row.claimed_by = *name;
        }
    }
    state
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_default();
    let times: u32 = arguments
        .next()
        .map_or(1, |given| given.parse().expect("expected a number"));
    let mut found = (0, 0);
    for _ in 0..times {
        let scope = scopes::named(&name).expect("expected a scope: single, order, family or large");
        let checker = scope.checker().threads(1).spawn_bfs().join();
        checker.assert_properties();
        found = (checker.unique_state_count(), checker.state_count() - 1);
    }
    println!(r#"{{"states": {}, "transitions": {}}}"#, found.0, found.1);
}
