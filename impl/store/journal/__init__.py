"""The journal: what is asked of a store and answered, recorded as a history."""
