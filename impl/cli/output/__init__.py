"""What `planstate` prints."""
