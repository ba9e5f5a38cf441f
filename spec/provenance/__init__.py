"""Provenance: every statement of the seed documents, and what carries or changes it."""
