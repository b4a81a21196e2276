"""Draw poker for two to four players, with a clock, side pots and a commission (DRAW 2)."""
