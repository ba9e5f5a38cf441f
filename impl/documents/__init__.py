"""Documents that people and agents write: plans and reports, read into definitions."""
