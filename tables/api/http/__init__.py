"""What every operation of the API shares: callers, parsing, refusals."""
