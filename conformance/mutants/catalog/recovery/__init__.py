"""Mutants of the orchestrator: before and after the commit, its messages, and its driver."""
