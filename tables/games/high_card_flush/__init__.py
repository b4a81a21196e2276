"""High Card Flush with a rotating designated player."""
