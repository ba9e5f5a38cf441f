"""Comparing two editions, amendment by amendment, in one process or in several."""
