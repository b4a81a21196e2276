"""The operations of the API, described."""
