"""Mutants of what refuses an operation, and of faulty documents (PLN-3, PLN-4, PLN-5)."""

from functools import partial

from conformance.mutants.faults.source import ChangedStore

_plans = partial(ChangedStore, file="store/plans.py")
_cycles = partial(ChangedStore, file="store/cycles.py")
_guards = partial(ChangedStore, file="store/guards.py")

_CHECKED = "    _require_no_cycle(cycles.on_cycles(definition) if circular is None else circular)\n"
_STORED_FIRST = """\
    if known is {known} and cycles.on_cycles(definition):
        {before}
        _store_steps(connection, plan, definition)
        connection.execute("COMMIT")
        connection.execute("BEGIN")
"""
_NEW = "connection.execute(INSERT_PLAN, (plan, definition.document_hash, definition.title, 0))"
_ASIDE = "resync.set_aside(connection, plan)"
_BEFORE = "    stored_hash = guards.require_plan(connection, operation.plan)\n"
_DRIFT = """\
    if not operation.allow_drift:  # PLN-6.3
        guards.require_same_document(stored_hash, operation.document_hash)
"""
_HOLDER = """\
    status = guards.require_holder(connection, operation)
"""

REFUSAL_MUTANTS = (
    ChangedStore(
        file="store/holding.py",
        id="unknown-plan-without-steps",
        clause="PLN-3.1",
        broken="a reset on an unknown plan is rejected as one of an unknown step",
        original="    guards.require_plan(connection, operation.plan)\n    status, _ = _find",
        replacement="    status, _ = _find",
    ),
    ChangedStore(
        file="store/checklists.py",
        id="holder-before-drift",
        clause="PLN-3.2",
        broken="an update looks at the holder before it looks for drift",
        original=f"{_BEFORE}{_DRIFT}{_HOLDER}",
        replacement=f"{_BEFORE}{_HOLDER}{_DRIFT}",
    ),
    _plans(
        id="circle-found-after-storing",
        clause="PLN-3.3",
        broken="a new plan that is rejected for a cycle is stored all the same",
        original=_CHECKED,
        replacement=_STORED_FIRST.format(known="None", before=_NEW) + _CHECKED,
    ),
    _guards(
        id="unknown-plan-not-named",
        clause="PLN-3.4",
        broken="E047 `unknown_plan` does not name the plan",
        original="rejections.unknown_plan(plan)",
        replacement='rejections.unknown_plan("")',
    ),
    _plans(
        id="plan-replaced-by-a-cycle",
        clause="PLN-4.2",
        broken="a known plan is replaced by a document that is rejected for a cycle",
        original=_CHECKED,
        replacement=_STORED_FIRST.format(known="not None", before=_ASIDE) + _CHECKED,
    ),
)

_SEEN = "        if step.anchor in seen:  # PLN-5.1: E006"
_ALL_ANCHORS = "anchors = {step.anchor for step, _ in _in_document_order(definition)}"
_DEPENDENCIES = "        for dependency in step.dependencies:\n"
_ORDERED = """\
    for step, _ in _in_document_order(definition):
        for dependency in step.dependencies:
"""
_BETWEEN_TOP_LEVEL = "[parents[needed] for needed in known] if each is step else []"

STRUCTURE_MUTANTS = (
    _plans(
        id="anchors-compared-without-case",
        clause="PLN-1.4",
        broken="anchors that differ only in case are taken for duplicates",
        original="step.anchor in seen:  # PLN-5.1",
        replacement="step.anchor.casefold() in {one.casefold() for one in seen}:  # PLN-5.1",
    ),
    _plans(
        id="first-of-two-anchors-named",
        clause="PLN-5.2",
        broken="E006 names the first anchor that occurs again later",
        original="    seen: set[str] = set()\n",
        replacement=(
            "    anchors = [step.anchor for step, _ in _in_document_order(definition)]\n"
            "    for anchor in anchors:\n"
            "        if anchors.count(anchor) > 1:\n"
            "            raise Refused(rejections.duplicate_anchor(anchor))\n"
            "    seen: set[str] = set()\n"
        ),
    ),
    _plans(
        id="substeps-unknown-as-dependencies",
        clause="PLN-1.8",
        broken="a dependency on a substep is rejected as unknown",
        original=_ALL_ANCHORS,
        replacement="anchors = {step.anchor for step in definition.steps}",
    ),
    _plans(
        id="unknown-dependencies-of-steps-first",
        clause="PLN-5.4",
        broken="E010 names a step before an earlier substep",
        original=_ORDERED,
        replacement=(
            "    for step, _ in sorted(\n"
            "        _in_document_order(definition), key=lambda pair: pair[1] is not None\n"
            f"    ):\n{_DEPENDENCIES}"
        ),
    ),
    _plans(
        id="last-unknown-dependency-named",
        clause="PLN-5.5",
        broken="E010 names the last unknown dependency of a step",
        original=_DEPENDENCIES,
        replacement="        for dependency in reversed(step.dependencies):\n",
    ),
    _cycles(
        id="cycles-through-parents-not-found",
        clause="PLN-5.6",
        broken="a cycle that a dependency on a substep closes is accepted",
        original=_BETWEEN_TOP_LEVEL,
        replacement="[]",
    ),
    _cycles(
        id="steps-wait-for-their-own-substeps",
        clause="PLN-5.6",
        broken="a step that depends on its own substep is accepted",
        original=_BETWEEN_TOP_LEVEL,
        replacement=_BETWEEN_TOP_LEVEL.replace(
            "in known]", "in known if parents[needed] != places[each.anchor]]"
        ),
    ),
    _cycles(
        id="cycles-of-three-not-found",
        clause="PLN-5.6",
        broken="a cycle of more than two steps is accepted",
        original="any(component[place] == component[other] for other in ahead)",
        replacement="any(place in graph[other] for other in ahead)",
    ),
    _cycles(
        id="first-cycle-by-anchor",
        clause="PLN-5.7",
        broken="E011 names the step on a cycle whose anchor is first in the alphabet",
        original="    return [anchors[place] for place in sorted(places)]\n",
        replacement="    return sorted(anchors[place] for place in places)\n",
    ),
)
