"""The protocol for validating other implementations: JSON lines, one reply per request."""
