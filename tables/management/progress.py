"""How far a long command is, on a terminal only."""

import time
from typing import TextIO

EVERY_SECONDS = 0.1
CLEAR_LINE = "\r\x1b[K"


class Progress:
    """One line that is written over; nothing where nobody watches."""

    def __init__(self, output: TextIO) -> None:
        self.output = output
        self.watched = output.isatty()
        self.shown = 0.0

    def show(self, text: str) -> None:
        """Write how far it is, a few times a second."""
        now = time.monotonic()
        if self.watched and now - self.shown >= EVERY_SECONDS:
            self.shown = now
            self.output.write(f"{CLEAR_LINE}{text}")
            self.output.flush()

    def clear(self) -> None:
        """Leave the line to what follows."""
        if self.watched:
            self.output.write(CLEAR_LINE)
            self.shown = 0.0
