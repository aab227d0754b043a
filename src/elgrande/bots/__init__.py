"""Opponents: functions that answer for a seat, found by their names."""

from elgrande.bots.simple import BOTS, Bot, bot_named, bot_rng

__all__ = ["BOTS", "Bot", "bot_named", "bot_rng"]
