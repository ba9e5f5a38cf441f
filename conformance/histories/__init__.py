"""Concurrent and recorded runs: their format, and whether some order of them follows the rules."""
