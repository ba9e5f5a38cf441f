"""Commits, the commit log and worktrees, with the `git` program."""
