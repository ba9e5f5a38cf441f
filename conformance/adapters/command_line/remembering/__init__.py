"""Asking a program nothing twice: what it answered is known, and its repository is put back."""
