"""The mutants of plans, by what their rules are about."""
