"""What the values of a document are beyond their Python types; the description of the API is made of it."""

from dataclasses import dataclass
from typing import Annotated

from tables.games.values import JSON


@dataclass(frozen=True, slots=True)
class Unit:
    """Which values a number or a text takes, by a name that `tables.api.openapi.documents` spells out."""

    name: str


Seat = Annotated[int, Unit("seat")]
Amount = Annotated[int, Unit("amount")]
"""Whole minor units, 0 or more."""
Net = Annotated[int, Unit("net")]
"""Whole minor units, below 0 for a loss."""
Count = Annotated[int, Unit("count")]
Time = Annotated[str, Unit("time")]
"""RFC 3339, UTC."""
Hash = Annotated[str, Unit("hash")]
"""SHA-256 in lower-case hexadecimal."""
RoundState = Annotated[str, Unit("round_state")]
"""A state of a round of any game."""
Wagers = Annotated[JSON, Unit("wagers")]
"""The wagers of a seat by their spots, in minor units."""
Play = Annotated[JSON, Unit("play")]
"""What was entered of a round, as its game keeps it."""
SettlementOutput = Annotated[JSON, Unit("settlement")]
"""What everybody won and lost, as `settle_document` answers."""
RulesDocument = Annotated[JSON, Unit("rules")]
"""The whole house rules."""
