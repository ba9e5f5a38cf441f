"""Guards that fail together: what each of them refuses, and how to repair it."""
