"""Finds and writes the vectors that ship, from scopes and mutants."""
