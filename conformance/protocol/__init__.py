"""The protocol in which another implementation is validated: JSON lines, one request one reply."""
