"""The part of a shell's language that the check of agent commands reads (SHL)."""
