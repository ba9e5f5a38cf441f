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
    ChangedStore(
        id="active-hook-asked-last",
        clause="REV-2.2",
        broken="a stop with `stop_hook_active` is answered by its state where no review is due",
        file="store/reviews.py",
        original=(
            "    if operation.stop_hook_active:  # REV-2.2\n"
            "        return review_stops.HOOK_IS_ACTIVE\n"
            "    # An unknown plan has no reviews either.\n"
            "    answered = review_stops.before_review(_read(connection, operation.plan))\n"
        ),
        replacement=(
            "    answered = review_stops.before_review(_read(connection, operation.plan))\n"
            "    if operation.stop_hook_active and not isinstance(answered, StopAnswered):\n"
            "        return review_stops.HOOK_IS_ACTIVE\n"
        ),
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
        clause="REV-2.6",
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
    answering(
        id="model-named-with-reviews-off",
        clause="REV-3.2",
        broken="an answer `reviews_off` has a `model`",
        reason="reviews_off",
        change="model=answered.decided.review_model",
    ),
    _stops(
        id="reviews-off-keep-the-phase",
        clause="REV-3.5",
        broken="a stop answered `reviews_off` keeps `phase`",
        original="decided = replace(cycle, phase=phase, next_phase=TARGETS[phase])",
        replacement="decided = replace(cycle, next_phase=TARGETS[phase])",
    ),
    _stops(
        id="reviews-off-stay-due",
        clause="REV-3.6",
        broken="a stop answered `reviews_off` keeps `next_phase`",
        original=(
            "        decided = replace(cycle, phase=phase, next_phase=TARGETS[phase])\n"
            "        return"
        ),
        replacement="        decided = replace(cycle, phase=phase)\n        return",
    ),
    _stops(
        id="reviews-off-start-counting-again",
        clause="REV-3.7",
        broken="a stop answered `reviews_off` sets `consecutive_clean` to 0",
        original="decided = replace(cycle, phase=phase, next_phase=TARGETS[phase])",
        replacement=(
            "decided = replace(\n"
            "            cycle, phase=phase, next_phase=TARGETS[phase], consecutive_clean=0\n"
            "        )"
        ),
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
