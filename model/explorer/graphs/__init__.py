"""State graphs: what events lead to from a situation, as whole plans or in parts, and runs."""
