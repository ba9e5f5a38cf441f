"""Rounds: clients work for a while, then the history is checked, until the rules are violated."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from conformance.histories.judging import JudgedPlan, KnownDeviations, judged_plans
from conformance.histories.linearizability import Verdict, verdict_of
from conformance.histories.nemesis.recording import Recorder
from conformance.histories.recording import Recording

ROUND = 200
"""The number of operations in a round."""


@dataclass
class Outcome:
    """The results of rounds. It keeps only the remarkable plans.

    `accepted` operations are known to have been, `lost` ones have no known outcome. Of a run that
    was `interrupted`, what was recorded until then is judged.
    """

    events: int = 0
    operations: int = 0
    accepted: int = 0
    lost: int = 0
    explained_to: int = 0
    plans: int = 0
    verdicts: set[Verdict] = field(default_factory=set)
    remarkable: list[JudgedPlan] = field(default_factory=list)
    interrupted: bool = False

    @property
    def verdict(self) -> Verdict:
        """The verdict on the whole."""
        return verdict_of(self.verdicts, self.operations)

    def add(self, recording: Recording, judged: Iterable[JudgedPlan]) -> None:
        """Add the result of a round."""
        self.events += len(recording.events)
        for each in judged:
            replies = [call.reply for call in each.calls if call.operation is not None]
            self.operations += len(replies)
            self.accepted += sum(reply is not None and reply["reply"] == "ok" for reply in replies)
            self.lost += sum(reply is None for reply in replies)
            self.explained_to += each.judgement.ended
            self.plans += 1
            self.verdicts.add(each.judgement.verdict)
            if each.judgement.verdict is not Verdict.EXPLAINED:
                self.remarkable.append(each)


def judge_rounds(
    recorder: Recorder,
    operations: int | None,
    is_over: Callable[[], bool],
    note: Callable[[str], None] = lambda _: None,
    known: KnownDeviations | None = None,
) -> Outcome:
    """Record and judge rounds until one is contradicted or a limit is reached. Raises `Broken`."""
    outcome, asked = Outcome(), 0
    while True:
        count = ROUND if operations is None else min(ROUND, operations - asked)
        first = len(recorder.log.events)
        try:
            recording = recorder.run(count, is_over)
        except KeyboardInterrupt:
            outcome.interrupted = True
            recording = recorder.recorded(first)
        asked += count
        outcome.add(recording, judged_plans(recording, known=known))
        note(f"{outcome.operations:,} operations, {outcome.verdict}")
        if outcome.interrupted or is_over() or outcome.verdict is not Verdict.EXPLAINED:
            return outcome
        # The only plan of a system without registrations is judged whole, so only once.
        if asked == operations or not recorder.capabilities.registers:
            return outcome
