"""Reports for people: traces, histories, and the forms of a validation's record."""
