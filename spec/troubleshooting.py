"""Troubleshooting: what people ask when they find a word in the errors log, and the answer."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its answer, the words of the log that lead to it, and the rules behind it."""

    id: str
    words: tuple[str, ...]
    question: str
    answer: str
    rules: tuple[str, ...]


QUESTIONS = (
    Question(
        "ended-although-true",
        ("forced_false", "with work_remaining empty"),
        "Why did my loop end although the agent returned true?",
        "Because nothing remained: `work_remaining` was missing or empty. The line of type "
        "`validation_error` has the `override` `forced_false`. If work remains, have the agent "
        "name it in `work_remaining`, then start a new loop with `planstate iterate --restart`.",
        ("ITR-1", "ITR-4", "ITR-6"),
    ),
    Question(
        "summary-rejected",
        (
            "agent_error",
            "file_not_found",
            "file_too_small",
            "agent failed to create summary",
            "agent produced undersized summary",
        ),
        "Why was the report of my agent rejected?",
        "Because the file in its `summary_path` does not exist, or is smaller than 100 bytes. The "
        "next iteration begins with a copy of the summary, and knows nothing else. Have the agent "
        "write what it has done and found, and report again; `--least-summary-bytes` sets another "
        "minimum.",
        ("ITR-5", "ITR-7"),
    ),
    Question(
        "continued-although-false",
        (
            "forced_true",
            "validation_error",
            "requires_continuation",
            "agent contract violation",
        ),
        "Why did my loop continue although the agent returned false?",
        "Because work remained: `work_remaining` named some. While it does, only a stuck agent or "
        "the limit of iterations ends a loop, and `requires_continuation` does not. The report "
        "breaks the agent's contract, so `errors.jsonl` has a line of type `validation_error`, "
        "whose `override` is `forced_true`. If the work was done, have the agent report "
        "`work_remaining: 0`; if it was not, have it report `requires_continuation: true`; if it "
        "cannot continue, `stuck_detected: true`.",
        ("ITR-3", "ITR-4", "ITR-6"),
    ),
)


def question_of(text: str) -> Question | None:
    """Return the question to which a word or a message of the log leads, or `None`."""
    text = text.lower()
    leading = (each for each in QUESTIONS if any(word in text for word in (each.id, *each.words)))
    return next(leading, None)
