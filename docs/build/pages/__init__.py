"""The pages of the site, each with the function that gathers what its template shows."""
