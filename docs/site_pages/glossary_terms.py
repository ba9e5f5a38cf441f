"""The terms of the field that no class of the vocabulary stands for, each defined once."""

TERMS: dict[str, str] = {
    "amendment": "A numbered change of the rules, with the failure that it cures.",
    "anchor": "The name of a step or substep in its plan's document, by which it is known.",
    "canonical state": "A state with its names and times replaced by what behaves alike, so that "
    "an explorer sees each only once.",
    "closed": "Said of an exploration that has seen every state its scope can reach.",
    "conforming": "Said of an implementation that answers every operation as the model does.",
    "counterexample": "A sequence of operations that ends in a state or an answer that a property "
    "forbids. One that a breadth-first search has found is a shortest one.",
    "deferral": "The status of an item that was looked at and put off, with a reason.",
    "deviation": "A difference from the rules that an implementation makes knowingly.",
    "drift": "The document of a plan is no longer the one that was registered (PLN-6).",
    "edition": "A version of the rules: a set of amendments under a name.",
    "equivalent mutant": "A mutant that behaves like the original in all that can be observed.",
    "escalation": "The orchestrator ends its work on a step and tells a person what is left.",
    "eventuality": "A property that says what can be reached from every state.",
    "exhaustive": "Said of a comparison of every operation in every reachable state of a scope.",
    "fencing": "Refusing a holder whose lease was taken over, whatever it still believes to hold: "
    "ownership is looked at in the same transaction as the change.",
    "fired": "Said of a rule that has decided an answer.",
    "holder": "The worktree that a step is claimed by.",
    "implementation": "The SQLite store that follows the rules, or any other program that does.",
    "invariant": "A property of every state that operations can reach.",
    "lease": "The time until which a claim keeps other worktrees away.",
    "model": "The rules as a function in plain Python: state and operation in, state and answer "
    "out.",
    "mutant": "The implementation with one deliberate fault, which the checks have to find.",
    "orchestrator": "The program that has a step done: it claims, has work done and reviewed, "
    "reports and commits.",
    "ordinal": "The position of an item among those of its kind, from 0.",
    "possibility": "A property that says what can be done at once in every state.",
    "query": "An operation that only asks.",
    "reclaim": "A claim of a step that was held: after the end of its lease, by its own holder, or "
    "by force.",
    "reconciliation": "Completing what the commit history says is done.",
    "recovery": "What an orchestrator does after a commit that did not complete its step.",
    "refinement": "Every behaviour of the implementation, seen through its snapshots, is one of "
    "the model.",
    "rejection": "The answer to an operation that is refused: a code, a reason word, details. It "
    "has changed nothing.",
    "resynchronisation": "Bringing a registered plan in line with its changed document (PLN-7).",
    "scope": "A small world with bounds on everything, so that all of its states can be seen.",
    "snapshot": "All that a store holds, as the state that the model would have.",
    "step property": "A property of every single operation, of the states before and after it.",
    "strict completion": "Completion of a step on which nothing is left to do.",
    "substep": "A step within a step; it is held through its parent.",
    "trace": "A sequence of operations that can be kept and run again.",
    "vector": "A trace with everything that has to be answered, for any implementation.",
    "worktree": "The name that a worker goes by; it claims and holds steps.",
}
