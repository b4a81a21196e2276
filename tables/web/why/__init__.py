"""Why: one sentence for each amount of a settlement, with the paragraph it stands on (TAB 4.3)."""
