"""Model and system under test driven together, compared, and what differs made short."""
