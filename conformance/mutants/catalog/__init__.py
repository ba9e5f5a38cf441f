"""The mutants written by hand, one module for each area."""
