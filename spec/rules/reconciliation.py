"""Reconciling: completing what the commit log says is done."""

from spec.amendments.changes_2026_2 import COMMITS_OF_A_TEXT, FENCED_CLAIMS
from spec.amendments.corrections import RECONCILE_NEWEST
from spec.rules.rule import Clause, Rule

RECONCILE = Rule(
    id="CMP-9",
    title="Reconciling completes the steps that the commit log names",
    clauses=(
        Clause(
            "CMP-9.1",
            "A commit log is a list of entries, the newest commit first, each with a plan, a step "
            "and a commit hash.",
        ),
        Clause("CMP-9.2", "Reconcile MUST process the entries in the order of the commit log."),
        Clause(
            "CMP-9.3",
            "Reconcile MUST ignore entries of other plans and of steps that the plan does not "
            "have.",
        ),
        Clause(
            "CMP-9.4",
            "Reconcile MUST complete a named step or substep that is not completed, with `now` as "
            "`completed_at`.",
        ),
        Clause(
            "CMP-9.5",
            "Reconcile MUST store the entry's hash as `commit_hash` of a step or substep that it "
            "completes.",
        ),
        Clause(
            "CMP-9.6",
            "Reconcile MUST clear `lease_expires_at` of a step or substep that it completes.",
        ),
        Clause(
            "CMP-9.7",
            "Reconcile MUST NOT change `claimed_by`, `claimed_at`, `heartbeat_at` and "
            "`started_at`, or store a `complete_reason`.",
        ),
        Clause(
            "CMP-9.8",
            "Reconcile MUST complete all items of a step or substep that it completes, deferred "
            "ones included (CHK-8).",
            source="seeds 000, lines 107, 409",
        ),
        Clause(
            "CMP-9.9",
            "Reconcile MUST store the entry's hash for a completed step or substep without a hash.",
        ),
        Clause(
            "CMP-9.10",
            "Reconcile MUST NOT change a completed step or substep that has the entry's hash.",
        ),
        Clause(
            "CMP-9.11",
            "Without `force`, reconcile MUST NOT change a completed step or substep that has "
            "another hash.",
        ),
        Clause(
            "CMP-9.12",
            "Without `force`, `skipped_mismatches` MUST list a completed step or substep that has "
            "another hash, with the stored hash and the entry's hash.",
        ),
        Clause(
            "CMP-9.13",
            "With `force`, reconcile MUST replace another hash by the entry's hash.",
        ),
        Clause(
            "CMP-9.14",
            "With `force`, `skipped_mismatches` MUST be empty.",
        ),
        Clause(
            "CMP-9.15",
            "`reconciled_count` MUST be the number of entries that changed something.",
        ),
        Clause("CMP-9.16", "`skipped_mismatches` MUST be in the order of the commit log."),
        Clause(
            "CMP-9.17",
            "Reconcile MUST NOT check dependencies, holders, leases and drift.",
        ),
        Clause(
            "CMP-9.18",
            "An entry has the `claim_id` of the trailer `Tug-Claim` of its commit, if there is "
            "one.",
            since=FENCED_CLAIMS,
        ),
        Clause(
            "CMP-9.19",
            "Without `force`, reconcile MUST ignore an entry whose `claim_id` is lower than that "
            "of its step or substep.",
            since=FENCED_CLAIMS,
        ),
        Clause(
            "CMP-9.20",
            "An entry is of an earlier text when the trailer `Tug-Text` of its commit is not the "
            "text of the step or substep (COM-4).",
            since=COMMITS_OF_A_TEXT,
        ),
        Clause(
            "CMP-9.21",
            "Without `force`, reconcile MUST ignore an entry of an earlier text.",
            since=COMMITS_OF_A_TEXT,
        ),
    ),
    operations=("Reconcile",),
    source="A29; A54; decided here: the seeds name `state reconcile` only to advise against it",
    why=(
        "Committed work is done, whatever the store says. Because reconciling erases deferrals, a "
        "recovery should never recommend it."
    ),
)

RECONCILE_WHOLE = Rule(
    id="CMP-10",
    title="The newest commit of a step counts, and its substeps and plan are updated",
    clauses=(
        Clause(
            "CMP-10.1",
            "Reconcile MUST process each of several entries for one step in turn.",
            until=RECONCILE_NEWEST,
            source="decided here: the seeds do not say which of several commits counts",
        ),
        Clause(
            "CMP-10.2",
            "Reconcile MUST NOT change the substeps, and their items, of a top-level step that it "
            "completes.",
            until=RECONCILE_NEWEST,
            source="decided here: the seeds complete the step that a commit names, and no other",
        ),
        Clause(
            "CMP-10.3",
            "Reconcile MUST NOT change the status of the plan.",
            until=RECONCILE_NEWEST,
            source="decided here: the seeds do not say when a plan is done",
        ),
        Clause(
            "CMP-10.4",
            "Reconcile MUST use only the first of a step's entries that it does not ignore, with "
            "`force` too.",
            since=RECONCILE_NEWEST,
        ),
        Clause(
            "CMP-10.5",
            "`skipped_mismatches` MUST NOT list the later entries for a step.",
            since=RECONCILE_NEWEST,
        ),
        Clause(
            "CMP-10.6",
            "Reconcile MUST complete, as in CMP-9, each substep that is not completed of a "
            "top-level step that it completes.",
            since=RECONCILE_NEWEST,
        ),
        Clause(
            "CMP-10.7",
            "Reconcile MUST NOT store the step's commit hash for a substep that it completes with "
            "the step.",
            since=RECONCILE_NEWEST,
        ),
        Clause(
            "CMP-10.8",
            "`reconciled_count` MUST NOT include substeps that are completed with their step.",
            since=RECONCILE_NEWEST,
        ),
        Clause(
            "CMP-10.9",
            "A reconcile that leaves every top-level step completed MUST set the plan to `done`.",
            since=RECONCILE_NEWEST,
        ),
    ),
    operations=("Reconcile",),
    source="A20",
    why=(
        "A step may be committed again after a correction; the newest commit is the one that holds "
        "its final state."
    ),
)

RULES = (RECONCILE, RECONCILE_WHOLE)
"""The rules CMP-9 and CMP-10."""
