"""The orchestrator: brings a step to its commit, recovers it, and tells a person what is left."""
