"""Requests, replies, differences and traces in words: all sentences about them are made here."""
