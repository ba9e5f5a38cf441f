"""The specification of plan-execution state, as text and data; standard library only."""
