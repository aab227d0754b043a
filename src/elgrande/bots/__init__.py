"""Opponents: what answers for a seat, found by name."""

from elgrande.bots.advice import Appraisal, consider
from elgrande.bots.answer import BotFailed, Failure, answer_for
from elgrande.bots.host import HostedBot
from elgrande.bots.player import Player, check_bots, open_players
from elgrande.bots.protocol import Bot
from elgrande.bots.registry import DEFAULT_OPPONENT, BotSpec, Kind, bot_named, kinds, register
from elgrande.bots.simple import bot_rng
from elgrande.bots.situation import Situation

__all__ = [
    "DEFAULT_OPPONENT",
    "Appraisal",
    "Bot",
    "BotFailed",
    "BotSpec",
    "Failure",
    "HostedBot",
    "Kind",
    "Player",
    "Situation",
    "answer_for",
    "bot_named",
    "bot_rng",
    "check_bots",
    "consider",
    "kinds",
    "open_players",
    "register",
]
