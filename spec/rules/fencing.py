"""Fencing: the ids of claims, and requests that are made under one of them."""

from spec.amendments.changes_2026_2 import (
    FENCED_CLAIMS,
    IDS_KEPT_SECRET,
    IDS_OF_ONE_PLACE,
    RESUMED_CLAIMS,
    SINCE_WHEN,
)
from spec.rules.rule import Clause, Rule

CLAIM_IDS = Rule(
    id="CLM-19",
    title="Every claim has a unique id",
    clauses=(
        Clause(
            "CLM-19.1",
            "The store MUST register a new plan with the `last_claim_id` 0.",
            since=FENCED_CLAIMS,
        ),
        Clause(
            "CLM-19.2",
            "A claim that takes a step MUST raise the plan's `last_claim_id` by 1, if CLM-19.11 "
            "does not raise it more.",
            since=FENCED_CLAIMS,
        ),
        Clause(
            "CLM-19.3",
            "Every other operation, a resynchronisation included, MUST NOT change the "
            "`last_claim_id` of a registered plan.",
            since=FENCED_CLAIMS,
        ),
        Clause(
            "CLM-19.4",
            "The `claim_id` in the answer to a claim MUST be the raised `last_claim_id`.",
            since=FENCED_CLAIMS,
        ),
        Clause(
            "CLM-19.5",
            "A claim MUST store this `claim_id` in the step and in each of its substeps that is "
            "not completed.",
            since=FENCED_CLAIMS,
        ),
        Clause(
            "CLM-19.6",
            "A claim MUST store the requested `fenced` in the step and in each of its substeps "
            "that is not completed.",
            since=FENCED_CLAIMS,
        ),
        Clause(
            "CLM-19.7",
            "A release or reset MUST clear `claim_id` and `fenced` of the steps and substeps that "
            "it makes `pending`, and of no other.",
            since=FENCED_CLAIMS,
        ),
        Clause(
            "CLM-19.8",
            "The completion of a step or substep, by a request or by the commit log, MUST NOT "
            "change its `claim_id` and `fenced`.",
            since=FENCED_CLAIMS,
        ),
        Clause(
            "CLM-19.9",
            "A resynchronisation MUST keep `claim_id` and `fenced` of the steps and substeps whose "
            "`claimed_by` it keeps, and of no other.",
            since=FENCED_CLAIMS,
        ),
        Clause(
            "CLM-19.10",
            "The store MUST NOT change or ignore a `claim_id` because the lease has expired.",
            since=FENCED_CLAIMS,
        ),
        Clause(
            "CLM-19.11",
            "A claim that takes a step MUST raise the plan's `last_claim_id` to the claim's "
            "`lowest_id`, if that is higher by more than 1.",
            since=IDS_OF_ONE_PLACE,
        ),
        Clause(
            "CLM-19.12",
            "A client SHOULD send its time as `lowest_id`, so that a store that was restored or "
            "made anew gives no id twice.",
            since=IDS_OF_ONE_PLACE,
            kept_outside="a client decides what it sends",
        ),
    ),
    operations=(
        "Register",
        "Claim",
        "Heartbeat",
        "Release",
        "Reset",
        "Update",
        "Complete",
        "Commit",
        "Reconcile",
    ),
    source="A29; A56",
    why=(
        "Two sessions may use the same name. Their claims distinguish them: a later claim has a "
        "higher id."
    ),
)

STALE_CLAIM = Rule(
    id="CLM-20",
    title="A request with a claim's id is valid only under that claim",
    clauses=(
        Clause(
            "CLM-20.1",
            "The current id is the `claim_id` of the named step or substep, of the parent when "
            "items or artifacts of a substep change, or of what a claim takes.",
            since=FENCED_CLAIMS,
        ),
        Clause(
            "CLM-20.2",
            "The store MUST reject a start or heartbeat whose `claim_id` is not the current id "
            "with E049 `stale_claim`.",
            since=FENCED_CLAIMS,
        ),
        Clause(
            "CLM-20.3",
            "The store MUST reject an update, batch or artifact whose `claim_id` is not the "
            "current id with E049 `stale_claim`.",
            since=FENCED_CLAIMS,
        ),
        Clause(
            "CLM-20.4",
            "The store MUST reject a completion with E049 `stale_claim` when its `claim_id` is not "
            "the current id.",
            since=FENCED_CLAIMS,
        ),
        Clause(
            "CLM-20.5",
            "The store MUST reject a release or reset whose `claim_id` is not the current id with "
            "E049 `stale_claim`, with `force` too.",
            since=FENCED_CLAIMS,
        ),
        Clause(
            "CLM-20.6",
            "The store MUST reject a claim whose `claim_id` is not the current id with E049 "
            "`stale_claim`, with `force` too.",
            since=FENCED_CLAIMS,
        ),
        Clause(
            "CLM-20.8",
            "The store MUST NOT accept a request of a worktree that is not the holder because it "
            "carries the current id.",
            since=FENCED_CLAIMS,
        ),
        Clause(
            "CLM-20.9",
            "E049 `stale_claim` MUST name the `given` id and, as `holder`, the `claimed_by` that "
            "is stored with the current id, each `null` if there is none.",
            since=IDS_KEPT_SECRET,
        ),
        Clause(
            "CLM-20.10",
            "E049 `stale_claim` MUST name the `claimed_at` that is stored with the current id, "
            "`null` if there is none.",
            since=SINCE_WHEN,
            source="A53",
        ),
    ),
    operations=(
        "Claim",
        "Start",
        "Heartbeat",
        "Release",
        "Reset",
        "Update",
        "Batch",
        "RecordArtifact",
        "Complete",
        "Commit",
    ),
    source="A29; A53",
    why=(
        "A session that slept cannot know that its step was released and claimed again. The store "
        "knows, and rejects its requests. For a substep, starts, heartbeats and changes of its "
        "checklist compare the `claimed_by` of its parent (CLM-12.6), releases and completions its "
        "own."
    ),
)

FENCED = Rule(
    id="CLM-21",
    title="Requests under a fenced claim need its id",
    clauses=(
        Clause(
            "CLM-21.1",
            "A step or substep is fenced while its `fenced` is true.",
            since=FENCED_CLAIMS,
        ),
        Clause(
            "CLM-21.2",
            "The store MUST reject a start, heartbeat, update, batch or artifact without a "
            "`claim_id` with E049 `stale_claim` when the step of CLM-20.1 is fenced.",
            since=FENCED_CLAIMS,
        ),
        Clause(
            "CLM-21.3",
            "The store MUST reject a completion without a `claim_id` with E049 `stale_claim` when "
            "the step or substep is fenced.",
            since=FENCED_CLAIMS,
        ),
        Clause(
            "CLM-21.4",
            "The store MUST reject a release by a worktree without a `claim_id` with E049 "
            "`stale_claim` when the step or substep is fenced.",
            since=FENCED_CLAIMS,
        ),
        Clause(
            "CLM-21.5",
            "The store MUST NOT demand a `claim_id` of a claim, of a reset or of a release with "
            "`force`.",
            since=FENCED_CLAIMS,
        ),
    ),
    operations=(
        "Claim",
        "Start",
        "Heartbeat",
        "Release",
        "Reset",
        "Update",
        "Batch",
        "RecordArtifact",
        "Complete",
        "Commit",
    ),
    source="A29",
    why=(
        "A request without an id may come from an earlier session of the same name. A claim with "
        "`fenced` excludes such requests."
    ),
)

RESUMED = Rule(
    id="CLM-22",
    title="A claim may resume what its worktree holds",
    clauses=(
        Clause(
            "CLM-22.1",
            "A claim with `resume` MUST NOT treat a step as claimable that the caller does not "
            "hold, if one that the caller holds is claimable.",
            since=RESUMED_CLAIMS,
        ),
        Clause(
            "CLM-22.2",
            "A claim with `resume` MUST treat the same steps as claimable as one without, if none "
            "that the caller holds is.",
            since=RESUMED_CLAIMS,
        ),
    ),
    operations=("Claim",),
    source="A55",
    why=(
        "A session that starts again in its worktree finds the work on its step there. Another "
        "step, which a claim prefers if it is earlier (CLM-1.5), would be committed with that work."
    ),
)

RULES = (CLAIM_IDS, STALE_CLAIM, FENCED, RESUMED)
"""The rules CLM-19 to CLM-22, in the order of their ids."""
