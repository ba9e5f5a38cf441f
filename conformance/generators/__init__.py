"""Hypothesis strategies: plans, and operations drawn from the model's state."""
