"""The scopes that ship: small bounded worlds that the explorer visits completely."""
