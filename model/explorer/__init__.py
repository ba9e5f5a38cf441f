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
  the oracle that the other is tested against. `encoding.py` keeps the parts of a plan as numbers:
  its document, its reviews and iterations, and each step with its substeps. `parts_graph.py` knows
  what happens to each part, and which amendments an event asked about. `runs.py` has the runs of an
  orchestrator.
- `search/`: breadth-first search of a graph, verdicts of properties, paths as real operations.
- `diff/`: the same over pairs of nodes, one of each edition, up to the first different answer.
  One graph in parts decides for both editions where neither asked what the other would not.

Why the graph of parts is right: it asks the model about an event once for what the event reads,
whatever the rest is then. The rules are *local*:

1. An operation that names a step changes that step and its relatives alone. In the scope `large`
   it also reads of other steps only whether they are completed, and a claim only who holds each,
   until when, and what is completed; elsewhere both may read everything of every step.
2. An operation on the steps of a plan does the same whatever reviews and iterations the plan has,
   and leaves these alone.
3. An operation on reviews or iterations does the same whatever the steps are, and leaves them
   alone.
4. No operation reads or changes another plan, but for the number of artifacts before A32.
5. Registering may read both parts of its own plan, where the document has changed.
6. Worktrees have names, and no more: what happens to a step under one holder happens to it under
   another, with the names exchanged.

`tests/model/test_locality.py` states 2 to 4 of the model itself; `tests/model/test_parts_graph.py`
compares the graph with the plain one, and shows that a rule that is not local is noticed. What a
rule reads across these borders has to be added to what `seen_by_others` in `graphs/parts.py` tells.
Properties are judged with the event, so they are bound by 1 too: in `large`, those of a claim may
look at who holds the other steps, and one that looks at their leases is noticed. `planspec explore`
uses this graph alone.
"""
