"""Deliberate faults of store and orchestrator, each of which the checks must find."""
