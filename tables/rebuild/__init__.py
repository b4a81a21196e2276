"""The rows that the log implies, folded from its entries alone; no database, clock or setting (AUD 6.1)."""
