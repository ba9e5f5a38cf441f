"""All mutants: those written by hand are slips that a competent programmer makes.

A check dropped, a comparison off by one, an effect forgotten, two statements swapped, a transaction
that begins too late. The others are generated: one for each amendment, each guard and each reason
word.
"""

from conformance.mutants.catalog.agents.answers import AGENT_ANSWER_MUTANTS
from conformance.mutants.catalog.agents.lines import LINE_MUTANTS
from conformance.mutants.catalog.agents.operators import OPERATOR_MUTANTS
from conformance.mutants.catalog.agents.programs import PROGRAM_MUTANTS
from conformance.mutants.catalog.agents.uses import USE_MUTANTS
from conformance.mutants.catalog.checklists.artifacts import (
    ARTIFACT_MUTANTS,
    ARTIFACT_ORDER_MUTANTS,
)
from conformance.mutants.catalog.checklists.batches import BATCH_MUTANTS, BATCH_OPTION_MUTANTS
from conformance.mutants.catalog.checklists.entries import BATCH_ENTRY_MUTANTS
from conformance.mutants.catalog.checklists.holders import HOLDER_MUTANTS
from conformance.mutants.catalog.checklists.reasons import REASON_MUTANTS
from conformance.mutants.catalog.checklists.updates import UPDATE_MUTANTS
from conformance.mutants.catalog.claims.choosing import CHOICE_MUTANTS
from conformance.mutants.catalog.claims.claiming import CLAIM_MUTANTS
from conformance.mutants.catalog.claims.counting import COUNTING_MUTANTS
from conformance.mutants.catalog.claims.fencing import (
    CLAIM_ID_MUTANTS,
    FENCED_MUTANTS,
    FENCED_PROGRAM_MUTANTS,
    STALE_CLAIM_MUTANTS,
)
from conformance.mutants.catalog.claims.giving_back import AUTHORITY_MUTANTS, GIVING_BACK_MUTANTS
from conformance.mutants.catalog.claims.holding import HOLDING_MUTANTS
from conformance.mutants.catalog.claims.readiness import READINESS_MUTANTS
from conformance.mutants.catalog.commits.failure_reasons import FAILURE_REASON_MUTANTS
from conformance.mutants.catalog.commits.messages import COMMIT_MESSAGE_MUTANTS
from conformance.mutants.catalog.commits.once import (
    COMMIT_ONCE_MUTANTS,
    COMMITTED_AGAIN_MUTANTS,
    FOUND_COMMIT_MUTANTS,
)
from conformance.mutants.catalog.commits.programs import (
    COMMIT_CLIENT_MUTANTS,
    COMMIT_PROGRAM_MUTANTS,
)
from conformance.mutants.catalog.commits.state_updates import STATE_UPDATE_MUTANTS
from conformance.mutants.catalog.completion.completing import CHECK_MUTANTS, EFFECT_MUTANTS
from conformance.mutants.catalog.completion.forcing import FORCE_MUTANTS
from conformance.mutants.catalog.completion.reconciling import ENTRY_MUTANTS, WHOLE_MUTANTS
from conformance.mutants.catalog.completion.repeating import REPEATED_MUTANTS
from conformance.mutants.catalog.editions import EDITION_MUTANTS
from conformance.mutants.catalog.iterations.deciding import DECIDING_MUTANTS
from conformance.mutants.catalog.iterations.errors_log import ERRORS_LOG_MUTANTS
from conformance.mutants.catalog.iterations.reading import READING_MUTANTS
from conformance.mutants.catalog.iterations.rejected_reports import REJECTED_REPORT_MUTANTS
from conformance.mutants.catalog.iterations.storing import LOOP_MUTANTS
from conformance.mutants.catalog.iterations.violations import VIOLATION_MUTANTS
from conformance.mutants.catalog.plans.documents import READER_MUTANTS
from conformance.mutants.catalog.plans.drift import (
    DOCUMENT_NEEDED_MUTANTS,
    DRIFT_MUTANTS,
    INDEPENDENCE_MUTANTS,
)
from conformance.mutants.catalog.plans.refusing import REFUSAL_MUTANTS, STRUCTURE_MUTANTS
from conformance.mutants.catalog.plans.registering import ANSWER_MUTANTS, STORING_MUTANTS
from conformance.mutants.catalog.plans.resync import KEEPING_MUTANTS
from conformance.mutants.catalog.plans.resync_losses import REOPENING_MUTANTS, RESYNCED_MUTANTS
from conformance.mutants.catalog.races import RACES
from conformance.mutants.catalog.races.servers import SERVER_MUTANTS
from conformance.mutants.catalog.recovery.attempts import ATTEMPT_MUTANTS
from conformance.mutants.catalog.recovery.endings import ENDING_MUTANTS
from conformance.mutants.catalog.recovery.escalating import (
    DRIVER_MUTANTS,
    ESCALATION_MUTANTS,
    HOOK_MUTANTS,
    PROGRESS_MUTANTS,
)
from conformance.mutants.catalog.recovery.implementing import IMPLEMENTING_MUTANTS
from conformance.mutants.catalog.reviews.after_a_review import REVIEWED_MUTANTS
from conformance.mutants.catalog.reviews.before_a_review import UNREVIEWED_MUTANTS
from conformance.mutants.catalog.reviews.entering import ENTERING_MUTANTS
from conformance.mutants.catalog.reviews.messages import MESSAGE_MUTANTS
from conformance.mutants.catalog.reviews.phases import PHASE_MUTANTS
from conformance.mutants.catalog.reviews.state_file import STATE_FILE_MUTANTS
from conformance.mutants.catalog.words import WORD_MUTANTS
from conformance.mutants.faults.mutant import Mutant
from conformance.mutants.faults.operators import generated

_OF_THE_STORE = (
    *STORING_MUTANTS,
    *ANSWER_MUTANTS,
    *REFUSAL_MUTANTS,
    *STRUCTURE_MUTANTS,
    *DRIFT_MUTANTS,
    *KEEPING_MUTANTS,
    *REOPENING_MUTANTS,
    *RESYNCED_MUTANTS,
    *INDEPENDENCE_MUTANTS,
    *CHOICE_MUTANTS,
    *CLAIM_MUTANTS,
    *COUNTING_MUTANTS,
    *HOLDING_MUTANTS,
    *GIVING_BACK_MUTANTS,
    *READINESS_MUTANTS,
    *CLAIM_ID_MUTANTS,
    *STALE_CLAIM_MUTANTS,
    *FENCED_MUTANTS,
    *HOLDER_MUTANTS,
    *UPDATE_MUTANTS,
    *BATCH_ENTRY_MUTANTS,
    *BATCH_MUTANTS,
    *REASON_MUTANTS,
    *ARTIFACT_MUTANTS,
    *STATE_UPDATE_MUTANTS,
    *FAILURE_REASON_MUTANTS,
    *COMMIT_MESSAGE_MUTANTS,
    *COMMITTED_AGAIN_MUTANTS,
    *FOUND_COMMIT_MUTANTS,
    *CHECK_MUTANTS,
    *FORCE_MUTANTS,
    *EFFECT_MUTANTS,
    *REPEATED_MUTANTS,
    *ENTRY_MUTANTS,
    *WHOLE_MUTANTS,
    *ENTERING_MUTANTS,
    *PHASE_MUTANTS,
    *UNREVIEWED_MUTANTS,
    *REVIEWED_MUTANTS,
    *READING_MUTANTS,
    *DECIDING_MUTANTS,
    *LOOP_MUTANTS,
    *VIOLATION_MUTANTS,
    *REJECTED_REPORT_MUTANTS,
    *LINE_MUTANTS,
    *PROGRAM_MUTANTS,
    *OPERATOR_MUTANTS,
    *AGENT_ANSWER_MUTANTS,
    *USE_MUTANTS,
)
MUTANTS: tuple[Mutant, ...] = (
    *EDITION_MUTANTS,
    *_OF_THE_STORE,
    *generated(_OF_THE_STORE),
    *WORD_MUTANTS,
    *IMPLEMENTING_MUTANTS,
    *ATTEMPT_MUTANTS,
    *ENDING_MUTANTS,
    *ESCALATION_MUTANTS,
    *DRIVER_MUTANTS,
    *PROGRESS_MUTANTS,
    *HOOK_MUTANTS,
    *ERRORS_LOG_MUTANTS,
    *COMMIT_CLIENT_MUTANTS,
    *COMMIT_PROGRAM_MUTANTS,
    *FENCED_PROGRAM_MUTANTS,
    *COMMIT_ONCE_MUTANTS,
    *ARTIFACT_ORDER_MUTANTS,
    *BATCH_OPTION_MUTANTS,
    *AUTHORITY_MUTANTS,
    *DOCUMENT_NEEDED_MUTANTS,
    *READER_MUTANTS,
    *MESSAGE_MUTANTS,
    *STATE_FILE_MUTANTS,
    *RACES,
    *SERVER_MUTANTS,
)


def mutant_named(identifier: str) -> Mutant:
    """Return a mutant by its id. Raises `KeyError` if there is none."""
    return {mutant.id: mutant for mutant in MUTANTS}[identifier]
