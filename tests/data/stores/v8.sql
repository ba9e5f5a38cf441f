-- A store of version 8, as a program of that version wrote it.
BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'planspec','m001_create_tables','2026-11-22 22:16:43.587995+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'planspec','m002_record_plan_times','2026-11-22 22:16:43.588845+00:00');
INSERT INTO "_sqlite_migrations" VALUES(3,'planspec','m003_create_review_cycles','2026-11-22 22:16:43.589087+00:00');
INSERT INTO "_sqlite_migrations" VALUES(4,'planspec','m004_create_iteration_loops','2026-11-22 22:16:43.589361+00:00');
INSERT INTO "_sqlite_migrations" VALUES(5,'planspec','m005_count_artifacts_by_plan','2026-11-22 22:16:43.592568+00:00');
INSERT INTO "_sqlite_migrations" VALUES(6,'planspec','m006_give_claims_ids','2026-11-23 20:25:55.059362+00:00');
INSERT INTO "_sqlite_migrations" VALUES(7,'planspec','m007_keep_counts','2026-11-26 07:49:08.979286+00:00');
INSERT INTO "_sqlite_migrations" VALUES(8,'planspec','m008_record_places','2026-11-26 14:25:48.696419+00:00');
CREATE TABLE artifacts (
    plan TEXT NOT NULL,
    id INTEGER NOT NULL,
    step TEXT NOT NULL,
    kind TEXT NOT NULL,
    summary TEXT NOT NULL,
    recorded_at INTEGER NOT NULL,
    PRIMARY KEY (plan, id),
    FOREIGN KEY (plan, step) REFERENCES steps (plan, anchor) ON DELETE CASCADE,
    CONSTRAINT artifact_id_from_one CHECK (id >= 1),
    CONSTRAINT summary_is_short CHECK (
        length(summary) <= 500 AND length(CAST(summary AS BLOB)) <= 2000
    )
) STRICT, WITHOUT ROWID
;
INSERT INTO "artifacts" VALUES('plans/bridge.md',1,'deck','log','measured',2600);
INSERT INTO "artifacts" VALUES('plans/tunnel.md',1,'dig','log','dug',4100);
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
;
INSERT INTO "checklist_items" VALUES('plans/bridge.md','deck','checkpoint',0,'The engineer agrees','open',NULL);
INSERT INTO "checklist_items" VALUES('plans/bridge.md','deck','task',0,'Measure','completed',NULL);
INSERT INTO "checklist_items" VALUES('plans/bridge.md','deck','task',1,'Lay','open',NULL);
INSERT INTO "checklist_items" VALUES('plans/bridge.md','piers','task',0,'Pour','completed',NULL);
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
;
INSERT INTO "dependencies" VALUES('plans/bridge.md','paint','deck',0);
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
;
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
;
CREATE TABLE plans (
    path TEXT PRIMARY KEY,
    document_hash TEXT NOT NULL,
    title TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'active', "created_at" INTEGER, "updated_at" INTEGER, last_artifact_id INTEGER NOT NULL DEFAULT 0, last_claim_id INTEGER NOT NULL DEFAULT 0
        CONSTRAINT claims_counted_from_zero CHECK (last_claim_id >= 0), unfinished_steps INTEGER NOT NULL DEFAULT 0
        CONSTRAINT unfinished_counted_from_zero CHECK (unfinished_steps >= 0), ready_steps INTEGER NOT NULL DEFAULT 0
        CONSTRAINT ready_are_unfinished CHECK (ready_steps >= 0), repository TEXT,
    CONSTRAINT plan_status_word CHECK (status = 'active' OR status = 'done'),
    CONSTRAINT document_hash_is_sha256 CHECK (
        length(document_hash) = 64
        AND length(CAST(document_hash AS BLOB)) = 64
        AND document_hash NOT GLOB '*[^0-9a-f]*'
    )
) STRICT, WITHOUT ROWID
;
INSERT INTO "plans" VALUES('plans/bridge.md','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','A bridge','active',0,3500,1,1,2,0,NULL);
INSERT INTO "plans" VALUES('plans/tunnel.md','bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb','A tunnel','active',100,4100,1,1,1,0,NULL);
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
;
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
    complete_reason TEXT, claim_id INTEGER
        CONSTRAINT claim_id_from_one CHECK (claim_id >= 1)
        CONSTRAINT pending_has_no_claim_id CHECK (status <> 'pending' OR claim_id IS NULL), fenced INTEGER NOT NULL DEFAULT 0
        CONSTRAINT only_claim_ids_are_fenced CHECK (
            fenced = 0 OR (fenced = 1 AND claim_id IS NOT NULL)
        ), open_dependencies INTEGER NOT NULL DEFAULT 0
        CONSTRAINT open_dependencies_from_zero CHECK (open_dependencies >= 0), branch TEXT,
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
;
INSERT INTO "steps" VALUES('plans/bridge.md','deck',NULL,0,'Lay the deck','in_progress','ann',1000,11000,1000,2000,NULL,NULL,NULL,1,0,0,NULL);
INSERT INTO "steps" VALUES('plans/bridge.md','paint',NULL,2,'Paint it','pending',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,1,NULL);
INSERT INTO "steps" VALUES('plans/bridge.md','piers','deck',1,'Build the piers','completed','ann',1000,NULL,1000,NULL,3000,NULL,'',1,0,0,NULL);
INSERT INTO "steps" VALUES('plans/tunnel.md','dig',NULL,0,'Dig','claimed','bob',4000,14000,4000,NULL,NULL,NULL,NULL,1,0,0,NULL);
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE INDEX steps_by_parent ON steps (plan, parent) WHERE parent IS NOT NULL;
CREATE INDEX dependencies_by_target ON dependencies (plan, depends_on);
CREATE INDEX artifacts_by_step ON artifacts (plan, step);
CREATE INDEX ready_steps ON steps (plan, step_index)
    WHERE parent IS NULL AND status = 'pending' AND open_dependencies = 0
    ;
CREATE INDEX steps_by_lease ON steps (plan, lease_expires_at)
    WHERE parent IS NULL AND lease_expires_at IS NOT NULL
    ;
CREATE INDEX steps_by_holder ON steps (plan, claimed_by, step_index)
    WHERE parent IS NULL AND lease_expires_at IS NOT NULL
    ;
COMMIT;
PRAGMA application_id = 1886151022;
PRAGMA user_version = 8;
