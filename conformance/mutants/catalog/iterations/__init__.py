"""Mutants of iteration loops: reading, deciding, storing, violations, and rejected reports."""
