"""Equivalent mutants: the generated ones that nobody can tell from the real thing, and why."""

EXCLUSIVE = "No case fulfils both conditions, so it does not matter which is asked first."

EQUIVALENT = {
    "releases-release-neither-first": EXCLUSIVE,
    "releases-release-pending-first": EXCLUSIVE,
    "checklists-require-update-status-deferring-needs-a-batch-first": EXCLUSIVE,
    "checklists-require-valid-reason-first": EXCLUSIVE,
    "work-remaining-names-an-array-first": EXCLUSIVE,
    "reconcile-reconcile-the-newest-counts-first": (
        "Either way the commit is passed over, and the steps seen are those of this plan only."
    ),
    "reconcile-reconcile-entry-same-hash-first": (
        "Only a completed step has a commit hash (CMP-6), so one that is not completed has no hash "
        "that could be the same."
    ),
    "plans-register-pln-4-first": (
        "A document without steps is never registered, so none has the hash of a registered one."
    ),
}
"""Reasons by the ids of mutants. Such a mutant must survive every layer."""
