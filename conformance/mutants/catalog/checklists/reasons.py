"""Mutants of the reasons of deferrals that end otherwise than by a report on items (CHK-8.3)."""

from functools import partial

from conformance.mutants.faults.source import ChangedStore

_reasons = partial(ChangedStore, clause="CHK-8.3")
_holding = partial(_reasons, file="store/holding.py")
_claims = partial(_reasons, file="store/claims.py")
_completion = partial(_reasons, file="store/completion.py")

_OPENED = "SET status = 'open', reason = NULL\n"
_COMPLETED = "SET status = 'completed', reason = NULL\n"
_OWN = "WHERE plan = :plan AND step = :step AND status <> 'completed'\n"
_OF_SUBSTEPS = "WHERE plan = :plan\n    AND status <> 'completed'\n"

REASON_MUTANTS = (
    _holding(
        id="reason-survives-a-reset",
        broken="the items of a step that is given back keep the reasons of their deferrals",
        original=_OPENED,
        replacement="SET status = 'open', reason = iif(step = :step, reason, NULL)\n",
    ),
    _holding(
        id="reason-in-a-substep-survives-a-reset",
        broken="the items of the substeps of a step that is given back keep their reasons",
        original=_OPENED,
        replacement="SET status = 'open', reason = iif(step = :step, NULL, reason)\n",
    ),
    _claims(
        id="reason-in-a-substep-survives-a-reclaim",
        broken="the items of the substeps of a step that is claimed again keep their reasons",
        original=_OPENED,
        replacement="SET status = 'open'\n",
    ),
    _completion(
        id="reason-survives-a-forced-completion",
        broken="the items of a step that is completed by force keep their reasons",
        original=f"{_COMPLETED}{_OWN}",
        replacement=f"SET status = 'completed'\n{_OWN}",
    ),
    _completion(
        id="reason-in-a-substep-survives-a-forced-completion",
        broken="the items of the substeps of a step that is completed by force keep their reasons",
        original=f"{_COMPLETED}{_OF_SUBSTEPS}",
        replacement=f"SET status = 'completed'\n{_OF_SUBSTEPS}",
    ),
)
