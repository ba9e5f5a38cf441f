"""The mutants of checklists: who may change items, how, and the notes on a step."""
