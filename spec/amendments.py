"""Amendments: the changes that lead from one edition to the next."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Amendment:
    """A change of rules: what went wrong before it, and what it changes."""

    id: str
    name: str
    title: str
    source: str
    failure: str


AUTO_RECLAIM = Amendment(
    id="A01",
    name="auto-reclaim",
    title="The worktree that holds a step may claim it again at once",
    source="ISR D01",
    failure="A session that was interrupted cannot go on with its own step until its lease ends.",
)
RELEASE = Amendment(
    id="A02",
    name="release",
    title="A claim can be given back before its lease ends",
    source="ISR D02, D04",
    failure="Nobody can give a step back, so others wait for the end of a lease nobody needs.",
)
FORCE_CLAIM = Amendment(
    id="A03",
    name="force-claim",
    title="A forced claim ignores the holder and the lease, never the dependencies",
    source="ISR D03",
    failure="A step whose holder is gone cannot be taken over until its lease ends.",
)
COMPLETE_REMAINING = Amendment(
    id="A04",
    name="complete-remaining",
    title="A batch may be empty and may complete every item that is still open",
    source="RCR D01, D02, S01, S02",
    failure="An item that nobody counted stays open, and the step cannot be completed strictly.",
)
RESYNC = Amendment(
    id="A12",
    name="resync",
    title="Registering a plan whose document changed brings it up to date",
    source="Found by exploring the edition `seeds`",
    failure="Once a document has changed, no sequence of operations makes it workable again.",
)
OWNERSHIP_FIRST = Amendment(
    id="A14",
    name="ownership-first",
    title="Completing a step looks at its holder before its checklist",
    source="Found by exploring the edition `seeds`",
    failure="A worktree that lost its step is told that items are open, which it cannot change.",
)
FORCE_CASCADE = Amendment(
    id="A16",
    name="force-cascade",
    title="Forced completion completes the items of the substeps that it completes",
    source="Found by exploring the edition `seeds`",
    failure="A substep completed by force keeps open items for ever.",
)
REASON_WITH_DEFERRAL = Amendment(
    id="A17",
    name="reason-with-deferral",
    title="An item has a reason exactly while it is deferred",
    source="Found by exploring the edition `seeds`",
    failure="Items keep the reason of a past deferral, or are deferred without any reason.",
)
FROZEN_WHEN_COMPLETED = Amendment(
    id="A18",
    name="frozen-when-completed",
    title="Items of a completed step or substep cannot change",
    source="Found by exploring the edition `seeds`",
    failure="Items of a completed substep can be opened again while its parent is held.",
)
RELEASE_NAMES_AUTHORITY = Amendment(
    id="A19",
    name="release-names-authority",
    title="A release names the worktree or uses force, exactly one of the two",
    source="Found by exploring the edition `seeds`",
    failure="A release that names neither takes a live claim away from its holder unnoticed.",
)
RECONCILE_NEWEST = Amendment(
    id="A20",
    name="reconcile-newest",
    title="The newest commit of a step counts, and reconciling reaches substeps and plan",
    source="Found by exploring the edition `seeds`",
    failure=(
        "With force the oldest commit wins, a reconciled step keeps unfinished substeps, "
        "and the plan is never done."
    ),
)

SEED_AMENDMENTS = (AUTO_RECLAIM, RELEASE, FORCE_CLAIM, COMPLETE_REMAINING)
CORRECTIONS = (
    RESYNC,
    OWNERSHIP_FIRST,
    FORCE_CASCADE,
    REASON_WITH_DEFERRAL,
    FROZEN_WHEN_COMPLETED,
    RELEASE_NAMES_AUTHORITY,
    RECONCILE_NEWEST,
)

AMENDMENTS = (*SEED_AMENDMENTS, *CORRECTIONS)
"""All amendments, in the order of their ids."""
