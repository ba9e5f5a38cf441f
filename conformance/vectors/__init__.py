"""The test vectors: short traces with what is expected of them, as files for everybody."""
