------------------------------ MODULE StepMachine ------------------------------
(* The rules of plans, claims, checklists and completion in edition 2026.1     *)
(* (`planspec explain ID`), written for TLC. `Scope` chooses the document and  *)
(* what can be asked. Times are reduced to "there is one", leases to what      *)
(* remains of them, and worktrees are renamed in order of appearance. What is  *)
(* rejected leaves the state unchanged (PLN-3.3).                              *)
EXTENDS Integers, Sequences, FiniteSets, TLC, Scopes

VARIABLE state

Nobody == 0
NoLease == -2
Over == -1
Statuses == {"pending", "claimed", "in_progress", "completed"}

NewRow(n) == [
  status |-> "pending", by |-> Nobody, lease |-> NoLease, claimed |-> FALSE,
  beat |-> FALSE, started |-> FALSE, completed |-> FALSE, reason |-> "none",
  artifacts |-> 0, items |-> [i \in 1..Document[n].items |-> "open"]]

N == Len(Document)
Rows == 1..N
Empty == [registered |-> FALSE, rows |-> [n \in Rows |-> NewRow(n)]]

IsHeld(row) == row.status \in {"claimed", "in_progress"}  \* CLM-4.1
IsCompleted(row) == row.status = "completed"

Substeps(n) == {m \in Rows : Document[m].parent = n}
(* A step and those of its substeps that are not completed. *)
WithUnfinished(rows, n) == {n} \cup {m \in Substeps(n) : ~IsCompleted(rows[m])}

(* CLM-12.6: a substep's holder is that of its parent. *)
Holder(rows, n) == IF Document[n].parent = 0 THEN rows[n].by ELSE rows[Document[n].parent].by

Set(items, status) == [i \in DOMAIN items |-> status]

--------------------------------------------------------------------------------
IsClaimable(rows, n, op) ==
  LET row == rows[n] IN
  /\ Document[n].parent = 0
  /\ \/ row.status = "pending"
     \/ IsHeld(row) /\ (row.lease = Over \/ row.by = op.by \/ op.force)
  /\ \A m \in Document[n].needs : IsCompleted(rows[m])

ClaimFirst(rows, op) ==
  LET able == {n \in Rows : IsClaimable(rows, n, op)} IN
  IF able = {} THEN rows ELSE
  LET step == CHOOSE n \in able : \A m \in able : n <= m  \* CLM-1.2
      taken == WithUnfinished(rows, step)
      reclaimed == rows[step].status # "pending"
  IN [n \in Rows |->
       IF n \notin taken THEN rows[n] ELSE
       [rows[n] EXCEPT
         !.status = "claimed", !.by = op.by, !.lease = op.lease,
         !.claimed = TRUE, !.beat = TRUE, !.started = FALSE,
         !.items = IF reclaimed /\ n # step THEN Set(@, "open") ELSE @]]  \* CLM-9.3

StartRow(rows, op) ==
  IF Holder(rows, op.row) = op.by /\ rows[op.row].status = "claimed"
  THEN [rows EXCEPT ![op.row].status = "in_progress", ![op.row].started = TRUE]
  ELSE rows

Beat(rows, op) ==
  IF Holder(rows, op.row) = op.by /\ IsHeld(rows[op.row])
  THEN [rows EXCEPT ![op.row].beat = TRUE, ![op.row].lease = op.lease]
  ELSE rows

(* CLM-14.6 to CLM-14.11, and the same for a reset. *)
Free(rows, step) ==
  LET freed == WithUnfinished(rows, step) IN
  [n \in Rows |->
    IF n \notin freed THEN rows[n] ELSE
    [NewRow(n) EXCEPT
      !.artifacts = rows[n].artifacts,
      !.items = [i \in DOMAIN @ |->
        IF rows[n].items[i] = "completed" THEN "completed" ELSE "open"]]]

ReleaseRow(rows, op) ==
  IF /\ (op.by = Nobody) = op.force  \* CLM-15: either a worktree or force
     /\ IsHeld(rows[op.row])
     /\ op.force \/ rows[op.row].by = op.by
  THEN Free(rows, op.row) ELSE rows

ResetRow(rows, op) ==
  IF IsCompleted(rows[op.row]) THEN rows ELSE Free(rows, op.row)

MayReport(rows, op) ==
  Holder(rows, op.row) = op.by /\ ~IsCompleted(rows[op.row])  \* CHK-1, CHK-9.2

UpdateItems(rows, op) ==
  IF ~MayReport(rows, op) THEN rows ELSE
  CASE op.change = "one" -> [rows EXCEPT ![op.row].items[op.item] = "completed"]
    [] op.change = "all" -> [rows EXCEPT ![op.row].items = Set(@, "completed")]
    [] op.change = "reopen" -> [rows EXCEPT ![op.row].items = Set(@, "open")]
    [] op.change = "refused" -> rows  \* CHK-2.2 to CHK-2.4, CHK-4.1, CHK-4.4

BatchItems(rows, op) ==
  IF ~MayReport(rows, op) THEN rows ELSE
  CASE op.change = "rest" ->  \* CHK-6.4: a deferred item stays deferred
         [rows EXCEPT ![op.row].items =
           [i \in DOMAIN @ |-> IF @[i] = "open" THEN "completed" ELSE @[i]]]
    [] OTHER -> [rows EXCEPT ![op.row].items[op.item] = op.change]

Note(rows, op) ==
  IF Holder(rows, op.row) = op.by THEN [rows EXCEPT ![op.row].artifacts = @ + 1] ELSE rows

CompleteRow(rows, op) ==
  LET row == rows[op.row]
      done == WithUnfinished(rows, op.row)
      finished == /\ \A i \in DOMAIN row.items : row.items[i] # "open"  \* CMP-2.3
                  /\ done = {op.row}                                    \* CMP-3.1
  IN IF IsHeld(row) /\ row.by = op.by /\ (op.force \/ finished)
     THEN [n \in Rows |->
            IF n \notin done THEN rows[n] ELSE
            [rows[n] EXCEPT
              !.status = "completed", !.completed = TRUE, !.lease = NoLease,
              !.reason = IF op.force THEN "forced" ELSE "strict",
              !.items = IF op.force THEN Set(@, "completed") ELSE @]]  \* CMP-4.3, CMP-5.2
     ELSE rows

Pass(rows) ==
  [n \in Rows |-> [rows[n] EXCEPT !.lease = IF @ > Over THEN @ - 1 ELSE @]]

Apply(rows, op) ==
  CASE op.name = "claim" -> ClaimFirst(rows, op)
    [] op.name = "start" -> StartRow(rows, op)
    [] op.name = "heartbeat" -> Beat(rows, op)
    [] op.name = "release" -> ReleaseRow(rows, op)
    [] op.name = "reset" -> ResetRow(rows, op)
    [] op.name = "update" -> UpdateItems(rows, op)
    [] op.name = "batch" -> BatchItems(rows, op)
    [] op.name = "note" -> Note(rows, op)
    [] op.name = "complete" -> CompleteRow(rows, op)
    [] op.name = "tick" -> Pass(rows)
    [] OTHER -> rows  \* a registration of the same document, or a query

--------------------------------------------------------------------------------
(* Worktrees are interchangeable: they are numbered in order of appearance.     *)
Min(numbers) == CHOOSE n \in numbers : \A m \in numbers : n <= m
Renamed(rows) ==
  LET first == TLCEval([w \in 1..Worktrees |-> Min({n \in Rows : rows[n].by = w} \cup {N + w})])
      name == TLCEval([w \in 1..Worktrees |->
        Cardinality({v \in 1..Worktrees : first[v] <= first[w]})])
  IN IF \A w \in 1..Worktrees : name[w] = w THEN rows ELSE
     [n \in Rows |-> IF rows[n].by = Nobody THEN rows[n] ELSE [rows[n] EXCEPT !.by = name[@]]]

Full == \E n \in Rows : state.rows[n].artifacts > 0

Init == state = Empty

Next == \E i \in 1..Len(Operations) :
  LET op == Operations[i] IN
  /\ ~(op.name = "note" /\ Full)
  /\ IF ~state.registered  \* PLN-3.1
     THEN state' = [state EXCEPT !.registered = (op.name = "register")]
     ELSE LET after == TLCEval(Apply(state.rows, op)) IN
          state' = IF after = state.rows THEN state ELSE [state EXCEPT !.rows = Renamed(after)]

Spec == Init /\ [][Next]_state

(* INV-1: a row is held exactly when it has an owner and a lease.              *)
HeldWithLease == \A n \in Rows :
  IsHeld(state.rows[n]) <=> state.rows[n].by # Nobody /\ state.rows[n].lease # NoLease
================================================================================
