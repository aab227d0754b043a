"""How others in the local network reach a server that somebody runs on their own machine."""

import ipaddress
import socket
from typing import Final

from litestar.types import Scope

from elgrande.server.settings import EVERYWHERE, ServerSettings
from elgrande.server.web.security import host_of

# An address set aside for documentation (RFC 5737). A datagram socket "connected" to it sends
# nothing, but tells by which of its own addresses this machine would speak to others.
ANYWHERE: Final = ("192.0.2.1", 9)


def own_address() -> str | None:
    """The address of this machine in its network; None if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ANYWHERE)
            found = str(probe.getsockname()[0])
        except OSError:
            return None
    address = ipaddress.ip_address(found)
    return None if address.is_loopback or address.is_unspecified else found


def is_asked_here(scope: Scope) -> bool:
    """Whether a request comes from this very machine."""
    try:
        return ipaddress.ip_address(host_of(scope) or "").is_loopback
    except ValueError:
        return False


def network_url(settings: ServerSettings) -> str | None:
    """Where others in the network find this server, if it listens to them; None if unknown."""
    if settings.public_url is not None:
        return settings.public_url
    is_for_all = settings.is_private or settings.host in EVERYWHERE
    address = own_address() if is_for_all else settings.host
    return None if address is None else f"http://{address}:{settings.port}"
