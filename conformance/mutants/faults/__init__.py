"""What a mutant is, how it is loaded, and the mutants that are generated from the source."""
