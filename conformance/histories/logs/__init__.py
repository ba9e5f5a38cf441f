"""Logs of other programs, read as histories by a mapping."""
