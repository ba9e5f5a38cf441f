"""Kills mutants: by vectors, in every reachable state, at random, by clients, by tests."""
