"""The pages: parse, one act or one query, answer."""
