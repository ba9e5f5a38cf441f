"""The model's reader of shell commands (AGT)."""
