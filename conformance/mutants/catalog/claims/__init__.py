"""The mutants of claims and leases, by what a worktree asks."""
