"""Kills mutants: by vectors, by situations, at random, by clients, by tests."""
