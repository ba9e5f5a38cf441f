"""Remedies: what to do about each refusal, as data that is checked, printed and published."""
