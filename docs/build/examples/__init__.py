"""The examples on the site: operations that are run when the site is built."""
