"""The amendments, by the edition that brought them."""
