"""The explorer: it visits every state of a small scope, and finds shortest traces.

Read it in this order:

- `situations.py`, `events.py`, `scopes/`: what can happen. A *situation* is a state whose clock is
  at 0, with the versions of its documents; a *scope* is data: documents, worktrees, events.
- `canonicalization.py`, `claim_ids.py`: situations that differ only in the names of worktrees, or
  in the numbers of claims, are one.
- `asking.py`: the model is asked once for each operation in a state. A *recording* edition keeps
  which amendments it was asked about: what was found is true of every edition that has the same of
  them.
- `property_checks.py`: what an event does, and which properties that violates.
- `graphs/`: where events lead. In the plain graph of `state_graph.py` a node is a situation: it is
  the oracle that the others are tested against. `parts_graph.py` keeps each plan as two numbers,
  its steps, and its reviews and iterations, and knows which amendments an event asked about.
  `interned_graph.py`, for one plan of steps alone, keeps each subtree as a number: the fastest
  where one edition is explored. `runs.py` has the runs of an orchestrator.
- `search/`: breadth-first search of a graph, verdicts of properties, paths as real operations.
- `diff/`: the same over pairs of nodes, one of each edition, up to the first different answer.
  One graph in parts decides for both editions where neither asked what the other would not.

Why the graph of plans in parts is right: it asks the model about an event once for each part that
the event reads, whatever the rest is then. The rules are *local*:

1. An operation on the steps of a plan does the same whatever reviews and iterations the plan has,
   and leaves these alone.
2. An operation on reviews or iterations does the same whatever the steps are, and leaves them
   alone.
3. No operation reads or changes another plan, but for the number of artifacts before A32.
4. Registering may read both parts of its own plan, where the document has changed.

`tests/model/test_locality.py` states this of the model itself; `tests/model/test_parts_graph.py`
compares the graph with the plain one, and shows that a rule that is not local is noticed. A rule
that reads across these borders has to be added to what `PlanReading` in `graphs/parts_graph.py`
holds.
"""
