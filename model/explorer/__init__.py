"""The explorer: state graphs of small scopes, canonicalization, search, shortest paths."""
