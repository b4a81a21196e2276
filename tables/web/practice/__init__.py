"""The practice table: the tablet's own page over a table that is only a value, and of which nothing is written (TAB 4.3)."""
