"""Mutants of stops that are answered without a review (REV-2 to REV-4, REV-13)."""

from functools import partial

from conformance.mutants.catalog.reviews.answers import answering, storing
from conformance.mutants.faults.source import ChangedStore

_stops = partial(ChangedStore, file="store/review_stops.py")

UNREVIEWED_MUTANTS = (
    ChangedStore(
        id="stop-of-an-unknown-plan-rejected",
        clause="REV-2.1",
        broken="a stop of an unknown plan is rejected",
        file="store/reviews.py",
        original="    # An unknown plan has no reviews either.\n",
        replacement="    guards.require_plan(connection, operation.plan)\n",
    ),
    _stops(
        id="negative-limit-reviewed",
        clause="REV-2.4",
        broken="a stop is not approved as `malformed` when `max_reviews` is negative",
        original="    if cycle.max_reviews < 0:  # REV-2.4",
        replacement="    if False:",
    ),
    _stops(
        id="last-review-not-made",
        clause="REV-2.11",
        broken="the last review of a cycle is not made",
        original="    if number > cycle.max_reviews:  # REV-4.2",
        replacement="    if number >= cycle.max_reviews:",
    ),
    storing(
        id="stop-without-a-review-forgets-the-clean-ones",
        clause="REV-2.7",
        broken="a stop answered `no_review_due` sets `consecutive_clean` to 0",
        reason="no_review_due",
        change="consecutive_clean=0",
    ),
    answering(
        id="model-named-without-a-review",
        clause="REV-2.8",
        broken="an answer `no_review_due` has a `model`",
        reason="no_review_due",
        change="model=_read(connection, operation.plan).review_model",
    ),
    _stops(
        id="working-agent-blocked",
        clause="REV-2.10",
        broken="a stop is not approved as `no_review_due` when `next_phase` is a work phase",
        original="    if phase is None:  # REV-2.10: no review due",
        replacement="    if phase is None and cycle.next_phase in tuple(WorkPhase):\n"
        "        return StopAnswered(approved=False, reason=StopReason.NO_REVIEW_DUE)\n"
        "    if phase is None:",
    ),
    answering(
        id="model-named-with-reviews-off",
        clause="REV-3.2",
        broken="an answer `reviews_off` has a `model`",
        reason="reviews_off",
        change="model=answered.decided.review_model",
    ),
    _stops(
        id="reviews-off-set-the-phase",
        clause="REV-3.9",
        broken="a stop answered `reviews_off` sets `phase` to the review phase",
        original="decided = replace(cycle, next_phase=TARGETS[phase])",
        replacement="decided = replace(cycle, phase=phase, next_phase=TARGETS[phase])",
    ),
    _stops(
        id="reviews-off-stay-due",
        clause="REV-3.6",
        broken="a stop answered `reviews_off` keeps `next_phase`",
        original="decided = replace(cycle, next_phase=TARGETS[phase])",
        replacement="decided = cycle",
    ),
    _stops(
        id="reviews-off-start-counting-again",
        clause="REV-3.7",
        broken="a stop answered `reviews_off` sets `consecutive_clean` to 0",
        original="decided = replace(cycle, next_phase=TARGETS[phase])",
        replacement="decided = replace(cycle, next_phase=TARGETS[phase], consecutive_clean=0)",
    ),
    answering(
        id="reviews-off-decided-with-a-review",
        clause="REV-3.8",
        broken="`decided` of an answer `reviews_off` counts a review that is not stored",
        reason="reviews_off",
        change=(
            "decided=review_stops.replace(answered.decided, "
            "phase_iteration=answered.decided.phase_iteration + 1)"
        ),
    ),
    _stops(
        id="findings-forgotten",
        clause="REV-14.1",
        broken="a stop is approved as `no_review_due` when `next_phase` is a post-review phase",
        original="    phase = (REVIEW_PHASES | OPEN_FINDINGS).get(",
        replacement="    phase = REVIEW_PHASES.get(",
    ),
    _stops(
        id="findings-hold-at-the-limit",
        clause="REV-4.2",
        broken="a stop is blocked at the limit when `next_phase` is a post-review phase",
        original="    if number > cycle.max_reviews:  # REV-4.2",
        replacement=(
            "    if number > cycle.max_reviews and cycle.next_phase not in OPEN_FINDINGS:"
        ),
    ),
    _stops(
        id="forgotten-findings-not-counted",
        clause="REV-14.2",
        broken="a stop answered `findings_open` keeps `phase_iteration`",
        original="decided = replace(cycle, phase_iteration=number)",
        replacement="decided = cycle",
    ),
    _stops(
        id="forgotten-findings-turn-the-model",
        clause="REV-14.3",
        broken="a stop answered `findings_open` sets `review_model` to the other one",
        original="decided = replace(cycle, phase_iteration=number)",
        replacement=(
            "decided = replace(\n"
            "            cycle,\n"
            "            phase_iteration=number,\n"
            "            review_model=OTHER_MODEL[cycle.review_model],\n"
            "        )"
        ),
    ),
    answering(
        id="open-findings-numbered",
        clause="REV-14.4",
        broken="an answer `findings_open` has a `review`",
        reason="findings_open",
        change="review=answered.decided.phase_iteration",
    ),
    answering(
        id="open-findings-decide-nothing",
        clause="REV-14.5",
        broken="an answer `findings_open` has no `decided` state",
        reason="findings_open",
        change="decided=None",
    ),
    _stops(
        id="reviews-off-go-back-to-the-review",
        clause="REV-7.5",
        broken="the target of a post-review phase is its review phase",
        original="decided = replace(cycle, next_phase=TARGETS[phase])",
        replacement=(
            "target = phase if cycle.next_phase in OPEN_FINDINGS else TARGETS[phase]\n"
            "        decided = replace(cycle, next_phase=target)"
        ),
    ),
    _stops(
        id="one-review-too-many",
        clause="REV-4.1",
        broken="a cycle has one review more than `max_reviews`",
        original="    if number > cycle.max_reviews:  # REV-4.2",
        replacement="    if number > cycle.max_reviews + 1:",
    ),
    _stops(
        id="limit-asked-once",
        clause="REV-4.2",
        broken="a stop is reviewed again when `phase_iteration` is greater than `max_reviews`",
        original="    if number > cycle.max_reviews:  # REV-4.2",
        replacement="    if number == cycle.max_reviews + 1:",
    ),
    storing(
        id="attempts-beyond-the-limit-counted",
        clause="REV-4.3",
        broken="a stop answered `limit_reached` raises `phase_iteration`",
        reason="limit_reached",
        change="phase_iteration=_read(connection, operation.plan).phase_iteration + 1",
    ),
    answering(
        id="review-named-beyond-the-limit",
        clause="REV-4.4",
        broken="an answer `limit_reached` has a `review`",
        reason="limit_reached",
        change="review=_read(connection, operation.plan).phase_iteration",
    ),
    _stops(
        id="review-by-hand-counted-from-nothing",
        clause="REV-13.3",
        broken="a `phase_iteration` of none counts as 0",
        original=(
            "    if cycle.phase_iteration is None:  # REV-13.3\n"
            "        return StopAnswered(approved=True, reason=StopReason.BY_HAND)\n"
        ),
        replacement="    cycle = replace(cycle, phase_iteration=cycle.phase_iteration or 0)\n",
    ),
    _stops(
        id="reviews-off-before-by-hand",
        clause="REV-13.3",
        broken="a stop is answered `reviews_off` when `phase_iteration` is none",
        original="    if cycle.phase_iteration is None:  # REV-13.3",
        replacement="    if cycle.phase_iteration is None and cycle.max_reviews != 0:",
    ),
    storing(
        id="stop-ends-the-review-by-hand",
        clause="REV-13.4",
        broken="a stop answered `by_hand` sets `phase_iteration` to 0",
        reason="by_hand",
        change="phase_iteration=0",
    ),
    answering(
        id="model-named-by-hand",
        clause="REV-13.5",
        broken="an answer `by_hand` has a `model`",
        reason="by_hand",
        change="model=_read(connection, operation.plan).review_model",
    ),
)
