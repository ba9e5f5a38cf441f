"""Links from a rule to its model, implementation, tests, mutants and vectors."""
