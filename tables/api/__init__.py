"""The HTTP API: parse, one act or one query, answer (the pages are in tables.web)."""
