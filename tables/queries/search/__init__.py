"""The search of rounds: what the log says of each, and how it is found again (AUD 7.2)."""
