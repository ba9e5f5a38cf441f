"""Hypothesis strategies: plan documents, and operations drawn from the model's state."""
