"""The tables of a store, with every rule that the database itself can enforce.

This is SQL, because sqlite-utils cannot express CHECK constraints and partial indexes. Path and
anchor are the keys, as in the rules, so that no foreign key can lead from one plan to another
(PLN-8). A check on the length of a text counts its bytes too, because SQLite's `length` stops at a
NUL character. Words are compared one by one, because SQLite builds a table for every `IN` list:
that alone makes writing three times slower.
"""

PLANS = """
CREATE TABLE plans (
    path TEXT PRIMARY KEY,
    document_hash TEXT NOT NULL,
    title TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'active',
    CONSTRAINT plan_status_word CHECK (status = 'active' OR status = 'done'),
    CONSTRAINT document_hash_is_sha256 CHECK (
        length(document_hash) = 64
        AND length(CAST(document_hash AS BLOB)) = 64
        AND document_hash NOT GLOB '*[^0-9a-f]*'
    )
) STRICT, WITHOUT ROWID
"""

# PLN-8: every reference stays within its plan, whose path is part of each key.
# The reference to the parent is checked at the end of a transaction, so that the steps of a plan
# can be deleted in any order.
STEPS = """
CREATE TABLE steps (
    plan TEXT NOT NULL REFERENCES plans (path) ON DELETE CASCADE,
    anchor TEXT NOT NULL,
    parent TEXT,
    step_index INTEGER NOT NULL,
    title TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'pending',
    claimed_by TEXT,
    claimed_at INTEGER,
    lease_expires_at INTEGER,
    heartbeat_at INTEGER,
    started_at INTEGER,
    completed_at INTEGER,
    commit_hash TEXT,
    complete_reason TEXT,
    PRIMARY KEY (plan, anchor),
    UNIQUE (plan, step_index),
    FOREIGN KEY (plan, parent) REFERENCES steps (plan, anchor) DEFERRABLE INITIALLY DEFERRED,
    CONSTRAINT step_index_from_zero CHECK (step_index >= 0),
    CONSTRAINT step_is_not_its_own_parent CHECK (parent <> anchor),
    CONSTRAINT step_status_word CHECK (
        status = 'pending'
        OR status = 'claimed'
        OR status = 'in_progress'
        OR status = 'completed'
    ),
    CONSTRAINT held_has_owner_and_lease CHECK (
        (status <> 'claimed' AND status <> 'in_progress')
        OR (claimed_by IS NOT NULL AND lease_expires_at IS NOT NULL)
    ),
    CONSTRAINT only_held_has_lease CHECK (
        status = 'claimed' OR status = 'in_progress' OR lease_expires_at IS NULL
    ),
    CONSTRAINT pending_has_no_claim CHECK (
        status <> 'pending'
        OR coalesce(claimed_by, claimed_at, lease_expires_at, heartbeat_at, started_at) IS NULL
    ),
    CONSTRAINT claimed_is_not_started CHECK (status <> 'claimed' OR started_at IS NULL),
    CONSTRAINT in_progress_is_started CHECK (
        status <> 'in_progress' OR started_at IS NOT NULL
    ),
    CONSTRAINT completed_has_time CHECK ((status = 'completed') = (completed_at IS NOT NULL)),
    CONSTRAINT only_completed_has_commit CHECK (status = 'completed' OR commit_hash IS NULL),
    CONSTRAINT only_completed_has_reason CHECK (
        status = 'completed' OR complete_reason IS NULL
    )
) STRICT, WITHOUT ROWID
"""

CLAIM_IDS = (
    """
    ALTER TABLE plans ADD COLUMN last_claim_id INTEGER NOT NULL DEFAULT 0
        CONSTRAINT claims_counted_from_zero CHECK (last_claim_id >= 0)
    """,
    """
    ALTER TABLE steps ADD COLUMN claim_id INTEGER
        CONSTRAINT claim_id_from_one CHECK (claim_id >= 1)
        CONSTRAINT pending_has_no_claim_id CHECK (status <> 'pending' OR claim_id IS NULL)
    """,
    """
    ALTER TABLE steps ADD COLUMN fenced INTEGER NOT NULL DEFAULT 0
        CONSTRAINT only_claim_ids_are_fenced CHECK (
            fenced = 0 OR (fenced = 1 AND claim_id IS NOT NULL)
        )
    """,
)
"""Added to the tables of older stores, where the claims that were made before have no ids."""

COUNTS = (
    """
    ALTER TABLE plans ADD COLUMN unfinished_steps INTEGER NOT NULL DEFAULT 0
        CONSTRAINT unfinished_counted_from_zero CHECK (unfinished_steps >= 0)
    """,
    """
    ALTER TABLE plans ADD COLUMN ready_steps INTEGER NOT NULL DEFAULT 0
        CONSTRAINT ready_are_unfinished CHECK (ready_steps >= 0)
    """,
    """
    ALTER TABLE steps ADD COLUMN open_dependencies INTEGER NOT NULL DEFAULT 0
        CONSTRAINT open_dependencies_from_zero CHECK (open_dependencies >= 0)
    """,
)
"""Added to the tables of older stores, and counted there; see `impl.store.counts`."""

PLACES = (
    "ALTER TABLE plans ADD COLUMN repository TEXT",
    "ALTER TABLE steps ADD COLUMN branch TEXT",
)
"""Which repository a plan is of, and which branch a step was claimed on, where that is known."""

RELEASE_REASON = """
ALTER TABLE steps ADD COLUMN release_reason TEXT
    CONSTRAINT release_reason_is_short CHECK (length(CAST(release_reason AS BLOB)) <= 500)
"""

COUNT_OLD_CLAIMS = (
    """
    UPDATE plans SET last_claim_id = last_claim_id + 1
    WHERE EXISTS (
        SELECT 1 FROM steps
        WHERE steps.plan = plans.path AND claimed_by IS NOT NULL AND claim_id IS NULL
    )
    """,
    """
    UPDATE steps SET claim_id = (SELECT last_claim_id FROM plans WHERE path = steps.plan)
    WHERE claimed_by IS NOT NULL AND claim_id IS NULL
    """,
)
"""The claims of a plan that were made before claims had ids count as one claim (INV-11)."""

CLAIM_INDEXES = (
    """
    CREATE INDEX ready_steps ON steps (plan, step_index)
    WHERE parent IS NULL AND status = 'pending' AND open_dependencies = 0
    """,
    """
    CREATE INDEX steps_by_lease ON steps (plan, lease_expires_at)
    WHERE parent IS NULL AND lease_expires_at IS NOT NULL
    """,
    """
    CREATE INDEX steps_by_holder ON steps (plan, claimed_by, step_index)
    WHERE parent IS NULL AND lease_expires_at IS NOT NULL
    """,
)
"""What a claim chooses from; completed steps are in none."""

DEPENDENCIES = """
CREATE TABLE dependencies (
    plan TEXT NOT NULL,
    step TEXT NOT NULL,
    depends_on TEXT NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (plan, step, depends_on),
    UNIQUE (plan, step, position),
    FOREIGN KEY (plan, step) REFERENCES steps (plan, anchor) ON DELETE CASCADE,
    FOREIGN KEY (plan, depends_on) REFERENCES steps (plan, anchor) ON DELETE CASCADE,
    CONSTRAINT dependency_position_from_zero CHECK (position >= 0)
) STRICT, WITHOUT ROWID
"""

CHECKLIST_ITEMS = """
CREATE TABLE checklist_items (
    plan TEXT NOT NULL,
    step TEXT NOT NULL,
    kind TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    text TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'open',
    reason TEXT,
    PRIMARY KEY (plan, step, kind, ordinal),
    FOREIGN KEY (plan, step) REFERENCES steps (plan, anchor) ON DELETE CASCADE,
    CONSTRAINT item_kind_word CHECK (
        kind = 'task' OR kind = 'test' OR kind = 'checkpoint'
    ),
    CONSTRAINT item_ordinal_from_zero CHECK (ordinal >= 0),
    CONSTRAINT item_status_word CHECK (
        status = 'open' OR status = 'completed' OR status = 'deferred'
    ),
    CONSTRAINT reason_exactly_when_deferred CHECK (
        (status = 'deferred') = (reason IS NOT NULL)
    ),
    CONSTRAINT reason_is_not_empty CHECK (reason <> '')
) STRICT, WITHOUT ROWID
"""

_ARTIFACTS = """
CREATE TABLE artifacts (
    {first},
    {second},
    step TEXT NOT NULL,
    kind TEXT NOT NULL,
    summary TEXT NOT NULL,
    recorded_at INTEGER NOT NULL,{key}
    FOREIGN KEY (plan, step) REFERENCES steps (plan, anchor) ON DELETE CASCADE,
    CONSTRAINT artifact_id_from_one CHECK (id >= 1),
    CONSTRAINT summary_is_short CHECK (
        length(summary) <= 500 AND length(CAST(summary AS BLOB)) <= 2000
    )
) STRICT"""

PLAN = "plan TEXT NOT NULL"
ARTIFACTS = _ARTIFACTS.format(first="id INTEGER PRIMARY KEY AUTOINCREMENT", second=PLAN, key="")
# Since A32, ids count within a plan.
ARTIFACTS_OF_PLANS = (
    _ARTIFACTS.format(first=PLAN, second="id INTEGER NOT NULL", key=" PRIMARY KEY (plan, id),")
    + ", WITHOUT ROWID"
)

REVIEW_CYCLES = """
CREATE TABLE review_cycles (
    plan TEXT PRIMARY KEY REFERENCES plans (path) ON DELETE CASCADE,
    max_reviews INTEGER NOT NULL,
    current_task TEXT,
    phase TEXT NOT NULL,
    phase_iteration INTEGER,
    next_phase TEXT,
    review_model TEXT NOT NULL,
    consecutive_clean INTEGER NOT NULL,
    CONSTRAINT reviews_counted_from_zero CHECK (phase_iteration >= 0),
    CONSTRAINT review_model_word CHECK (review_model = 'opus' OR review_model = 'sonnet'),
    CONSTRAINT clean_reviews_counted_from_zero CHECK (consecutive_clean >= 0)
) STRICT, WITHOUT ROWID
"""
"""People edit phases and `max_reviews` as they like, so no check restricts these."""

# Names are stored as a JSON array: they may contain whitespace, which separates names in a report.
ITERATION_LOOPS = """
CREATE TABLE iteration_loops (
    plan TEXT PRIMARY KEY REFERENCES plans (path) ON DELETE CASCADE,
    max_iterations INTEGER NOT NULL,
    iteration INTEGER NOT NULL DEFAULT 1,
    work_remaining TEXT NOT NULL DEFAULT '[]',
    status TEXT NOT NULL DEFAULT 'continuing',
    halt_reason TEXT,
    context TEXT,
    CONSTRAINT max_iterations_from_one CHECK (max_iterations >= 1),
    CONSTRAINT iteration_from_one CHECK (iteration >= 1),
    CONSTRAINT iteration_within_limit CHECK (iteration <= max_iterations),
    CONSTRAINT work_remaining_is_array CHECK (
        work_remaining GLOB '[[]*]' AND json_valid(work_remaining)
    ),
    CONSTRAINT loop_status_word CHECK (
        status = 'continuing'
        OR status = 'complete'
        OR status = 'stuck'
        OR status = 'max_iterations'
    ),
    CONSTRAINT halt_reason_repeats_status CHECK (
        CASE
            WHEN status = 'stuck' OR status = 'max_iterations' THEN halt_reason IS status
            ELSE halt_reason IS NULL
        END
    ),
    CONSTRAINT complete_has_no_work CHECK (status <> 'complete' OR work_remaining = '[]')
) STRICT, WITHOUT ROWID
"""

ITERATION_VIOLATIONS = """
CREATE TABLE iteration_violations (
    plan TEXT NOT NULL REFERENCES iteration_loops (plan) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    iteration INTEGER NOT NULL,
    work_remaining TEXT NOT NULL,
    requires_continuation INTEGER NOT NULL,
    override TEXT,
    PRIMARY KEY (plan, position),
    CONSTRAINT violation_position_from_zero CHECK (position >= 0),
    CONSTRAINT violation_iteration_from_one CHECK (iteration >= 1),
    CONSTRAINT violation_work_is_array CHECK (
        work_remaining GLOB '[[]*]' AND json_valid(work_remaining)
    ),
    CONSTRAINT signal_contradicts_work CHECK (
        requires_continuation = (work_remaining = '[]')
    ),
    CONSTRAINT override_word CHECK (
        override = iif(requires_continuation, 'forced_false', 'forced_true')
        OR (override IS NULL AND NOT requires_continuation)
    )
) STRICT, WITHOUT ROWID
"""

PLAN_TIMES = (
    "ALTER TABLE plans ADD COLUMN created_at INTEGER",
    "ALTER TABLE plans ADD COLUMN updated_at INTEGER",
)

TABLES = (PLANS, STEPS, DEPENDENCIES, CHECKLIST_ITEMS, ARTIFACTS)

ARTIFACTS_BY_STEP = "CREATE INDEX artifacts_by_step ON artifacts (plan, step)"

INDEXES = (
    "CREATE INDEX steps_by_parent ON steps (plan, parent) WHERE parent IS NOT NULL",
    "CREATE INDEX dependencies_by_target ON dependencies (plan, depends_on)",
    ARTIFACTS_BY_STEP,
)

LAST_ARTIFACT_ID = "ALTER TABLE plans ADD COLUMN last_artifact_id INTEGER NOT NULL DEFAULT 0"

COUNT_ARTIFACTS_BY_PLAN = (
    LAST_ARTIFACT_ID,
    # Which ids a plan had before it was resynchronised is not known: none is given again.
    """
    UPDATE plans SET last_artifact_id = coalesce(
        (SELECT seq FROM sqlite_sequence WHERE name = 'artifacts'), 0
    )
    """,
    "ALTER TABLE artifacts RENAME TO artifacts_of_store",
    ARTIFACTS_OF_PLANS,
    """
    INSERT INTO artifacts (plan, id, step, kind, summary, recorded_at)
    SELECT plan, id, step, kind, summary, recorded_at FROM artifacts_of_store
    """,
    "DROP TABLE artifacts_of_store",
    ARTIFACTS_BY_STEP,
)
"""How the counter and the keys of artifacts become those of their plans (A32)."""

ITERATION_TABLES = (ITERATION_LOOPS, ITERATION_VIOLATIONS)
