"""Mutants of the effect of a batch and of its count (CHK-5 to CHK-8)."""

from functools import partial

from conformance.mutants.faults.source import ChangedProgram, ChangedStore

_checklists = partial(ChangedStore, file="store/checklists.py")

_ENTRY = (
    "        updated += connection.execute(APPLY_ENTRY, guards.named(entry, **named)).rowcount\n"
)
_REASON = "reason = CASE WHEN :status = 'deferred' THEN :reason END"
_SKIP = "    AND (status <> :status OR :status = 'deferred' AND reason IS DISTINCT FROM :reason)\n"
_IF_REMAINING = "    if operation.complete_remaining:  # CHK-6.2\n"
_REMAINING = "        updated += connection.execute(COMPLETE_REMAINING, named).rowcount\n"
_OPEN = "WHERE plan = :plan AND step = :step AND status = 'open'\n"

BATCH_MUTANTS = (
    _checklists(
        id="completed-items-not-deferred",
        clause="CHK-5.1",
        broken="a batch does not defer an item that is completed",
        original=_SKIP,
        replacement=f"{_SKIP}    AND (status = 'open' OR :status = 'completed')\n",
    ),
    _checklists(
        id="deferred-items-not-completed",
        clause="CHK-5.1",
        broken="a batch does not complete an item that is deferred",
        original=_SKIP,
        replacement=f"{_SKIP}    AND (status = 'open' OR :status = 'deferred')\n",
    ),
    _checklists(
        id="one-reason-for-all-deferrals",
        clause="CHK-5.2",
        broken="every deferral of a batch gets the reason of its first entry",
        original=_ENTRY,
        replacement=(
            "        first = operation.entries[0].reason or entry.reason\n"
            "        deferral = guards.named(entry, **named) | {'reason': first}\n"
            "        updated += connection.execute(APPLY_ENTRY, deferral).rowcount\n"
        ),
    ),
    _checklists(
        id="reason-stored-without-its-white-space",
        clause="CHK-5.2",
        broken="a reason is stored without the spaces at its ends",
        original=_REASON,
        replacement="reason = iif(:status = 'deferred', ifnull(nullif(trim(:reason), ''), "
        ":reason), NULL)",
    ),
    _checklists(
        id="reason-of-a-completed-entry-stored",
        clause="CHK-5.3",
        broken="the reason of a `completed` entry is stored",
        original=_REASON,
        replacement="reason = :reason",
    ),
    _checklists(
        id="second-deferral-ignored",
        clause="CHK-5.5",
        broken="a deferral of a deferred item leaves its reason as it is",
        original=_SKIP,
        replacement="    AND status <> :status\n",
    ),
    _checklists(
        id="reason-of-a-second-deferral-appended",
        clause="CHK-5.5",
        broken="the reason of a second deferral is appended to that of the first",
        original=_REASON,
        replacement=(
            "reason = iif(:status = 'deferred', "
            "iif(status = 'deferred', reason || '; ' || :reason, :reason), NULL)"
        ),
    ),
    _checklists(
        id="remaining-completed-before-the-entries",
        clause="CHK-6.2",
        broken="`complete_remaining` completes the open items before the entries are applied",
        original="    updated = 0\n",
        replacement=f"    updated = 0\n    if operation.complete_remaining:\n{_REMAINING}",
    ),
    _checklists(
        id="remaining-checkpoints-left-open",
        clause="CHK-6.2",
        broken="`complete_remaining` leaves checkpoints open",
        original=_OPEN,
        replacement=f"{_OPEN.rstrip()} AND kind <> 'checkpoint'\n",
    ),
    _checklists(
        id="remaining-left-when-there-are-entries",
        clause="CHK-6.2",
        broken="`complete_remaining` completes nothing when the batch has entries",
        original=f"rowcount\n{_IF_REMAINING}",
        replacement="rowcount\n    if operation.complete_remaining and not operation.entries:\n",
    ),
    _checklists(
        id="deferred-items-completed-with-the-rest",
        clause="CHK-6.4",
        broken="`complete_remaining` completes deferred items",
        original=f"SET status = 'completed'\n{_OPEN}",
        replacement=(
            "SET status = 'completed', reason = NULL\n"
            "WHERE plan = :plan AND step = :step AND status IN ('open', 'deferred')\n"
        ),
    ),
    _checklists(
        id="earlier-deferrals-completed-with-the-rest",
        clause="CHK-6.4",
        broken="`complete_remaining` completes the items that an earlier batch deferred",
        original=_REMAINING,
        replacement=(
            f"{_REMAINING}"
            "        own = [(each.kind, each.ordinal) for each in operation.entries]\n"
            "        earlier = connection.execute(\n"
            '            "SELECT kind, ordinal FROM checklist_items WHERE plan = :plan"\n'
            "            \" AND step = :step AND status = 'deferred'\",\n"
            "            named,\n"
            "        ).fetchall()\n"
            "        for item in map(tuple, earlier):\n"
            "            if item not in own:\n"
            "                done = {'status': 'completed', 'reason': None}\n"
            "                done |= {'kind': item[0], 'ordinal': item[1]}\n"
            "                updated += connection.execute(APPLY_ENTRY, named | done).rowcount\n"
        ),
    ),
    _checklists(
        id="nothing-remaining-rejected",
        clause="CHK-6.5",
        broken="a batch with `complete_remaining` and no entries is rejected when no item is open",
        original=_REMAINING,
        replacement=(
            f"{_REMAINING}        if not updated and not operation.entries:\n"
            "            raise Refused(rejections.empty_batch())\n"
        ),
    ),
    _checklists(
        id="remaining-completed-in-substeps-too",
        clause="CHK-6.6",
        broken="`complete_remaining` completes the open items of the substeps too",
        original=_OPEN,
        replacement=(
            "WHERE plan = :plan AND status = 'open' AND step IN (\n"
            "    SELECT anchor FROM steps\n"
            "    WHERE plan = :plan AND (anchor = :step OR parent = :step)\n"
            ")\n"
        ),
    ),
    _checklists(
        id="remaining-completed-in-every-plan",
        clause="CHK-6.6",
        broken="`complete_remaining` completes the open items of a step of the same name elsewhere",
        original=_OPEN,
        replacement="WHERE step = :step AND status = 'open'\n",
    ),
    _checklists(
        id="skipped-entries-counted",
        clause="CHK-7.1",
        broken="a batch counts entries whose items have their status already",
        original=_ENTRY,
        replacement=(
            "        connection.execute(APPLY_ENTRY, guards.named(entry, **named))\n"
            "        updated += 1\n"
        ),
    ),
    _checklists(
        id="new-reasons-not-counted",
        clause="CHK-7.1",
        broken="a deferral that changes only the reason of its item is not counted",
        original=_ENTRY,
        replacement=(
            "        counting = (\n"
            '            "SELECT count(*) FROM checklist_items WHERE plan = :plan"\n'
            '            " AND step = :step AND kind = :kind AND ordinal = :ordinal"\n'
            '            " AND status <> :status"\n'
            "        )\n"
            "        values = guards.named(entry, **named)\n"
            "        updated += connection.execute(counting, values).fetchone()[0]\n"
            "        connection.execute(APPLY_ENTRY, values)\n"
        ),
    ),
    _checklists(
        id="same-deferral-counted-again",
        clause="CHK-7.1",
        broken="a deferral is counted although its item was deferred for the same reason",
        original=_SKIP,
        replacement="    AND (status <> :status OR :status = 'deferred')\n",
    ),
    _checklists(
        id="remaining-not-counted",
        clause="CHK-7.3",
        broken="the items that `complete_remaining` completes are not counted",
        original=_REMAINING,
        replacement="        connection.execute(COMPLETE_REMAINING, named)\n",
    ),
    _checklists(
        id="reason-of-white-space-lost",
        clause="CHK-8.1",
        broken="an item that is deferred for a reason of white space has none",
        original=_REASON,
        replacement="reason = iif(:status = 'deferred', nullif(trim(:reason), ''), NULL)",
    ),
    _checklists(
        id="reason-survives-a-batch",
        clause="CHK-8.2",
        broken="an item that a batch completes keeps the reason of its deferral",
        original=_REASON,
        replacement="reason = iif(:status = 'deferred', :reason, reason)",
    ),
)

BATCH_OPTION_MUTANTS = (
    ChangedProgram(
        id="remaining-completed-without-a-batch",
        clause="CHK-6.7",
        broken="the command line takes `--complete-remaining` without `--batch`",
        file="cli/commands/state/update.py",
        original="    if options.complete_remaining and not options.batch:\n",
        replacement="    if False:\n",
        test="tests/impl/cli/test_usage.py::test_misused_by[the rest without a batch]",
    ),
)
