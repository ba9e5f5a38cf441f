"""Mutants of updates: of single items, and of many (CHK-2, CHK-3, CHK-7, CHK-8)."""

from functools import partial

from conformance.mutants.faults.source import ChangedStore

_checklists = partial(ChangedStore, file="store/checklists.py")
_store = partial(ChangedStore, file="store/store.py")

_STATUS = "        _require_update_status(change.status, operation.allow_reopen)\n"
_APPLY = "        _apply_change(connection, change, named)\n"
_LOOP = f"    for change in operation.changes:\n{_STATUS}{_APPLY}"
_COUNT = (
    "    return ItemsUpdated(sum(old != new for old, new in zip(before, after, strict=True)))"
    "  # CHK-7.1\n"
)

UPDATE_MUTANTS = (
    _checklists(
        id="open-items-opened-without-leave",
        clause="CHK-2.2",
        broken="a change to `open` needs no `allow_reopen` where every item is open already",
        original=_STATUS,
        replacement=(
            "        all_open = set(before) <= {'open'}\n"
            "        _require_update_status(change.status, operation.allow_reopen or all_open)\n"
        ),
    ),
    _checklists(
        id="negative-ordinals-accepted",
        clause="CHK-2.5",
        broken="a change for a negative ordinal is accepted and changes nothing",
        original="    if not 0 <= ordinal < count:\n",
        replacement="    if not ordinal < count:\n",
    ),
    _checklists(
        id="ordinals-counted-from-one",
        clause="CHK-2.5",
        broken="an ordinal that is the number of items is accepted",
        original="    if not 0 <= ordinal < count:\n",
        replacement="    if not 0 <= ordinal <= count:\n",
    ),
    _checklists(
        id="last-ordinal-named-as-the-number",
        clause="CHK-2.6",
        broken="`unknown_item` names the highest ordinal instead of the number of items",
        original="        raise Refused(rejections.unknown_item(kind, ordinal, count))\n",
        replacement=(
            "        raise Refused(rejections.unknown_item(kind, ordinal, max(count - 1, 0)))\n"
        ),
    ),
    _checklists(
        id="items-of-all-kinds-named-as-the-number",
        clause="CHK-2.6",
        broken="`unknown_item` names the number of items of all kinds",
        original="        raise Refused(rejections.unknown_item(kind, ordinal, count))\n",
        replacement=(
            "        count = len(connection.execute(STATUSES, named).fetchall())\n"
            "        raise Refused(rejections.unknown_item(kind, ordinal, count))\n"
        ),
    ),
    _checklists(
        id="statuses-of-all-changes-checked-first",
        clause="CHK-2.7",
        broken="the statuses of all changes are checked before the items of any",
        original=_LOOP,
        replacement=(
            f"    for change in operation.changes:\n{_STATUS}"
            f"    for change in operation.changes:\n{_APPLY}"
        ),
    ),
    _checklists(
        id="first-change-of-an-item-wins",
        clause="CHK-2.8",
        broken="an item that two changes name gets the status of the first",
        original=_LOOP,
        replacement=f"{_LOOP}    for change in reversed(operation.changes):\n{_APPLY}",
    ),
    _checklists(
        id="change-of-a-single-item-wins",
        clause="CHK-2.8",
        broken="a change of a single item wins over a later change of many",
        original=_LOOP,
        replacement=(
            f"{_LOOP}    for change in operation.changes:\n"
            f"        if change.ordinal is not None:\n    {_APPLY}"
        ),
    ),
    _store(
        id="rejected-update-half-applied",
        clause="CHK-2.9",
        broken="the changes before the rejected one are kept",
        original="        if kind is not None:\n            self._database.rollback()",
        replacement="        if kind is not None:\n            self._database.commit()",
    ),
    _store(
        id="update-half-applied-without-a-transaction",
        clause="CHK-2.9",
        broken="each change is stored at once, outside of a transaction",
        original="                answer = function(self._connection, operation)\n",
        replacement=(
            '                self._connection.execute("COMMIT")\n'
            "                answer = function(self._connection, operation)\n"
            '                self._connection.execute("BEGIN")\n'
        ),
    ),
    _checklists(
        id="changes-of-many-kept-when-rejected",
        clause="CHK-2.9",
        broken="a change of many items is kept though a later change is rejected",
        original="        connection.execute(CHANGE_ALL, wanted)\n",
        replacement=(
            "        connection.execute(CHANGE_ALL, wanted)\n"
            '        connection.execute("COMMIT")\n'
            '        connection.execute("BEGIN")\n'
        ),
    ),
    _checklists(
        id="many-items-opened-without-leave",
        clause="CHK-3.3",
        broken="a change of many items to `open` needs no `allow_reopen`",
        original=_STATUS,
        replacement=(
            "        of_many = change.ordinal is None\n"
            "        _require_update_status(change.status, operation.allow_reopen or of_many)\n"
        ),
    ),
    _checklists(
        id="kind-without-items-unknown",
        clause="CHK-3.5",
        broken="a change of a kind that the step has no item of is rejected as `unknown_item`",
        original="        connection.execute(CHANGE_KIND, wanted)\n",
        replacement=(
            "        if connection.execute(CHANGE_KIND, wanted).rowcount == 0:\n"
            "            raise Refused(rejections.unknown_item(change.kind, 0, 0))\n"
        ),
    ),
    _checklists(
        id="changes-counted-instead-of-items",
        clause="CHK-7.1",
        broken="an update answers the number of its changes",
        original=_COUNT,
        replacement="    return ItemsUpdated(len(operation.changes))\n",
    ),
    _checklists(
        id="opened-items-not-counted",
        clause="CHK-7.1",
        broken="an update does not count the items that it opens",
        original=_COUNT,
        replacement=(
            "    pairs = zip(before, after, strict=True)\n"
            "    return ItemsUpdated(sum(old != new == 'completed' for old, new in pairs))\n"
        ),
    ),
    _checklists(
        id="items-counted-with-each-change",
        clause="CHK-7.2",
        broken="an update counts an item as often as its status changes",
        original=(
            f"{_LOOP}    after = [row['status'] for row in connection.execute(STATUSES, named)]\n"
        ).replace("'", '"')
        + _COUNT,
        replacement=(
            f"    updated = 0\n{_LOOP}"
            "        after = [row['status'] for row in connection.execute(STATUSES, named)]\n"
            "        updated += sum(old != new for old, new in zip(before, after, strict=True))\n"
            "        before = after\n"
            "    return ItemsUpdated(updated)\n"
        ),
    ),
    _checklists(
        id="reason-survives-an-update",
        clause="CHK-8.3",
        broken="an update that opens a deferred item leaves its reason",
        original="SET status = :status, reason = NULL\n",
        replacement="SET status = :status, reason = iif(:status = 'open', reason, NULL)\n",
    ),
    _checklists(
        id="reason-survives-an-update-to-completed",
        clause="CHK-8.3",
        broken="an update that completes a deferred item leaves its reason",
        original="SET status = :status, reason = NULL\n",
        replacement="SET status = :status, reason = iif(:status = 'open', NULL, reason)\n",
    ),
)
