"""Mutants of what registering a new or unchanged plan stores and answers (PLN-1, PLN-2)."""

from functools import partial

from conformance.mutants.faults.source import ChangedStore

_plans = partial(ChangedStore, file="store/plans.py")

_STEP = "steps.append((plan, step.anchor, parent_anchor, index, step.title))"
_IN_ORDER = "enumerate(_in_document_order(definition)):\n        parent_anchor"
_POSITIONS = "enumerate(dict.fromkeys(step.dependencies))"
_STEPS_STORED = "    connection.executemany(INSERT_STEP, steps)\n"
_COUNTS = "return top_level, len(steps) - top_level, len(dependencies), len(items)"
_NEW = "        return Registered(False, *stored)\n"
_UNCHANGED = "        return Registered(already_initialized=True)\n"

STORING_MUTANTS = (
    _plans(
        id="first-artifact-counted-twice",
        clause="PLN-1.18",
        broken="the counter of a new plan begins at 1",
        original=(
            "INSERT INTO plans (path, document_hash, title, created_at) VALUES (?, ?, ?, ?)\n"
        ),
        replacement=(
            "INSERT INTO plans (path, document_hash, title, created_at, last_artifact_id)\n"
            "VALUES (?, ?, ?, ?, 1)\n"
        ),
    ),
    _plans(
        id="title-stripped",
        clause="PLN-1.3",
        broken="the title of a plan is stored without the white space around it",
        original="(plan, definition.document_hash, definition.title, operation.now)",
        replacement="(plan, definition.document_hash, definition.title.strip(), operation.now)",
    ),
    _plans(
        id="indexes-counted-from-one",
        clause="PLN-1.4",
        broken="the first index is 1",
        original=_IN_ORDER,
        replacement="enumerate(_in_document_order(definition), start=1):\n        parent_anchor",
    ),
    _plans(
        id="substeps-indexed-after-all-steps",
        clause="PLN-1.4",
        broken="the indexes of substeps follow those of all steps",
        original=_IN_ORDER,
        replacement=(
            "enumerate(\n"
            "        sorted(_in_document_order(definition), key=lambda pair: pair[1] is not None)\n"
            "    ):\n        parent_anchor"
        ),
    ),
    _plans(
        id="substeps-stored-with-the-title-of-their-step",
        clause="PLN-1.4",
        broken="a substep is stored with the title of its step",
        original=_STEP,
        replacement=_STEP.replace("step.title", "(parent or step).title"),
    ),
    _plans(
        id="long-titles-of-steps-cut",
        clause="PLN-1.4",
        broken="the title of a step is cut to 80 characters",
        original=_STEP,
        replacement=_STEP.replace("step.title", "step.title[:80]"),
    ),
    _plans(
        id="ordinals-over-all-kinds",
        clause="PLN-1.6",
        broken="the ordinals of a step are counted over all kinds of items",
        original="            ordinals[kind] += 1\n",
        replacement='            ordinals.update(("task", "test", "checkpoint"))\n',
    ),
    _plans(
        id="texts-of-items-stripped",
        clause="PLN-1.6",
        broken="the text of an item is stored without the white space around it",
        original="ordinals[kind], item.text))",
        replacement="ordinals[kind], item.text.strip()))",
    ),
    _plans(
        id="dependencies-sorted",
        clause="PLN-1.8",
        broken="the dependencies of a step are stored in the order of the alphabet",
        original=_POSITIONS,
        replacement="enumerate(sorted(set(step.dependencies)))",
    ),
    _plans(
        id="dependencies-by-last-mention",
        clause="PLN-1.8",
        broken="the dependencies of a step are stored in the order of their last mention",
        original=_POSITIONS,
        replacement="enumerate([*dict.fromkeys(step.dependencies[::-1])][::-1])",
    ),
    _plans(
        id="dependencies-of-substeps-not-stored",
        clause="PLN-1.8",
        broken="the dependencies of substeps are not stored",
        original=_POSITIONS,
        replacement="enumerate(() if parent else dict.fromkeys(step.dependencies))",
    ),
    _plans(
        id="substeps-without-items-completed",
        clause="PLN-1.9",
        broken="a new substep without items is stored as completed",
        original=_STEPS_STORED,
        replacement=(
            f"{_STEPS_STORED}"
            "    for step, parent in _in_document_order(definition):\n"
            "        if parent is not None and not step.items:\n"
            "            done = \"UPDATE steps SET status = 'completed', completed_at = 0\"\n"
            '            named = f"{done} WHERE plan = ? AND anchor = ?"\n'
            "            connection.execute(named, (plan, step.anchor))\n"
        ),
    ),
    _plans(
        id="items-without-text-completed",
        clause="PLN-1.10",
        broken="a new item without a text is stored as completed",
        original="ordinal, text) VALUES (?, ?, ?, ?, ?)",
        replacement=(
            "ordinal, text, status)\nVALUES (?1, ?2, ?3, ?4, ?5, iif(?5 = '', 'completed', 'open'))"
        ),
    ),
    _plans(
        id="new-plans-done",
        clause="PLN-1.11",
        broken="a new plan is stored as `done`",
        original="title, created_at) VALUES (?, ?, ?, ?)",
        replacement="title, created_at, status) VALUES (?, ?, ?, ?, 'done')",
    ),
)

ANSWER_MUTANTS = (
    _plans(
        id="substeps-counted-as-steps",
        clause="PLN-1.12",
        broken="`step_count` includes the substeps",
        original=_COUNTS,
        replacement=_COUNTS.replace("top_level, len", "len(steps), len", 1),
    ),
    _plans(
        id="steps-with-substeps-counted",
        clause="PLN-1.13",
        broken="`substep_count` is the number of steps with substeps",
        original=_COUNTS,
        replacement=_COUNTS.replace(
            "len(steps) - top_level", "sum(bool(step.substeps) for step in definition.steps)"
        ),
    ),
    _plans(
        id="repeated-dependencies-counted",
        clause="PLN-1.14",
        broken="`dep_count` counts a repeated dependency again",
        original=_COUNTS,
        replacement=_COUNTS.replace(
            "len(dependencies)",
            "sum(len(step.dependencies) for step, _ in _in_document_order(definition))",
        ),
    ),
    _plans(
        id="dependencies-of-substeps-not-counted",
        clause="PLN-1.14",
        broken="`dep_count` leaves out the dependencies of substeps",
        original=_COUNTS,
        replacement=_COUNTS.replace(
            "len(dependencies)",
            "sum(len(set(step.dependencies)) for step in definition.steps)",
        ),
    ),
    _plans(
        id="items-of-substeps-not-counted",
        clause="PLN-1.15",
        broken="`checklist_count` leaves out the items of substeps",
        original=_COUNTS,
        replacement=_COUNTS.replace(
            "len(items)", "sum(len(step.items) for step in definition.steps)"
        ),
    ),
    _plans(
        id="new-plans-answered-as-resynced",
        clause="PLN-1.16",
        broken="the answer for a new plan sets `resynced`",
        original=_NEW,
        replacement="        return Registered(False, *stored, resynced=True)\n",
    ),
    _plans(
        id="title-taken-from-the-same-document",
        clause="PLN-2.1",
        broken="registering a plan again with the same document hash stores its title",
        original=_UNCHANGED,
        replacement=(
            '        title = "UPDATE plans SET title = ? WHERE path = ?"\n'
            f"        connection.execute(title, (definition.title, plan))\n{_UNCHANGED}"
        ),
    ),
    _plans(
        id="unchanged-plans-answered-as-resynced",
        clause="PLN-2.2",
        broken="the answer for an unchanged plan sets `resynced`",
        original=_UNCHANGED,
        replacement="        return Registered(already_initialized=True, resynced=True)\n",
    ),
    _plans(
        id="steps-of-an-unchanged-plan-counted",
        clause="PLN-2.3",
        broken="the answer for an unchanged plan has the `step_count` of the document",
        original=_UNCHANGED,
        replacement="        return Registered(True, len(definition.steps))\n",
    ),
)
