"""Concurrent clients of one store: their requests, the faults injected, and the recording."""
