"""Mutants of the validation of a batch (CHK-4)."""

from functools import partial

from conformance.mutants.faults.source import ChangedStore

_checklists = partial(ChangedStore, file="store/checklists.py")

_VALIDATE = (
    "    for entry in operation.entries:\n        _require_valid(connection, operation, entry)\n"
)
_DISTINCT = "    _require_distinct(operation.entries)\n"
_NAMED = '    named = {"plan": operation.plan, "step": operation.step}\n'
_AT_ONCE = '            connection.execute("COMMIT")\n            connection.execute("BEGIN")\n'
_DUPLICATE = "            raise Refused(rejections.duplicate_entry(entry.kind, entry.ordinal))\n"

BATCH_ENTRY_MUTANTS = (
    _checklists(
        id="duplicates-of-unknown-kinds-not-noticed",
        clause="CHK-4.6",
        broken="two entries with the same unknown kind and ordinal are not compared",
        original="        seen.add((entry.kind, entry.ordinal))\n",
        replacement=(
            "        if entry.kind in ITEM_KINDS:\n"
            "            seen.add((entry.kind, entry.ordinal))\n"
        ),
    ),
    _checklists(
        id="duplicates-of-negative-ordinals-not-noticed",
        clause="CHK-4.6",
        broken="two entries with the same negative ordinal are not compared",
        original="        seen.add((entry.kind, entry.ordinal))\n",
        replacement=(
            "        if entry.ordinal >= 0:\n            seen.add((entry.kind, entry.ordinal))\n"
        ),
    ),
    _checklists(
        id="entries-validated-before-duplicates",
        clause="CHK-4.6",
        broken="an improper entry is rejected before the entry that repeats it",
        original=f"{_DISTINCT}{_VALIDATE}",
        replacement=f"{_VALIDATE}{_DISTINCT}",
    ),
    _checklists(
        id="first-repeated-entry-named",
        clause="CHK-4.7",
        broken=(
            "`duplicate_entry` names the first entry that is repeated, not the first that repeats"
        ),
        original=_DUPLICATE,
        replacement=(
            "            keys = [(each.kind, each.ordinal) for each in entries]\n"
            "            repeated = next(key for key in keys if keys.count(key) > 1)\n"
            "            raise Refused(rejections.duplicate_entry(*repeated))\n"
        ),
    ),
    _checklists(
        id="last-repeated-entry-named",
        clause="CHK-4.7",
        broken="`duplicate_entry` names the last entry that repeats an earlier one",
        original=_DUPLICATE,
        replacement=(
            "            keys = [(each.kind, each.ordinal) for each in entries]\n"
            "            repeated = [key for n, key in enumerate(keys) if key in keys[:n]]\n"
            "            raise Refused(rejections.duplicate_entry(*repeated[-1]))\n"
        ),
    ),
    _checklists(
        id="white-space-is-no-reason",
        clause="CHK-4.11",
        broken="a `deferred` entry with white space as its reason is rejected",
        original=(
            "rejections.invalid_status(entry.status))\n"
            '    if entry.status == "deferred" and not entry.reason:'
        ),
        replacement=(
            "rejections.invalid_status(entry.status))\n"
            '    if entry.status == "deferred" and not (entry.reason or "").strip():'
        ),
    ),
    _checklists(
        id="only-the-first-entry-validated",
        clause="CHK-4.12",
        broken="only the first entry is validated",
        original="    for entry in operation.entries:\n        _require_valid",
        replacement="    for entry in operation.entries[:1]:\n        _require_valid",
    ),
    _checklists(
        id="entries-for-unknown-items-ignored",
        clause="CHK-4.12",
        broken="an entry for an item that the step does not have is accepted and changes nothing",
        original=(
            "    _require_item(connection, named, ITEM_KINDS[entry.kind], entry.ordinal)"
            "  # CHK-4.12: item\n"
        ),
        replacement="",
    ),
    _checklists(
        id="unknown-items-completed-without-complaint",
        clause="CHK-4.12",
        broken="an entry that completes an item that the step does not have is accepted",
        original=(
            "    _require_item(connection, named, ITEM_KINDS[entry.kind], entry.ordinal)"
            "  # CHK-4.12: item\n"
        ),
        replacement=(
            '    if entry.status == "deferred":\n'
            "        _require_item(connection, named, ITEM_KINDS[entry.kind], entry.ordinal)\n"
        ),
    ),
    _checklists(
        id="kinds-of-all-entries-checked-first",
        clause="CHK-4.13",
        broken="the kinds of all entries are checked before anything else of any entry",
        original=_VALIDATE,
        replacement=(
            "    for entry in operation.entries:\n"
            "        if entry.kind not in ITEM_KINDS:\n"
            "            raise Refused(rejections.invalid_kind(entry.kind))\n"
            f"{_VALIDATE}"
        ),
    ),
    _checklists(
        id="last-invalid-entry-named",
        clause="CHK-4.13",
        broken="a batch is rejected for its last invalid entry",
        original=_VALIDATE,
        replacement=_VALIDATE.replace("in operation.entries", "in reversed(operation.entries)"),
    ),
    _checklists(
        id="entries-before-the-invalid-one-applied",
        clause="CHK-4.14",
        broken="the entries before the rejected one are kept",
        original=f"{_VALIDATE}{_NAMED}",
        replacement=(
            f"{_NAMED}"
            "    for number, entry in enumerate(operation.entries):\n"
            "        try:\n"
            "            _require_valid(connection, operation, entry)\n"
            "        except Refused:\n"
            "            for each in operation.entries[:number]:\n"
            "                connection.execute(APPLY_ENTRY, guards.named(each, **named))\n"
            f"{_AT_ONCE}"
            "            raise\n"
        ),
    ),
    _checklists(
        id="remaining-completed-though-an-entry-is-wrong",
        clause="CHK-6.3",
        broken="`complete_remaining` completes the open items of a batch that is rejected",
        original=f"{_VALIDATE}{_NAMED}",
        replacement=(
            f"{_NAMED}"
            "    for entry in operation.entries:\n"
            "        try:\n"
            "            _require_valid(connection, operation, entry)\n"
            "        except Refused:\n"
            "            if operation.complete_remaining:\n"
            "                connection.execute(COMPLETE_REMAINING, named)\n"
            f"{_AT_ONCE}"
            "            raise\n"
        ),
    ),
)
