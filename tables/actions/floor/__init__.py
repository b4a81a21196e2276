"""What the floor does beside play: alerts, bars, disputes, corrections, debts."""
