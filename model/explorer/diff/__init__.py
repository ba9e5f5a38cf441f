"""Differences of two editions: a search over pairs of situations for a shortest sequence."""
