"""The explorer: state graphs of small scopes, search, shortest traces and differences of editions."""
