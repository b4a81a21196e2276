"""The rows held against what the log implies of them, by windows of entries (AUD 6.1)."""
