"""What a verification found, in plain words (AUD 4.4)."""

from collections.abc import Callable

HOLDS, WRONG, NOT_VERIFIABLE = 0, 1, 2


class Report:
    """Says each finding at once, and knows at the end what they come to."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self.faults = 0
        self._not_verifiable = False

    def holds(self, text: str) -> None:
        """Something was verified, and it holds."""
        self._say(f"holds         {text}")

    def wrong(self, text: str) -> None:
        """Something does not hold."""
        self.faults += 1
        self._say(f"WRONG         {text}")

    def wrong_too(self) -> None:
        """Something more does not hold, of which enough was said."""
        self.faults += 1

    def note(self, text: str) -> None:
        """Something could not be verified, and was not asked for, or cannot be by anybody."""
        self._say(f"not verified  {text}")

    def not_verifiable(self, text: str) -> None:
        """Something was asked for and could not be verified."""
        self._not_verifiable = True
        self._say(f"NOT VERIFIED  {text}")

    def end(self) -> int:
        """Say what it comes to; the exit status."""
        if self.faults:
            self._say(f"Result: {self.faults} of the things verified {'does' if self.faults == 1 else 'do'} not hold.")
            return WRONG
        if self._not_verifiable:
            self._say("Result: what could be verified holds, but not all that was asked for could be.")
            return NOT_VERIFIABLE
        self._say("Result: everything that could be verified holds.")
        return HOLDS
