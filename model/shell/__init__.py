"""How the model reads shell commands (AGT)."""
