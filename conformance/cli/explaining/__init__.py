"""Explanations of `planspec explain`: what is known of a word, and where a rule is followed."""
