"""Concurrent clients of one store: what they ask, how they are disturbed, and what was seen."""
