"""State graphs: what events lead to from a situation, as whole plans, in parts or interned."""
