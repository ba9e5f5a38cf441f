"""The rules of plan-execution state, as text and data. Standard library only."""
