"""`planspec conform`: another implementation is asked what the model is asked, and compared."""
