-------------------------------- MODULE Scopes ---------------------------------
(* The scopes `single`, `order`, `family` and `large`: their documents, and     *)
(* everything that can be asked, as sequences of records.                       *)
EXTENDS Integers, Sequences

CONSTANT Scope

Step(items) == [parent |-> 0, needs |-> {}, items |-> items]
After(needs) == [parent |-> 0, needs |-> needs, items |-> 0]
Substep(parent, items) == [parent |-> parent, needs |-> {}, items |-> items]

Document ==
  CASE Scope = "single" -> <<Step(2)>>
    [] Scope = "order" -> <<Step(0), After({1}), After({1}), After({2, 3})>>
    [] Scope = "family" -> <<Step(1), Substep(1, 1), Substep(1, 0)>>
    [] Scope = "large" -> <<Step(1), Step(1), Substep(2, 1), Step(0), After({1, 2})>>

Worktrees == IF Scope = "order" THEN 3 ELSE 2

(* For each of the rows and worktrees, what `Of` makes of them. *)
Each(rows, Of(_, _)) ==
  [k \in 1..(Len(rows) * Worktrees) |->
    Of(rows[1 + ((k - 1) \div Worktrees)], 1 + ((k - 1) % Worktrees))]
EachRow(rows, Of(_)) == [k \in DOMAIN rows |-> Of(rows[k])]

Claims(lease) ==
  Each(<<FALSE, TRUE>>, LAMBDA forced, w :
    [name |-> "claim", by |-> w, lease |-> lease, force |-> forced])
Starts(rows) == Each(rows, LAMBDA n, w : [name |-> "start", row |-> n, by |-> w])
Heartbeats(rows, lease) ==
  Each(rows, LAMBDA n, w : [name |-> "heartbeat", row |-> n, by |-> w, lease |-> lease])
Releases(rows, forced) ==
  Each(rows, LAMBDA n, w : [name |-> "release", row |-> n, by |-> w, force |-> forced])
ReleasesBy0(rows, forced) ==
  EachRow(rows, LAMBDA n : [name |-> "release", row |-> n, by |-> 0, force |-> forced])
Resets(rows) == EachRow(rows, LAMBDA n : [name |-> "reset", row |-> n])
Completions(rows, forced) ==
  Each(rows, LAMBDA n, w : [name |-> "complete", row |-> n, by |-> w, force |-> forced])
Updates(rows, change, item) ==
  Each(rows, LAMBDA n, w :
    [name |-> "update", row |-> n, by |-> w, change |-> change, item |-> item])
Batches(rows, change, item) ==
  Each(rows, LAMBDA n, w :
    [name |-> "batch", row |-> n, by |-> w, change |-> change, item |-> item])

Holding(rows, lease) ==
  Claims(lease) \o Starts(rows) \o Heartbeats(rows, lease) \o Releases(rows, FALSE)
  \o ReleasesBy0(rows, FALSE) \o ReleasesBy0(rows, TRUE) \o Resets(rows)
Completing(rows) == Completions(rows, FALSE) \o Completions(rows, TRUE)
Reporting(rows, item) == Updates(rows, "one", item) \o Batches(rows, "deferred", item)
Remaining(rows) == Batches(rows, "rest", 0)

Query == <<[name |-> "query"]>>
Always == <<[name |-> "register"], [name |-> "tick"]>> \o Query

One == <<1>>
Single ==
  Holding(One, 2) \o Completing(One) \o Reporting(One, 1) \o Reporting(One, 2) \o Remaining(One)
  \o Updates(One, "reopen", 0)
  \o Updates(One, "refused", 0)  \* to open without `allow_reopen`
  \o Updates(One, "refused", 0)  \* to defer
  \o Updates(One, "refused", 0)  \* to an unknown word
  \o Updates(One, "refused", 0)  \* without a change
  \o Updates(One, "refused", 0)  \* a batch without entries
  \o Releases(One, TRUE)
  \o Updates(One, "all", 0)
  \o Batches(One, "completed", 1)
  \o Each(One, LAMBDA n, w : [name |-> "note", row |-> n, by |-> w])
  \o Query

Four == <<1, 2, 3, 4>>
Ordered == Claims(2) \o Completions(Four, FALSE) \o Resets(Four) \o Query

Two == <<1, 2>>
Family ==
  Claims(0) \o Starts(Two) \o Heartbeats(<<2>>, 0) \o Releases(Two, FALSE) \o Resets(<<1, 2, 3>>)
  \o Completing(Two) \o Completions(<<3>>, FALSE) \o Reporting(Two, 1) \o Remaining(Two)

Parts == <<1, 2, 3, 4, 5>>
WithTask == <<1, 2, 3>>
Large == Holding(Parts, 1) \o Completing(Parts) \o Reporting(WithTask, 1) \o Remaining(WithTask)

Operations == Always \o
  (CASE Scope = "single" -> Single
     [] Scope = "order" -> Ordered
     [] Scope = "family" -> Family
     [] Scope = "large" -> Large)
================================================================================
