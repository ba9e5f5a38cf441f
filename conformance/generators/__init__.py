"""What random runs are made of: plans, operations for a state, circumstances of a run."""
