"""Mutants of the check of agent commands: lines, programs, operators and the answer."""
