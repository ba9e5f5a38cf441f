"""Commits, history and worktrees, with the real git."""
