"""Draw poker for two players, with markers and a pot that a tie carries over (DRAW 1)."""
