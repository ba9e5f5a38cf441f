"""REV-1, REV-9, REV-10: what agents and people do to the reviews of a plan."""

from dataclasses import replace

from spec.vocabulary.operations import Operation
from spec.vocabulary.rejections import invalid_request
from spec.vocabulary.review_cycles import ReviewCycle
from spec.vocabulary.reviews import Continuation, CycleChanged, Route
from tests.cases import for_each
from tests.rules.reviews import review_builders as r
from tests.rules.suts import Sut, with_reviews

ACTIONS: dict[str, Operation] = {
    "create-tasks": r.create_tasks(),
    "next-task": r.next_task("task-1"),
    "next-task-tdd": r.next_task("task-1", tests_first=True),
    "no task left": r.next_task(None),
    "complete-task": r.complete_task(),
    "complete-plan": r.complete_plan(),
}
"""What agents do after the new plan, in whatever phase."""

EDITS: dict[str, Operation] = {
    "max_reviews": r.set_max_reviews(3),
    "next_phase": r.set_next_phase("plan-review"),
    "by hand": r.set_next_phase("plan-review", by_hand=True),
}


def changes(sut: Sut, before: ReviewCycle, operation: Operation, after: ReviewCycle) -> None:
    """Assert that an operation turns one cycle into the other, and answers with its phases."""
    sut.load(with_reviews(before))
    assert sut.apply(operation) == r.now_at(after)
    assert sut.cycle() == after


# REV-1


@for_each(
    "operation",
    [*ACTIONS.values(), r.post_review(), r.continue_plan(), *EDITS.values(), r.set_max_reviews(-1)],
)
def test_rev_1_nothing_but_a_new_plan_begins_the_reviews(
    reviews: Sut, operation: Operation
) -> None:
    # Given a plan without reviews, then everything else is refused and begins none
    reviews.refuses(operation, invalid_request("not_started"))
    assert reviews.plan().review_cycle is None


@for_each("max_reviews", [-1, -2, -r.BIGGEST])
def test_rev_1_a_new_plan_cannot_have_less_than_no_reviews(reviews: Sut, max_reviews: int) -> None:
    # Given a plan without reviews, then the number is refused
    reviews.refuses(r.new_plan(max_reviews), invalid_request(max_reviews))
    # And with reviews too, which stay
    reviews.given(r.new_plan(3))
    reviews.refuses(r.new_plan(max_reviews), invalid_request(max_reviews))


@for_each("max_reviews", [0, 1, 2, 8, r.BIGGEST])
@for_each("before", [None, r.WORN])
def test_rev_1_a_new_plan_begins_and_keeps_nothing(
    reviews: Sut, before: ReviewCycle | None, max_reviews: int
) -> None:
    # Given a plan without reviews, or with some
    reviews.load(with_reviews(before))
    # When it is written anew
    outcome = reviews.apply(r.new_plan(max_reviews))
    # Then it is to be reviewed from the beginning
    assert outcome == CycleChanged("new-plan", "plan-review", max_reviews == 1)
    assert reviews.cycle() == ReviewCycle(
        max_reviews, None, "new-plan", 0, "plan-review", r.OPUS, 0
    )


def test_rev_1_a_new_plan_has_eight_reviews_unless_it_says_otherwise(
    reviews: Sut,
) -> None:
    reviews.given(r.new_plan())
    assert reviews.cycle().max_reviews == 8


def test_rev_1_creating_tasks_enters_their_review(reviews: Sut) -> None:
    # Given reviews of which no field is as it begins, then the task of before stays
    after = ReviewCycle(5, "task-7", "create-tasks", 0, "tasks-review", r.OPUS, 0)
    changes(reviews, replace(r.WORN, phase_iteration=None), r.create_tasks(), after)


@for_each("due", ["post-tasks-review", "code-review"])
@for_each("phase", r.EVERY_PHASE)
def test_rev_1_completing_a_task_enters_the_review_of_its_code(
    reviews: Sut, phase: str, due: str
) -> None:
    # Given reviews in some phase, also that very one of the same task
    before = replace(r.WORN, phase=phase, next_phase=due, current_task="größe 🦀")
    # When a task is completed, then the phase stays if it is one of working on a task
    stays = phase in ("next-task", "next-task-tdd", "continue-task")
    kept = phase if stays else "next-task"
    after = ReviewCycle(5, "größe 🦀", kept, 0, "code-review", r.OPUS, 0)
    changes(reviews, before, r.complete_task("größe 🦀"), after)


@for_each(("tests_first", "phase"), [(False, "next-task"), (True, "next-task-tdd")])
def test_rev_1_and_rev_10_beginning_a_task_enters_no_cycle(
    reviews: Sut, tests_first: bool, phase: str
) -> None:
    # When a task is begun, then nothing is due, and the counters and the model stay
    after = ReviewCycle(5, "task-8", phase, 3, None, r.SONNET, 1)
    before = replace(r.WORN, phase="next-task-tdd")
    changes(reviews, before, r.next_task("task-8", tests_first=tests_first), after)


@for_each("operation", ACTIONS.values())
def test_rev_1_and_rev_10_every_action_is_accepted_in_every_phase(
    reviews: Sut, operation: Operation
) -> None:
    # Given what an action does to a plan that has just begun
    reviews.load(with_reviews(ReviewCycle(phase="next-task", current_task="task-1")))
    expected = reviews.apply(operation)
    assert isinstance(expected, CycleChanged)
    # Then it does the same whatever the phases are
    for phase in r.EVERY_PHASE:
        for next_phase in (None, "lunch", "code-review", "post-code-review", "complete"):
            reviews.load(with_reviews(ReviewCycle(phase=phase, next_phase=next_phase)))
            outcome = reviews.apply(operation)
            assert isinstance(outcome, CycleChanged)
            assert outcome.next_phase == expected.next_phase
            assert outcome == r.now_at(reviews.cycle())


@for_each("max_reviews", [-r.BIGGEST, -1, 0, 1, 2, 8, r.BIGGEST])
def test_rev_1_a_person_may_set_the_limit_to_any_number(reviews: Sut, max_reviews: int) -> None:
    changes(
        reviews, r.WORN, r.set_max_reviews(max_reviews), replace(r.WORN, max_reviews=max_reviews)
    )


@for_each("word", [*r.NO_PHASES, "Post-code-review", "x" * 10_000])
@for_each("by_hand", [False, True])
def test_rev_1_a_word_that_is_no_phase_is_refused(reviews: Sut, word: str, by_hand: bool) -> None:
    # Given a plan with reviews, then the word is named, and nothing changes
    reviews.load(with_reviews(r.WORN))
    reviews.refuses(r.set_next_phase(word, by_hand=by_hand), invalid_request(word))


@for_each("next_phase", [None, *r.REVIEWS, *r.POST, *r.WORK])
def test_rev_1_a_person_may_set_the_next_phase_to_any_phase(
    reviews: Sut, next_phase: str | None
) -> None:
    # When a person edits the next phase, then nothing else changes
    changes(reviews, r.WORN, r.set_next_phase(next_phase), replace(r.WORN, next_phase=next_phase))
    # Unless a review is asked for by hand
    by_hand = replace(r.WORN, next_phase=next_phase, phase_iteration=None)
    changes(reviews, r.WORN, r.set_next_phase(next_phase, by_hand=True), by_hand)


@for_each(
    "operation",
    [*ACTIONS.values(), *EDITS.values(), r.post_review()],
)
@for_each("max_reviews", [-1, 0, 1, 2])
def test_rev_1_a_limit_of_one_cannot_pass_and_every_answer_says_so(
    reviews: Sut, operation: Operation, max_reviews: int
) -> None:
    # Given some limit
    reviews.load(with_reviews(replace(r.WORN, max_reviews=max_reviews)))
    # When anything changes
    outcome = reviews.apply(operation)
    # Then the answer tells the phases now stored, and whether the limit now stored is one
    assert isinstance(outcome, CycleChanged)
    assert outcome.cannot_pass == (reviews.cycle().max_reviews == 1)
    assert (outcome.phase, outcome.next_phase) == (
        reviews.cycle().phase,
        reviews.cycle().next_phase,
    )


# REV-9


@for_each("next_phase", [None, *r.REVIEWS, *r.WORK, *r.NO_PHASES, "POST-CODE-REVIEW"])
def test_rev_9_findings_are_worked_on_only_after_a_review(
    reviews: Sut, next_phase: str | None
) -> None:
    # Given any other next phase than a post-review phase, whatever the phase is
    for phase in ("post-code-review", "code-review", "next-task"):
        reviews.load(with_reviews(replace(r.WORN, phase=phase, next_phase=next_phase)))
        # Then it is named in the refusal
        given = "none" if next_phase is None else str(next_phase)
        reviews.refuses(r.post_review(), invalid_request(given))


@for_each("next_phase", [*r.WORK, *r.NO_PHASES])
def test_rev_9_before_work_there_are_no_findings_of_a_review_by_hand(
    reviews: Sut, next_phase: str
) -> None:
    reviews.load(with_reviews(replace(r.WORN, phase_iteration=None, next_phase=next_phase)))
    reviews.refuses(r.post_review(), invalid_request(next_phase))


@for_each(("post", "review"), list(zip(r.POST, r.REVIEWS, strict=True)))
@for_each("phase", ["next-task", "code-review", "lunch"])
def test_rev_9_the_next_review_is_of_the_same_kind(
    reviews: Sut, phase: str, post: str, review: str
) -> None:
    # Given findings, when they are worked on, then only the two phases change
    before = replace(r.WORN, phase=phase, next_phase=post)
    changes(reviews, before, r.post_review(), replace(r.WORN, phase=post, next_phase=review))


@for_each(("post", "review"), list(zip(r.POST, r.REVIEWS, strict=True)))
@for_each("phase", ["next-task", "code-review", "post-plan-review", "lunch"])
def test_rev_9_after_a_review_by_hand_nothing_comes_next(
    reviews: Sut, phase: str, post: str, review: str
) -> None:
    # Given a review by hand, which is due or whose findings are next
    for next_phase in (post, review):
        before = replace(r.WORN, phase=phase, phase_iteration=None, next_phase=next_phase)
        # When the findings are worked on, then no review is due that no stop has made
        after = replace(before, phase=post, next_phase=None)
        changes(reviews, before, r.post_review(), after)
        # And the plan goes on behind that review
        reviews.load(with_reviews(after))
        expected = Route(Continuation.WORK, r.TARGETS[review])
        assert reviews.apply(r.continue_plan()) == expected


@for_each("phase", r.EVERY_PHASE)
def test_rev_9_without_a_next_phase_the_phase_names_the_review_by_hand(
    reviews: Sut, phase: str
) -> None:
    # Given nothing that comes next, when findings are worked on, once or twice
    before = replace(r.WORN, phase=phase, phase_iteration=None, next_phase=None)
    after = replace(before, phase=f"post-{phase}" if phase in r.REVIEWS else phase)
    changes(reviews, before, r.post_review(), after)
    # Then only a review phase becomes its post-review phase
    changes(reviews, after, r.post_review(), after)


# REV-10


@for_each("tests_first", [False, True])
def test_rev_10_with_no_task_left_all_code_is_reviewed(reviews: Sut, tests_first: bool) -> None:
    after = ReviewCycle(5, None, "next-task", 0, "all-code-review", r.OPUS, 0)
    changes(reviews, r.WORN, r.next_task(None, tests_first=tests_first), after)


@for_each("phase", r.EVERY_PHASE)
def test_rev_10_completing_the_plan_leaves_nothing_due(reviews: Sut, phase: str) -> None:
    before = replace(r.WORN, phase=phase, next_phase="complete")
    changes(reviews, before, r.complete_plan(), replace(r.WORN, phase="complete", next_phase=None))
