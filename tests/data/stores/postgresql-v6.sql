-- The tables of a store on a server as version 6 made them, the first that was on one.
CREATE FUNCTION planspec_notify() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    plan TEXT := to_jsonb(NEW) ->> TG_ARGV[0];
    place BIGINT := hashtextextended(TG_TABLE_SCHEMA || ':' || plan, 0);
BEGIN
    IF NOT (CASE WHEN pg_try_advisory_lock(place) THEN pg_advisory_unlock(place) ELSE false END)
    THEN
        PERFORM pg_notify('planspec_' || to_hex(place), '');
    END IF;
    RETURN NULL;
END
$$;
CREATE TABLE artifacts (
    plan text NOT NULL COLLATE pg_catalog."C",
    id bigint NOT NULL,
    step text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    summary text NOT NULL COLLATE pg_catalog."C",
    recorded_at bigint NOT NULL,
    CONSTRAINT artifact_id_from_one CHECK ((id >= 1)),
    CONSTRAINT summary_is_short CHECK (((length(summary) <= 500) AND (octet_length(summary) <= 2000)))
);
CREATE TABLE checklist_items (
    plan text NOT NULL COLLATE pg_catalog."C",
    step text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    ordinal bigint NOT NULL,
    text text NOT NULL COLLATE pg_catalog."C",
    status text DEFAULT 'open'::text NOT NULL COLLATE pg_catalog."C",
    reason text COLLATE pg_catalog."C",
    CONSTRAINT item_kind_word CHECK (((kind = 'task'::text) OR (kind = 'test'::text) OR (kind = 'checkpoint'::text))),
    CONSTRAINT item_ordinal_from_zero CHECK ((ordinal >= 0)),
    CONSTRAINT item_status_word CHECK (((status = 'open'::text) OR (status = 'completed'::text) OR (status = 'deferred'::text))),
    CONSTRAINT reason_exactly_when_deferred CHECK (((status = 'deferred'::text) = (reason IS NOT NULL))),
    CONSTRAINT reason_is_not_empty CHECK ((reason <> ''::text))
);
CREATE TABLE dependencies (
    plan text NOT NULL COLLATE pg_catalog."C",
    step text NOT NULL COLLATE pg_catalog."C",
    depends_on text NOT NULL COLLATE pg_catalog."C",
    "position" bigint NOT NULL,
    CONSTRAINT dependency_position_from_zero CHECK (("position" >= 0))
);
CREATE TABLE iteration_loops (
    plan text NOT NULL COLLATE pg_catalog."C",
    max_iterations bigint NOT NULL,
    iteration bigint DEFAULT 1 NOT NULL,
    work_remaining text DEFAULT '[]'::text NOT NULL COLLATE pg_catalog."C",
    status text DEFAULT 'continuing'::text NOT NULL COLLATE pg_catalog."C",
    halt_reason text COLLATE pg_catalog."C",
    context text COLLATE pg_catalog."C",
    CONSTRAINT complete_has_no_work CHECK (((status <> 'complete'::text) OR (work_remaining = '[]'::text))),
    CONSTRAINT halt_reason_repeats_status CHECK (
CASE
    WHEN ((status = 'stuck'::text) OR (status = 'max_iterations'::text)) THEN (NOT (halt_reason IS DISTINCT FROM status))
    ELSE (halt_reason IS NULL)
END),
    CONSTRAINT iteration_from_one CHECK ((iteration >= 1)),
    CONSTRAINT iteration_within_limit CHECK ((iteration <= max_iterations)),
    CONSTRAINT loop_status_word CHECK (((status = 'continuing'::text) OR (status = 'complete'::text) OR (status = 'stuck'::text) OR (status = 'max_iterations'::text))),
    CONSTRAINT max_iterations_from_one CHECK ((max_iterations >= 1)),
    CONSTRAINT work_remaining_is_array CHECK ((work_remaining IS JSON ARRAY))
);
CREATE TABLE iteration_violations (
    plan text NOT NULL COLLATE pg_catalog."C",
    "position" bigint NOT NULL,
    iteration bigint NOT NULL,
    work_remaining text NOT NULL COLLATE pg_catalog."C",
    requires_continuation boolean NOT NULL,
    override text COLLATE pg_catalog."C",
    CONSTRAINT override_word CHECK (((override =
CASE
    WHEN requires_continuation THEN 'forced_false'::text
    ELSE 'forced_true'::text
END) OR ((override IS NULL) AND (NOT requires_continuation)))),
    CONSTRAINT signal_contradicts_work CHECK ((requires_continuation = (work_remaining = '[]'::text))),
    CONSTRAINT violation_iteration_from_one CHECK ((iteration >= 1)),
    CONSTRAINT violation_position_from_zero CHECK (("position" >= 0)),
    CONSTRAINT violation_work_is_array CHECK ((work_remaining IS JSON ARRAY))
);
CREATE TABLE plans (
    path text NOT NULL COLLATE pg_catalog."C",
    document_hash text NOT NULL COLLATE pg_catalog."C",
    title text NOT NULL COLLATE pg_catalog."C",
    status text DEFAULT 'active'::text NOT NULL COLLATE pg_catalog."C",
    created_at bigint,
    updated_at bigint,
    last_artifact_id bigint DEFAULT 0 NOT NULL,
    last_claim_id bigint DEFAULT 0 NOT NULL,
    CONSTRAINT claims_counted_from_zero CHECK ((last_claim_id >= 0)),
    CONSTRAINT document_hash_is_sha256 CHECK (((length(document_hash) = 64) AND (octet_length(document_hash) = 64) AND (document_hash !~ '[^0-9a-f]'::text))),
    CONSTRAINT path_can_be_indexed CHECK ((octet_length(path) <= 1000)),
    CONSTRAINT plan_status_word CHECK (((status = 'active'::text) OR (status = 'done'::text)))
);
CREATE TABLE planspec_store (
    version bigint NOT NULL,
    only_row boolean DEFAULT true NOT NULL,
    CONSTRAINT planspec_store_only_row_check CHECK (only_row)
);
CREATE TABLE review_cycles (
    plan text NOT NULL COLLATE pg_catalog."C",
    max_reviews bigint NOT NULL,
    current_task text COLLATE pg_catalog."C",
    phase text NOT NULL COLLATE pg_catalog."C",
    phase_iteration bigint,
    next_phase text COLLATE pg_catalog."C",
    review_model text NOT NULL COLLATE pg_catalog."C",
    consecutive_clean bigint NOT NULL,
    CONSTRAINT clean_reviews_counted_from_zero CHECK ((consecutive_clean >= 0)),
    CONSTRAINT review_model_word CHECK (((review_model = 'opus'::text) OR (review_model = 'sonnet'::text))),
    CONSTRAINT reviews_counted_from_zero CHECK ((phase_iteration >= 0))
);
CREATE TABLE steps (
    plan text NOT NULL COLLATE pg_catalog."C",
    anchor text NOT NULL COLLATE pg_catalog."C",
    parent text COLLATE pg_catalog."C",
    step_index bigint NOT NULL,
    title text NOT NULL COLLATE pg_catalog."C",
    status text DEFAULT 'pending'::text NOT NULL COLLATE pg_catalog."C",
    claimed_by text COLLATE pg_catalog."C",
    claimed_at bigint,
    lease_expires_at bigint,
    heartbeat_at bigint,
    started_at bigint,
    completed_at bigint,
    commit_hash text COLLATE pg_catalog."C",
    complete_reason text COLLATE pg_catalog."C",
    claim_id bigint,
    fenced boolean DEFAULT false NOT NULL,
    CONSTRAINT anchor_can_be_indexed CHECK ((octet_length(anchor) <= 800)),
    CONSTRAINT claim_id_from_one CHECK ((claim_id >= 1)),
    CONSTRAINT claimed_is_not_started CHECK (((status <> 'claimed'::text) OR (started_at IS NULL))),
    CONSTRAINT completed_has_time CHECK (((status = 'completed'::text) = (completed_at IS NOT NULL))),
    CONSTRAINT held_has_owner_and_lease CHECK ((((status <> 'claimed'::text) AND (status <> 'in_progress'::text)) OR ((claimed_by IS NOT NULL) AND (lease_expires_at IS NOT NULL)))),
    CONSTRAINT in_progress_is_started CHECK (((status <> 'in_progress'::text) OR (started_at IS NOT NULL))),
    CONSTRAINT only_claim_ids_are_fenced CHECK (((NOT fenced) OR (claim_id IS NOT NULL))),
    CONSTRAINT only_completed_has_commit CHECK (((status = 'completed'::text) OR (commit_hash IS NULL))),
    CONSTRAINT only_completed_has_reason CHECK (((status = 'completed'::text) OR (complete_reason IS NULL))),
    CONSTRAINT only_held_has_lease CHECK (((status = 'claimed'::text) OR (status = 'in_progress'::text) OR (lease_expires_at IS NULL))),
    CONSTRAINT pending_has_no_claim CHECK (((status <> 'pending'::text) OR (num_nonnulls(claimed_by, claimed_at, lease_expires_at, heartbeat_at, started_at) = 0))),
    CONSTRAINT pending_has_no_claim_id CHECK (((status <> 'pending'::text) OR (claim_id IS NULL))),
    CONSTRAINT step_index_from_zero CHECK ((step_index >= 0)),
    CONSTRAINT step_is_not_its_own_parent CHECK ((parent <> anchor)),
    CONSTRAINT step_status_word CHECK (((status = 'pending'::text) OR (status = 'claimed'::text) OR (status = 'in_progress'::text) OR (status = 'completed'::text)))
);
INSERT INTO planspec_store VALUES (6, true);
ALTER TABLE ONLY artifacts
    ADD CONSTRAINT artifacts_pkey PRIMARY KEY (plan, id);
ALTER TABLE ONLY checklist_items
    ADD CONSTRAINT checklist_items_pkey PRIMARY KEY (plan, step, kind, ordinal);
ALTER TABLE ONLY dependencies
    ADD CONSTRAINT dependencies_pkey PRIMARY KEY (plan, step, depends_on);
ALTER TABLE ONLY dependencies
    ADD CONSTRAINT dependencies_plan_step_position_key UNIQUE (plan, step, "position");
ALTER TABLE ONLY iteration_loops
    ADD CONSTRAINT iteration_loops_pkey PRIMARY KEY (plan);
ALTER TABLE ONLY iteration_violations
    ADD CONSTRAINT iteration_violations_pkey PRIMARY KEY (plan, "position");
ALTER TABLE ONLY plans
    ADD CONSTRAINT plans_pkey PRIMARY KEY (path);
ALTER TABLE ONLY planspec_store
    ADD CONSTRAINT planspec_store_pkey PRIMARY KEY (only_row);
ALTER TABLE ONLY review_cycles
    ADD CONSTRAINT review_cycles_pkey PRIMARY KEY (plan);
ALTER TABLE ONLY steps
    ADD CONSTRAINT steps_pkey PRIMARY KEY (plan, anchor);
ALTER TABLE ONLY steps
    ADD CONSTRAINT steps_plan_step_index_key UNIQUE (plan, step_index);
CREATE INDEX artifacts_by_step ON artifacts USING btree (plan, step);
CREATE INDEX dependencies_by_target ON dependencies USING btree (plan, depends_on);
CREATE INDEX steps_by_parent ON steps USING btree (plan, parent) WHERE (parent IS NOT NULL);
CREATE TRIGGER plan_is_new AFTER INSERT OR UPDATE OF document_hash ON plans FOR EACH ROW EXECUTE FUNCTION planspec_notify('path');
CREATE TRIGGER step_can_be_claimed AFTER UPDATE OF status, lease_expires_at ON steps FOR EACH ROW WHEN ((((new.status <> old.status) AND ((new.status = 'pending'::text) OR (new.status = 'completed'::text))) OR (new.lease_expires_at < old.lease_expires_at))) EXECUTE FUNCTION planspec_notify('plan');
ALTER TABLE ONLY artifacts
    ADD CONSTRAINT artifacts_plan_step_fkey FOREIGN KEY (plan, step) REFERENCES steps(plan, anchor) ON DELETE CASCADE;
ALTER TABLE ONLY checklist_items
    ADD CONSTRAINT checklist_items_plan_step_fkey FOREIGN KEY (plan, step) REFERENCES steps(plan, anchor) ON DELETE CASCADE;
ALTER TABLE ONLY dependencies
    ADD CONSTRAINT dependencies_plan_depends_on_fkey FOREIGN KEY (plan, depends_on) REFERENCES steps(plan, anchor) ON DELETE CASCADE;
ALTER TABLE ONLY dependencies
    ADD CONSTRAINT dependencies_plan_step_fkey FOREIGN KEY (plan, step) REFERENCES steps(plan, anchor) ON DELETE CASCADE;
ALTER TABLE ONLY iteration_loops
    ADD CONSTRAINT iteration_loops_plan_fkey FOREIGN KEY (plan) REFERENCES plans(path) ON DELETE CASCADE;
ALTER TABLE ONLY iteration_violations
    ADD CONSTRAINT iteration_violations_plan_fkey FOREIGN KEY (plan) REFERENCES iteration_loops(plan) ON DELETE CASCADE;
ALTER TABLE ONLY review_cycles
    ADD CONSTRAINT review_cycles_plan_fkey FOREIGN KEY (plan) REFERENCES plans(path) ON DELETE CASCADE;
ALTER TABLE ONLY steps
    ADD CONSTRAINT steps_plan_fkey FOREIGN KEY (plan) REFERENCES plans(path) ON DELETE CASCADE;
ALTER TABLE ONLY steps
    ADD CONSTRAINT steps_plan_parent_fkey FOREIGN KEY (plan, parent) REFERENCES steps(plan, anchor) DEFERRABLE INITIALLY DEFERRED;
