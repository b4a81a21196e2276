"""Performance figures, each a ratio or a rate made in one run."""
