"""How the implementation reads shell commands, and what it finds in them (AGT)."""
