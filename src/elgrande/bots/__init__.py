"""Opponents: what answers for a seat, found by name."""

from elgrande.bots.protocol import Bot
from elgrande.bots.registry import BotSpec, Kind, bot_named, kinds
from elgrande.bots.simple import bot_rng
from elgrande.bots.situation import Situation

__all__ = ["Bot", "BotSpec", "Kind", "Situation", "bot_named", "bot_rng", "kinds"]
