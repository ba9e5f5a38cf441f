-- What ann and bob had done in a store of version 1, as a program of that version wrote it.
INSERT INTO plans (path, document_hash, title) VALUES
    ('plans/bridge.md', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'A bridge'),
    ('plans/tunnel.md', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', 'A tunnel');
INSERT INTO steps (
    plan, anchor, parent, step_index, title, status,
    claimed_by, claimed_at, lease_expires_at, heartbeat_at, started_at, completed_at, complete_reason
) VALUES
    ('plans/bridge.md', 'deck', NULL, 0, 'Lay the deck', 'in_progress', 'ann', 1000, 11000, 1000, 2000, NULL, NULL),
    ('plans/bridge.md', 'piers', 'deck', 1, 'Build the piers', 'completed', 'ann', 1000, NULL, 1000, NULL, 3000, ''),
    ('plans/bridge.md', 'paint', NULL, 2, 'Paint it', 'pending', NULL, NULL, NULL, NULL, NULL, NULL, NULL),
    ('plans/tunnel.md', 'dig', NULL, 0, 'Dig', 'claimed', 'bob', 4000, 14000, 4000, NULL, NULL, NULL);
INSERT INTO dependencies (plan, step, depends_on, position) VALUES ('plans/bridge.md', 'paint', 'deck', 0);
INSERT INTO checklist_items (plan, step, kind, ordinal, text, status) VALUES
    ('plans/bridge.md', 'deck', 'checkpoint', 0, 'The engineer agrees', 'open'),
    ('plans/bridge.md', 'deck', 'task', 0, 'Measure', 'completed'),
    ('plans/bridge.md', 'deck', 'task', 1, 'Lay', 'open'),
    ('plans/bridge.md', 'piers', 'task', 0, 'Pour', 'completed');
INSERT INTO artifacts (plan, id, step, kind, summary, recorded_at)
VALUES ('plans/bridge.md', 1, 'deck', 'log', 'measured', 2600);
