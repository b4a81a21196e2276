"""A table as a value: who sits at it, the bank, the round, the rules, and what each act makes of them (OPS 2, 3, 5, 7.2)."""
