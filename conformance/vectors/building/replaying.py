"""Replaying a vector: the same operations, with what the model of its edition says today.

What a vector is for is not computed: it stands in its file.
"""

import json
from dataclasses import replace

from conformance.adapters.model import transitions_of
from conformance.vectors.editions import answered
from conformance.vectors.vector import Before, Kind, Vector, operations_of
from spec.catalog import CLAUSES
from spec.catalog import rule as rule_named
from spec.editions import edition_named
from spec.formats.messages import outcome_to_json

CLAUSE_IDS = {clause.id for clause in CLAUSES}


def replayed(vector: Vector) -> Vector:
    """Return a vector with the replies and the state of the model."""
    edition = edition_named(vector.edition)
    found = answered(vector, transitions_of(operations_of(vector), edition), edition)
    return replace(found, before=vector.before and reply_before(vector, vector.before.edition))


def reply_before(vector: Vector, edition: str) -> Before:
    """Return the reply of another edition to the last operation."""
    outcome = transitions_of(operations_of(vector), edition_named(edition))[-1].outcome
    return Before(edition, outcome_to_json(outcome))


def why_pointless(vector: Vector) -> str:
    """Return why a replayed vector no longer shows what it is for, or "" if it does.

    Whether it shows a mutant is another question.
    """
    if unknown := [each for each in vector.clauses if each not in CLAUSE_IDS]:
        return f"there is no clause {unknown[0]}"
    times = [each.now for each in operations_of(vector)]
    if times != sorted(times):
        return "its time goes back, so that nobody can be asked"
    last = vector.operations[-1]
    match vector.kind:
        case Kind.RULE if not any(is_about(rule, vector) for rule in vector.rules):
            return f"{' '.join(vector.rules)} is about none of the operations"
        case Kind.GUARDS:
            rule, word = vector.guards[0].split()
            # A commit that could not update the state need not say why.
            refused = f'"{word}"' in json.dumps(last.reply) or last.reply.get("state_update_failed")
            if rule not in last.rules or not refused:
                return f"the last operation is not refused by {vector.guards[0]}"
        case Kind.AMENDMENT if vector.before is None or vector.before.reply == last.reply:
            return "both editions give the same reply to the last operation"
    return ""


def is_about(name: str, vector: Vector) -> bool:
    """Return whether a rule is about one of the operations of a vector."""
    asked = {type(operation).__name__ for operation in operations_of(vector)}
    return not asked.isdisjoint(rule_named(name).operations)
