"""Commits, history and worktrees, with the `git` program."""
