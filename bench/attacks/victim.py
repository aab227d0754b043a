"""The server that is attacked: `elgrande serve` of any version, with a new SQLite file."""

from pathlib import Path

from bench.attacks.visitor import Visitor
from bench.load.processes import LOOPBACK, ServerProcess, free_port

# Started like an ordinary public server: no limit is lifted.
DATABASE = "victim.sqlite"


class Victim:
    """A server on loopback, with what attackers and onlookers need."""

    def __init__(self, python: str, folder: Path, options: tuple[str, ...] = ()) -> None:
        self.folder = folder
        self.port = free_port()
        command = [python, "-m", "elgrande", "serve", "--host", LOOPBACK, "--port", str(self.port)]
        command += ["--database-url", f"sqlite:///{folder / DATABASE}", *options]
        self.process = ServerProcess(command, self.port, {}, folder / "victim.log", folder)
        self._visitors: list[Visitor] = []

    async def start(self) -> None:
        """Start it and wait until it accepts connections."""
        await self.process.start()

    async def restart(self) -> None:
        """Stop it as its owner would, and start it again with the same database."""
        await self.process.stop()
        await self.process.start()

    async def stop(self) -> None:
        """End it, and every connection to it."""
        for visitor in self._visitors:
            visitor.leave()
        await self.process.stop()

    async def visitor(self, name: str) -> Visitor:
        """Somebody new, who comes in as a guest."""
        visitor = self.connect()
        guest = await visitor.must("POST", "/api/players", {"name": name})
        visitor.token = guest["token"]
        visitor.id = guest["player"]["id"]
        visitor.name = name
        return visitor

    def connect(self, token: str | None = None) -> Visitor:
        """Somebody with this token, or a stranger without any."""
        visitor = Visitor(LOOPBACK, self.port, token)
        self._visitors.append(visitor)
        return visitor

    def database_bytes(self) -> int:
        """What the database takes up on disk, its journal included."""
        return sum(path.stat().st_size for path in self.folder.glob(f"{DATABASE}*"))
