"""Parsing of shell commands, and the findings in them (AGT)."""
