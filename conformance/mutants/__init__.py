"""Deliberate faults of store, orchestrator and programs, which the checks must find."""
