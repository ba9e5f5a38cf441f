"""Model and system under test driven together: one runner, one state machine, one reducer."""
