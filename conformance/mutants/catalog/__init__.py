"""Mutants: rows, in one file for each file of rules; and those that no row can say."""
