"""What the parts of a running server share; every handler reaches it as `services`."""

import asyncio
from dataclasses import dataclass, field

from litestar.datastructures import State
from litestar.di import NamedDependency

from elgrande.server.analyses import Analyses
from elgrande.server.auth import Sessions
from elgrande.server.channels import Fanout
from elgrande.server.feeds import Feeds
from elgrande.server.hall import Hall
from elgrande.server.limits import Limits
from elgrande.server.metrics import Metrics
from elgrande.server.moderation import Moderation
from elgrande.server.passwords import Guessing, Passwords
from elgrande.server.presence import Presence
from elgrande.server.settings import Settings
from elgrande.server.storage import Storage
from elgrande.server.workers import Workers


@dataclass(kw_only=True)
class Services:
    """The one of each that a server has."""

    settings: Settings
    storage: Storage
    metrics: Metrics
    limits: Limits
    sessions: Sessions
    moderation: Moderation
    fanout: Fanout
    hall: Hall
    presence: Presence
    feeds: Feeds
    workers: Workers
    passwords: Passwords = field(default_factory=Passwords)
    guessing: Guessing = field(default_factory=Guessing)
    analyses: Analyses = field(default_factory=Analyses)
    bot_tables: asyncio.Lock = field(default_factory=asyncio.Lock)  # while one is opened
    stopping: bool = False


# How handlers ask for them.
Shared = NamedDependency[Services]


def provide_services(state: State) -> Services:
    """The dependency `services` of all handlers."""
    services: Services = state.services
    return services
