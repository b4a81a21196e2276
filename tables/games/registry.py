"""The games there are. Adding a game adds an entry; nothing asks for a game by name."""

from collections.abc import Mapping

from tables.games.draw.game import FourPlayerDraw, HeadsUpDraw
from tables.games.game import Game
from tables.games.high_card_flush.game import HighCardFlush

GAMES: Mapping[str, Game] = {game.key: game for game in (HighCardFlush(), HeadsUpDraw(), FourPlayerDraw())}
