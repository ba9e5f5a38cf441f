"""The reference model: the rules as pure functions, one module per area; standard library only."""
