"""The vectors in another edition: the same operations, with the replies that its model gives."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from conformance.adapters.model import transitions_of
from conformance.differential.comparator import Comparator
from conformance.protocol.codec import operation_request
from conformance.vectors.vector import Before, ExpectedReply, Length, Vector, operations_of
from model.transition import Transition
from spec.additions import is_known
from spec.catalog import clause, rule, rule_id
from spec.editions import EDITIONS, Edition, base_of, edition_named
from spec.formats.messages import Message, outcome_to_json, state_to_json


def vectors_in(vectors: Iterable[Vector], edition: Edition) -> Iterator[Vector]:
    """Yield vectors as they are in an edition, without those that it cannot have.

    What was found for an earlier edition is about what binds there, and none of a later one; what
    was only replayed for it, as in an archive, can be replayed again.
    """
    order = EDITIONS.index
    for vector in vectors:
        if vector.edition == edition.name:
            yield vector
            continue
        # What an edition adds or removes does not make it a later one.
        for_earlier = order(base_of(edition)) > order(edition_named(vector.edition))
        if for_earlier and vector.length is not Length.REPLAYED:
            continue
        if found := replayed_in(vector, edition):
            yield found


def replayed_in(vector: Vector, edition: Edition) -> Vector | None:
    """Return a vector with the replies of another edition.

    `None` if that does not know what is asked. Where the replies are not those of the edition that
    the vector is of, it is about what decides there.
    """
    operations = operations_of(vector)
    if not all(is_known(operation, edition) for operation in operations):
        return None
    transitions = transitions_of(operations, edition)
    found = answered(vector, transitions, edition)
    found = replace(found, length=Length.REPLAYED, scope=None, before=None)
    rules = tuple(each for each in vector.rules if rule(each).clauses_in(edition))
    clauses = tuple(each for each in vector.clauses if clause(each).is_in_force(edition))
    is_mutant_of_none = vector.mutant is not None and not clauses
    if is_alike(found, vector, edition) and not is_mutant_of_none:
        about = replace(found, rules=rules, clauses=clauses, before=before_in(found, edition))
        return about if rules else None
    cited = tuple(each for each in clauses if each in transitions[-1].clauses)
    shown = clauses if shows_clauses(found, vector) else cited
    return about_last(found, transitions[-1], shown)


def shows_clauses(found: Vector, vector: Vector) -> bool:
    """Return whether a vector shows its clauses in another edition too.

    It does where all replies are of the same kind, or the last is that of an edition without the
    amendment that has ended them.
    """
    kinds = [kind_of(asked.reply) for asked in vector.operations]
    before = [*kinds[:-1], kind_of(vector.before.reply if vector.before else {})]
    return [kind_of(asked.reply) for asked in found.operations] in (kinds, before)


def kind_of(reply: Message) -> tuple[object, ...]:
    """Return what a reply has in common with others: its answer, or the code and reason word."""
    return tuple(reply.get(name) for name in ("answer", "code", "reason", "approved"))


def about_last(vector: Vector, last: Transition, clauses: tuple[str, ...]) -> Vector | None:
    """Return a vector that is about what decides its last operation, or `None` if nothing does.

    `clauses` are those of its clauses that it shows there.
    """
    rules = tuple(dict.fromkeys((*last.rules, *map(rule_id, clauses))))
    if not rules:
        return None
    return replace(
        vector,
        title=f"Decided by {' '.join(rules)} in {vector.edition} ({vector.id}).",
        rules=rules,
        clauses=clauses,
        mutant=None,
        amendment=None,
        guards=(),
        breach=(),
    )


def answered(vector: Vector, transitions: Sequence[Transition], edition: Edition) -> Vector:
    """Return a vector with the replies of an edition, and what is stored there at its end."""
    expected = (
        ExpectedReply(
            operation_request(operation, edition),
            outcome_to_json(transition.outcome, edition),
            transition.rules,
        )
        for operation, transition in zip(operations_of(vector), transitions, strict=True)
    )
    state = state_to_json(transitions[-1].state, edition)
    return replace(vector, edition=edition.name, operations=tuple(expected), state=state)


def is_alike(found: Vector, vector: Vector, edition: Edition) -> bool:
    """Return whether two editions give the same replies, store the same and go on alike."""
    pairs = zip(found.operations, vector.operations, strict=True)
    stored = Comparator(edition=edition).stored_differences(found.state, vector.state)
    return not stored and all(
        is_same_reply(ours.reply, theirs.reply, edition) for ours, theirs in pairs
    )


def is_same_reply(ours: Message, theirs: Message, edition: Edition) -> bool:
    """Return whether a reply in an edition is the same as in another.

    A field that the edition does not know, such as the id of a claim, makes no difference.
    """
    known = {name: value for name, value in theirs.items() if name in ours}
    return not Comparator(edition=edition).reply_differences(ours, known)


def before_in(vector: Vector, edition: Edition) -> Before | None:
    """Return what the edition says without the amendment that a vector is about."""
    if vector.amendment not in edition.amendments:
        return None
    without = edition_named(f"{edition.name}-{vector.amendment}")
    last = transitions_of(operations_of(vector), without)[-1]
    return Before(without.name, outcome_to_json(last.outcome, without))
