"""Traces written by hand, for mutants that show only where no scope goes and chance rarely does."""
