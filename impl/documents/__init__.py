"""Parsers for documents that people and agents write: plans and reports of iterations."""
