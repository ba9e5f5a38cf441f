"""The mutants of commits: the state update, the message, and the programs around the store."""
