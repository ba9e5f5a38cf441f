"""Document 002: how interrupted sessions take up their steps again, give back and take over."""

from spec.provenance.entry import Background, Document, Entry, Kind, NotAdopted, carried, changed

_CLAIMS = "tests/rules/claims/test_claims.py::"
_EFFECTS = "tests/rules/claims/test_claim_effects.py::"
_RELEASES = "tests/rules/claims/test_releases.py::"
_EDITIONS = "tests/rules/test_editions.py::"
_RECOVERY = "tests/rules/recovery/test_recovery.py::"
_ANSWERS = "tests/impl/cli/test_answers.py::"
_USAGE = "tests/impl/cli/test_usage.py::"
_OPERATIONS = "tests/impl/store/test_operations.py::"

_INTERNAL = NotAdopted(
    "names inside another program; the operations, their inputs and their answers carry the same"
)

DOCUMENT = Document(
    number="002",
    title="Interrupted session recovery",
    length=396,
    entries=(
        Entry(
            "23",
            Kind.FORMER,
            "A live lease also keeps out the worktree that holds the step.",
            carried("CLM-5.1"),
        ),
        Entry(
            "23, 244, 352",
            Kind.REQUIREMENT,
            "A live lease keeps other worktrees away; once it is over, any of them may claim.",
            carried("CLM-4.4", "CLM-4.5"),
        ),
        Entry(
            "23, 62",
            Kind.NON_GOAL,
            "How long leases last by default, and how often they are renewed, does not change.",
            carried(_ANSWERS + "test_a_lease_lasts_two_hours_unless_another_is_asked_for"),
        ),
        Entry(
            "44, 54, 92-97, 174, 237-238, 371",
            Kind.DECISION,
            "The worktree in `claimed_by` may claim its held step again at once, lease or not.",
            carried("CLM-4.1", "CLM-5.2", _EDITIONS + "test_a01_clm_5_auto_reclaim"),
        ),
        Entry(
            "45",
            Kind.CRITERION,
            "A released step can be claimed by another worktree.",
            carried("CLM-3.1", "CLM-14.6"),
        ),
        Entry(
            "46, 56, 94, 123-125, 132-133, 176, 336-339, 373",
            Kind.DECISION,
            "A forced claim takes a held step whatever its holder and its lease.",
            carried("CLM-6.2", _EDITIONS + "test_a03_clm_6_force_claim"),
        ),
        Entry(
            "35, 48, 84, 125-129, 168, 187",
            Kind.REQUIREMENT,
            "A claim respects the dependencies of steps, with force too.",
            carried("CLM-2.1", "CLM-2.3", _CLAIMS + "test_clm_2_force_does_not_waive_dependencies"),
        ),
        Entry(
            "60, 386",
            Kind.NON_GOAL,
            "The orchestrator does not retry with force when no step is ready.",
            carried(
                "REC-8.1",
                _RECOVERY + "test_rec_8_nothing_is_claimed_by_force_released_or_reset",
            ),
        ),
        Entry(
            "61, 387",
            Kind.NON_GOAL,
            "The orchestrator does not release a step as part of its recovery.",
            carried(
                "REC-8.2",
                _RECOVERY + "test_rec_8_nothing_is_claimed_by_force_released_or_reset",
            ),
        ),
        Entry(
            "63",
            Kind.NON_GOAL,
            "Plans are not coordinated, and steps do not depend on steps of other plans.",
            changed("A32", "PLN-8.1", "PLN-8.2", "PLN-8.3", "PLN-8.4"),
        ),
        Entry(
            "81, 133-134, 157, 160, 323, 335, 343-344",
            Kind.FLAG,
            "`state claim` has a flag `--force`, which claims use.",
            carried("CLM-6.2", _ANSWERS + "test_force_takes_a_step_under_a_running_lease"),
        ),
        Entry(
            "136",
            Kind.REQUIREMENT,
            "A claim that does not ask for force is one without it.",
            carried("CLM-4.5"),
        ),
        Entry(
            "33, 86",
            Kind.CONSTRAINT,
            "A refused release answers with the existing codes for ownership and unclaimed steps.",
            carried("CLM-14.3", "CLM-14.4", "CLM-14.5"),
        ),
        Entry(
            "82, 98, 103, 130, 135, 240, 340",
            Kind.FIELD,
            "`reclaimed` is true when the claimed step was not pending, by force or without it.",
            carried("CLM-9.1", "CLM-9.2"),
        ),
        Entry(
            "99, 239",
            Kind.REQUIREMENT,
            "A claim of the own step gives it a fresh lease and a fresh heartbeat.",
            carried("CLM-8.2", "CLM-8.3", "CLM-8.6"),
        ),
        Entry(
            "104, 163",
            Kind.REQUIREMENT,
            "The answer to a claim keeps its form.",
            carried("CLM-10.1", "CLM-11.1"),
        ),
        Entry(
            "105, 245",
            Kind.REQUIREMENT,
            "A reclaim opens the items of the substeps that it claims again.",
            carried("CLM-9.3"),
        ),
        Entry(
            "105",
            Kind.REQUIREMENT,
            "A reclaim leaves alone the step's own items and the substeps completed before.",
            carried("CLM-9.4", "CLM-9.5"),
        ),
        Entry(
            "105",
            Kind.FORMER,
            "A step with substeps has no items of its own.",
            NotAdopted("lines 284 and 000, 43 give steps items, as plan documents do"),
        ),
        Entry(
            "55, 107-109, 112, 175, 283, 372",
            Kind.DECISION,
            "A release makes a held step pending again and ends the claim.",
            carried("CLM-14.6", _EDITIONS + "test_a02_clm_14_release"),
        ),
        Entry(
            "83, 109, 111-114, 278, 287",
            Kind.REQUIREMENT,
            "A release is one exclusive transaction.",
            carried(_OPERATIONS + "test_only_a_command_takes_the_write_lock"),
        ),
        Entry(
            "109, 112-114, 283-286",
            Kind.FORMER,
            "A reset makes a step pending, clears its claim and opens what is not completed.",
            carried("CLM-16.3", "CLM-16.4", "CLM-16.5", "CLM-16.6", "CLM-16.7", "CLM-16.8"),
        ),
        Entry(
            "117, 159, 281-282, 290-294",
            Kind.REQUIREMENT,
            "A release names the plan and the step, and the worktree or force.",
            carried("CLM-14.5"),
        ),
        Entry(
            "118, 282",
            Kind.REQUIREMENT,
            "A release that gives a worktree is refused unless that holds the step.",
            carried("CLM-14.5"),
        ),
        Entry(
            "119, 294",
            Kind.FLAG,
            "With `--force` a release does not look at the holder.",
            carried("CLM-14.5", _ANSWERS + "test_release_tells_who_held_the_step"),
        ),
        Entry(
            "117-118, 159, 282",
            Kind.REQUIREMENT,
            "The function accepts a release without a worktree and without force, unchecked.",
            changed("A19", "CLM-15.1", "CLM-15.3"),
        ),
        Entry(
            "120, 170, 188, 295",
            Kind.FLAG,
            "`--worktree` and `--force` exclude each other on the command line, with exit code 2.",
            carried("CLM-15.2", "CLM-15.4", _USAGE + "test_misused_by"),
        ),
        Entry(
            "47, 121, 169, 280",
            Kind.REQUIREMENT,
            "A completed step cannot be released.",
            carried("CLM-14.3", "CMP-8.1", "CMP-8.2"),
        ),
        Entry(
            "169, 351",
            Kind.REQUIREMENT,
            "A completed step cannot be claimed, by force either.",
            carried("CLM-1.4", "CMP-8.2"),
        ),
        Entry(
            "138-145, 165",
            Kind.DECISION,
            "`state release` answers in JSON too, in the envelope of all commands.",
            carried(_ANSWERS + "test_the_envelope_is_the_same_for_all"),
        ),
        Entry(
            "147-148, 297",
            Kind.FIELD,
            "The answer to a release has `plan_path`, `anchor`, `released` and `was_claimed_by`.",
            carried("CLM-14.13", _ANSWERS + "test_release_tells_who_held_the_step"),
        ),
        Entry(
            "164, 276, 288",
            Kind.FIELD,
            "A release answers the worktree that held the step as `was_claimed_by`.",
            carried("CLM-14.13", _RELEASES + "test_clm_14_a_release_answers_who_held_the_step"),
        ),
        Entry(
            "165",
            Kind.REQUIREMENT,
            "The command line answers in words and in JSON.",
            carried(_ANSWERS + "test_json_is_asked_for_before_or_after_the_subcommand"),
        ),
        Entry(
            "184",
            Kind.CODE,
            "A release of a completed step is refused with E050, which says so.",
            changed(
                "A39",
                "CLM-14.3",
                "CLM-14.14",
                "CLM-14.15",
                _EDITIONS + "test_a39_clm_14_release_names_status",
            ),
        ),
        Entry(
            "185, 302",
            Kind.CODE,
            "A release by another worktree without force is refused with E049.",
            carried("CLM-14.5"),
        ),
        Entry(
            "186, 281",
            Kind.CODE,
            "A release of a step that nobody holds is refused with E050, with its status pending.",
            carried("CLM-14.4", "CLM-12.13"),
        ),
        Entry(
            "187, 244, 352",
            Kind.TABLE_ROW,
            "That no step is ready is an answer, not an error, to a forced claim too.",
            carried("CLM-11.1"),
        ),
        Entry(
            "386",
            Kind.FIELD,
            "The answer that no step is ready counts the blocked steps as `blocked`.",
            carried("CLM-11.3"),
        ),
        Entry(
            "200-202, 204-206, 267-273, 289, 296, 298, 328-332, 342, 345",
            Kind.TABLE_ROW,
            "Functions, types and dispatch of the program that the document changes.",
            _INTERNAL,
        ),
        Entry(
            "203, 207, 290, 343",
            Kind.TABLE_ROW,
            "The command line has `state release`, and `state claim` has `--force`.",
            carried(
                _ANSWERS + "test_release_tells_who_held_the_step",
                _ANSWERS + "test_force_takes_a_step_under_a_running_lease",
            ),
        ),
        Entry(
            "283",
            Kind.REQUIREMENT,
            "A release clears holder, times of the claim, lease, heartbeat and start.",
            carried("CLM-14.7"),
        ),
        Entry(
            "284",
            Kind.REQUIREMENT,
            "A release opens the step's own items that are not completed, and no others.",
            carried("CLM-14.8", "CLM-14.9"),
        ),
        Entry(
            "113, 285-286",
            Kind.REQUIREMENT,
            "A release gives back the substeps that are not completed in the same way.",
            carried("CLM-14.10", "CLM-14.11"),
        ),
        Entry(
            "341",
            Kind.TABLE_ROW,
            "The calls in the existing tests are changed one by one.",
            NotAdopted("the tests of another program"),
        ),
        Entry(
            "243, 378",
            Kind.TEST_CASE,
            "Claim a step and claim it again from the same worktree before the lease ends.",
            carried(
                _CLAIMS + "test_clm_5_the_holder_may_claim_its_own_step_at_any_time",
                _EFFECTS + "test_clm_9_the_holders_own_new_claim_is_a_reclaim_too",
            ),
        ),
        Entry(
            "244, 352",
            Kind.TEST_CASE,
            "Another worktree that claims under the live lease, without force, gets nothing.",
            carried(_CLAIMS + "test_clm_4_a_lease_still_holds_in_its_last_millisecond"),
        ),
        Entry(
            "245",
            Kind.TEST_CASE,
            "A reclaim opens the items of substeps that are not completed.",
            carried(_EFFECTS + "test_clm_9_a_reclaim_opens_the_items_of_unfinished_substeps_only"),
        ),
        Entry(
            "301, 379",
            Kind.TEST_CASE,
            "Release a claimed step with its worktree: it is pending and can be claimed by others.",
            carried(
                _RELEASES + "test_clm_14_and_clm_16_giving_back_keeps_only_what_is_completed",
                _RELEASES + "test_clm_14_a_release_answers_who_held_the_step",
            ),
        ),
        Entry(
            "302",
            Kind.TEST_CASE,
            "Release a claimed step with another worktree: refused because of its holder.",
            carried(_RELEASES + "test_clm_14_clm_15_and_clm_16_checks_come_in_their_order"),
        ),
        Entry(
            "303",
            Kind.TEST_CASE,
            "Release a claimed step with force, from anywhere.",
            carried(_RELEASES + "test_clm_14_a_release_answers_who_held_the_step"),
        ),
        Entry(
            "304, 381",
            Kind.TEST_CASE,
            "Release a completed step: refused.",
            carried(_RELEASES + "test_clm_14_clm_15_and_clm_16_checks_come_in_their_order"),
        ),
        Entry(
            "305",
            Kind.TEST_CASE,
            "Release a pending step: refused.",
            carried(_RELEASES + "test_clm_14_clm_15_and_clm_16_checks_come_in_their_order"),
        ),
        Entry(
            "306",
            Kind.TEST_CASE,
            "A release reaches unfinished substeps and opens items.",
            carried(_RELEASES + "test_clm_14_and_clm_16_giving_back_keeps_only_what_is_completed"),
        ),
        Entry(
            "348, 380",
            Kind.TEST_CASE,
            "Force a claim under a live lease from another worktree: `reclaimed` is true.",
            carried(_CLAIMS + "test_clm_6_force_takes_a_step_under_a_live_lease"),
        ),
        Entry(
            "349, 382",
            Kind.TEST_CASE,
            "A forced claim does not get a step whose dependency is not completed.",
            carried(_CLAIMS + "test_clm_2_force_does_not_waive_dependencies"),
        ),
        Entry(
            "350",
            Kind.TEST_CASE,
            "A forced claim of a pending step is like one without force.",
            carried("CLM-3.1", _CLAIMS + "test_clm_3_a_pending_step_is_free_for_everyone"),
        ),
        Entry(
            "351",
            Kind.TEST_CASE,
            "A forced claim does not take a completed step.",
            carried(_CLAIMS + "test_clm_1_a_completed_step_is_not_claimable_even_by_force"),
        ),
        Entry(
            "386-387",
            Kind.FOLLOW_ON,
            "The orchestrator might force or release by itself one day.",
            NotAdopted("the document leaves it out; a person decides who takes over"),
        ),
        Entry(
            "388",
            Kind.FOLLOW_ON,
            "Leases might be as long as a step is complex.",
            NotAdopted("the document leaves it out; who claims says how long"),
        ),
    ),
    background=(
        Background(
            "1-2, 4-8, 10, 16-22, 24, 26-28, 36-38, 41-43, 51-53, 57-59, 64-66, 71-73, 78-80, "
            "87-91, 100-101, 106, 110, 115-116, 122, 131, 137, 146, 149-156, 161-162, "
            "166-167, 171-173, 177-181, 183, 189-197, 199, 208-214, 216, 219, 221-227, 229, "
            "231-232, 235-236, 241-242, 246-247, 250-251, 253-259, 261, 263, 265-266, "
            "274-275, 299-300, 307-308, 311-312, 314-320, 322, 324, 326-327, 333-334, "
            "346-347, 353-354, 357-358, 360-366, 368-370, 376-377, 383-385, 389, 391, 395-396",
            "headings and empty lines",
        ),
        Background(
            "3, 9, 11-15",
            "purpose and metadata",
        ),
        Background(
            "25, 29-32, 39-40",
            "why the change is made, in which order, and for whom",
        ),
        Background(
            "34, 49-50, 85, 215, 217-218, 220, 374-375, 390, 392-394",
            "its own tests and its own build",
        ),
        Background(
            "67-70, 74-77",
            "what it builds on, and how its own program is built",
        ),
        Background(
            "102, 158, 277, 279",
            "queries and signatures whose effects stand beside them",
        ),
        Background(
            "182, 198",
            "headings of tables",
        ),
        Background(
            "228, 230, 233-234, 248-249, 252, 260, 262, 264",
            "what its first commit touches, and its checks",
        ),
        Background(
            "309-310, 313, 321, 325, 355-356, 359, 367",
            "what the others touch, and their checks",
        ),
    ),
)
