"""The stages of a validation: each puts a system to the test in one way, and yields what it met."""
