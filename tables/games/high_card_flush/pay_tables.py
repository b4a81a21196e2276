"""The pay tables of the bonuses: what each length of run or flush is paid (HCF 6.4, 7.3)."""

import re
from fractions import Fraction
from typing import NamedTuple

from tables.games.errors import gettext_noop, quoted
from tables.games.high_card_flush.hands import HAND_SIZE
from tables.games.reading import RULES, is_whole
from tables.games.rule_values import bad_rules

LENGTHS = range(3, HAND_SIZE + 1)
"""The lengths that a line can stand for."""
MOST_ODDS = 10_000
_RATIO = re.compile(r"([1-9][0-9]{0,4}):([1-9][0-9]{0,4})", re.ASCII)


class Odds(NamedTuple):
    """What a line pays: `pays` for each `staked`."""

    pays: int
    staked: int = 1

    def winnings(self, stake: int) -> int:
        """What a stake wins, rounded down to a minor unit (HCF 6.4)."""
        return stake * self.pays // self.staked

    def document(self) -> int | str:
        """The odds as the terms have them: a whole number, or a text like "3:2"."""
        return self.pays if self.staked == 1 else f"{self.pays}:{self.staked}"


class PayTable(NamedTuple):
    """One to five lines of 3 to 7 cards."""

    lines: tuple[tuple[int, Odds], ...]
    """The lines as they are posted, the shortest first."""
    by_length: tuple[Odds | None, ...]
    """What each length is paid, 0 to 7: a length between two lines is paid the lower, one below the lowest nothing."""

    @property
    def shortest(self) -> int:
        """How many cards it takes to be paid."""
        return self.lines[0][0]

    def most(self, stake: int, longest: int = HAND_SIZE) -> int:
        """The most that a stake can win with so many cards or fewer, in minor units."""
        return max((odds.winnings(stake) for length, odds in self.lines if length <= longest), default=0)

    def least(self, stake: int, longest: int = HAND_SIZE) -> int:
        """The least that a stake wins where it wins, in minor units; nothing for fewer cards than are paid."""
        return 0 if longest < self.shortest else min(odds.winnings(stake) for _length, odds in self.lines)

    @property
    def exact(self) -> tuple[Fraction, ...]:
        """What each length is paid to 1, 0 to 7, before a unit is rounded away; 0 for nothing."""
        return tuple(Fraction(0) if odds is None else Fraction(*odds) for odds in self.by_length)

    def document(self) -> dict[str, int | str]:
        """The table as the terms have it."""
        return {str(length): odds.document() for length, odds in self.lines}


def read_pay_table(found: object, key: str, most: int = MOST_ODDS) -> PayTable:
    """Read a pay table; raises `bad_rules` for one without a line, a line outside 3 to 7, or odds that are none.

    `most` is the largest whole number; what was stored before there was a bound is read as it stands (HCF 9.6).
    """
    given = RULES.read_object(found, key)
    RULES.verify_keys(given, (), [str(length) for length in LENGTHS], path=key)
    if not given:
        template = gettext_noop("Rule %(field)s must have at least one line, for %(least)s to %(most)s cards.")
        raise bad_rules(template, key=key, least=LENGTHS[0], most=LENGTHS[-1])
    lines = {
        length: _read_odds(given[str(length)], f"{key}.{length}", most) for length in LENGTHS if str(length) in given
    }
    paid: list[Odds | None] = []
    for length in range(HAND_SIZE + 1):
        paid.append(lines.get(length, paid[-1] if paid else None))
    return PayTable(tuple(lines.items()), tuple(paid))


def _read_odds(found: object, key: str, most: int) -> Odds:
    if is_whole(found, 1, most):
        return Odds(found)
    ratio = _RATIO.fullmatch(found) if isinstance(found, str) else None
    if ratio is not None:
        odds = Odds(int(ratio[1]), int(ratio[2]))
        if max(odds) <= MOST_ODDS:
            return odds
    template = gettext_noop(
        "Rule %(field)s must be a whole number from 1 to %(most)s, or two of them as in 3:2, not %(found)s."
    )
    raise bad_rules(template, key=key, most=most, found=quoted(found))
