"""Model and system under test driven together and compared."""
