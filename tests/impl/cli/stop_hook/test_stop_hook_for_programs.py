"""`planstate review stop-hook --json`: the answer to a stop, for programs that are no agent."""

from tests.impl.cli.calling import DOCUMENTS
from tests.impl.cli.stop_hook.hooks import FAIL, Project


def test_a_blocked_stop_is_answered_with_all_that_was_decided(project: Project) -> None:
    before = project.put(phase_iteration=2, review_model="sonnet", consecutive_clean=1)
    answer = project.hook("--json", "--reviewer", project.reviewer(FAIL)).answer
    DOCUMENTS["review stop-hook"].validate(answer)
    data, stored = answer["data"], project.state
    assert stored.pop("mine") == before["mine"]
    assert (data["approved"], data["reason"]) == (False, "reviewed")
    assert (data["review"], data["model"], data["decided"]) == (3, "sonnet", stored)
    assert stored["next_phase"] == "post-code-review"
    assert data["to_agent"].startswith("code-review 3 of at most 8, by sonnet: VERDICT: FAIL.")


def test_the_folder_can_be_named(project: Project) -> None:
    # Given two plans, of which the one without reviews was changed last,
    project.put(max_reviews=0)
    other = project.plan.with_name("tunnel")
    other.mkdir()
    (other / "plan.md").write_text("A tunnel.")
    # when the other is named, then the stop is about that one,
    data = project.hook("--json", "--plan-folder", str(project.plan)).answer["data"]
    assert data["reason"] == "reviews_off"
    # and a folder that does not exist has no reviews, and stays away.
    nowhere = project.plan.with_name("nowhere")
    data = project.hook("--json", "--plan-folder", str(nowhere)).answer["data"]
    assert (data["approved"], data["reason"]) == (True, "no_state")
    assert data["to_person"] == f"no plan was found in {nowhere}, so no review ran"
    assert not nowhere.exists()
