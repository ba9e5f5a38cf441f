"""The explorer: state graphs of small scopes, search, shortest traces, differences."""
