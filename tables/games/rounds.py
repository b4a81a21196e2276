"""The games as tables play them, by key; adding a game adds an entry."""

from collections.abc import Mapping

from tables.games.game import Game
from tables.games.high_card_flush.round import HighCardFlush

PLAYED: Mapping[str, Game] = {game.key: game for game in (HighCardFlush(),)}
