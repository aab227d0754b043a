"""What the parts of a running server share; every handler reaches it as `services`."""

import asyncio
from dataclasses import dataclass, field

from litestar.datastructures import State
from litestar.di import NamedDependency

from elgrande.server.accounts.admins import Admins
from elgrande.server.accounts.moderation import Moderation
from elgrande.server.accounts.passwords import Guessing, Passwords
from elgrande.server.accounts.presence import Presence
from elgrande.server.accounts.sessions import Sessions
from elgrande.server.background.analyses import Analyses
from elgrande.server.background.channels import Fanout
from elgrande.server.background.drawings import Drawings
from elgrande.server.background.reviews import Reviews
from elgrande.server.background.workers import Workers
from elgrande.server.limits import Limits
from elgrande.server.metrics import Metrics
from elgrande.server.presentation.state_messages import StateMessages
from elgrande.server.settings import ServerSettings
from elgrande.server.storage import Storage
from elgrande.server.tables.live_tables import LiveTables
from elgrande.server.web.feeds import Feeds


@dataclass(kw_only=True)
class Services:
    """One of each per server."""

    settings: ServerSettings
    storage: Storage
    metrics: Metrics
    limits: Limits
    sessions: Sessions
    moderation: Moderation
    fanout: Fanout
    live_tables: LiveTables
    presence: Presence
    feeds: Feeds
    workers: Workers
    reviews: Reviews
    admins: Admins
    state_messages: StateMessages = field(default_factory=StateMessages)
    passwords: Passwords = field(default_factory=Passwords)
    guessing: Guessing = field(default_factory=Guessing)
    analyses: Analyses = field(default_factory=Analyses)
    review_texts: Analyses = field(default_factory=Analyses)
    drawings: Drawings = field(default_factory=Drawings)
    bot_tables: asyncio.Lock = field(default_factory=asyncio.Lock)  # while one is opened
    stopping: bool = False


# How handlers ask for them.
Shared = NamedDependency[Services]


def provide_services(state: State) -> Services:
    """The dependency `services` of all handlers."""
    services: Services = state.services
    return services
