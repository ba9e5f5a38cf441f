"""What builds the site: one function that gathers the data of each page, and its template."""
