"""What is left to do when a validation ends: shorten, and say what broke on the way."""
