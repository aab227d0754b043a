"""The containers of the compose file without a container engine, by the kernel's own means.

One process holds the namespaces; it ends with the tests, and all that runs in them ends with it. An
image begins as a layer over this machine's own file system, which stands in for its base, and its
steps are carried out in that layer. The server's container runs there as compose says: with a
root that is read-only, without capabilities, as the user of the image. PostgreSQL, Redis and
Caddy are those of the machine, with what the compose file tells them.
"""

import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
from pathlib import Path
from typing import Any

from tests.support.images import ROOT, Stage, Step, build_context, variables_of
from tests.support.programs import Missing, program
from tests.support.services import USER, Postgres, Redis

SECONDS_TO_BUILD = 1200
SECONDS_TO_START = 90
# What engines give a container whose image sets nothing.
PLAIN = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}
# How the packages' registries are reached is a matter of the machine, in a container as here.
PASSED_ON = ("PIP_", "NPM_CONFIG_", "npm_config_", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "SSL_")
# Says which process holds the namespaces, and keeps them until its input ends.
HOLD = "import os, sys; print(os.readlink('/proc/self'), flush=True); sys.stdin.read()"


class Pod:
    """Namespaces in which the containers of one compose file live, with a network of their own."""

    def __init__(self, folder: Path, compose: dict[str, Any]) -> None:
        self.folder = folder
        self.compose = compose
        subnet = compose["networks"]["outside"]["ipam"]["config"][0]["subnet"]
        self._network, _, self._bits = subnet.partition("/")
        if os.geteuid() != 0:
            raise Missing("without a container engine the namespaces of a container need root")
        unshare = [program("unshare"), "--mount", "--net", "--pid", "--fork"]
        self._holder = subprocess.Popen(
            [*unshare, "--kill-child", sys.executable, "-c", HOLD],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        assert self._holder.stdout is not None
        self._pid = int(self._holder.stdout.readline())
        self.layers = folder / "layers"
        self.layers.mkdir()
        # Not a part of the file system below it, which no layer may be.
        self.inside("mount", "-t", "tmpfs", "tmpfs", str(self.layers))
        self._set_up_network()

    def command(self, *words: str, net: bool = True) -> list[str]:
        """What runs a command in here; without `net`, with the network of the machine."""
        entered = ["nsenter", "--target", str(self._pid), "--mount", "--pid"]
        return [*entered, *(["--net"] if net else []), "--", *words]

    def inside(self, *words: str) -> str:
        """What a command in here puts out; it must not fail."""
        done = subprocess.run(self.command(*words), capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, f"{words}: {done.stderr}"
        return done.stdout

    def address(self, service: str) -> str:
        """The address of a service in the network of the proxy."""
        number = 10 + list(self.compose["services"]).index(service)
        return f"{self._network.rpartition('.')[0]}.{number}"

    def write_hosts(self, path: Path) -> None:
        """Let services find each other by name, at this file."""
        lines = [f"{self.address(name)} {name}" for name in self.compose["services"]]
        hosts = self.folder / "hosts"
        hosts.write_text("\n".join(["127.0.0.1 localhost", *lines, ""]))
        self.inside("mount", "--bind", str(hosts), str(path))

    def close(self) -> None:
        """End everything in here."""
        self._holder.kill()
        self._holder.communicate()

    def _set_up_network(self) -> None:
        ip = program("ip")
        self.inside(ip, "link", "set", "lo", "up")
        # On the loopback interface every address of a network is one's own.
        self.inside(ip, "address", "add", f"{self._network}/{self._bits}", "dev", "lo")
        # As engines do: in a network of its own nobody needs root for a low port.
        low = "/proc/sys/net/ipv4/ip_unprivileged_port_start"
        self.inside("sh", "-c", f"echo 0 > {low}")
        self.write_hosts(Path("/etc/hosts"))


class Image:
    """An image that is built step by step in a layer over this machine's file system."""

    def __init__(self, pod: Pod, stage: Stage, others: dict[str, "Image"]) -> None:
        self.pod = pod
        self.stage = stage
        self.others = others
        self.environment = dict(PLAIN)
        self.folder = "/"
        self.user = "0:0"
        self.confinement: list[str] = []
        layer = pod.layers / stage.name
        self.root = layer / "root"
        upper, work = layer / "upper", layer / "work"
        pod.inside("mkdir", "-p", str(upper), str(work), str(self.root))
        layers = f"lowerdir=/,upperdir={upper},workdir={work}"
        pod.inside("mount", "-t", "overlay", "overlay", "-o", layers, str(self.root))
        for path in ("/dev", "/proc"):
            pod.inside("mount", "--rbind", path, f"{self.root}{path}")
        self._make_base()
        # Nothing may be found in the checkout that the image does not have.
        self.hide(ROOT)

    def build(self) -> None:
        """Carry out all steps."""
        for step in self.stage.steps:
            getattr(self, f"_{step.instruction.lower()}")(step)

    def command(self, words: list[str], **environment: str) -> list[str]:
        """What runs a command of a container of this image, as its user."""
        user, _, group = self.user.partition(":")
        drop = ["setpriv", f"--reuid={user}", f"--regid={group or user}", "--clear-groups"]
        drop += self.confinement
        variables = [f"{n}={v}" for n, v in {**self.environment, **environment}.items()]
        enter = ["chroot", str(self.root), "env", "-i", "-C", self.folder, *variables]
        return self.pod.command(*enter, *drop, *words)

    def run(self, words: list[str], **environment: str) -> subprocess.CompletedProcess[str]:
        """Run a command as the image's user, to its end."""
        command = self.command(words, **environment)
        return subprocess.run(command, capture_output=True, text=True, timeout=60)

    def hide(self, path: Path | str) -> None:
        """Put an empty folder there, which belongs to everybody, as engines mount a tmpfs."""
        where = f"{self.root}{path}"
        self.pod.inside("mount", "-t", "tmpfs", "-o", "mode=1777", "tmpfs", where)

    def confine(self, service: dict[str, Any]) -> None:
        """Take from containers of this image what the compose file takes from them."""
        for path in service["tmpfs"]:
            self.hide(path)
        if service["cap_drop"] == ["ALL"]:
            self.confinement += ["--bounding-set=-all", "--inh-caps=-all"]
        if "no-new-privileges:true" in service["security_opt"]:
            self.confinement.append("--no-new-privs")
        if service["read_only"]:
            self.pod.inside("mount", "-o", "remount,ro", str(self.root))

    def _make_base(self) -> None:
        """What images of Python have: `python` on the path, for everybody to run."""
        home = Path(sysconfig.get_config_var("BINDIR"))
        self.environment["PATH"] = f"{home}:{self.environment['PATH']}"
        for folder in (home, *home.parents):
            self.pod.inside("chmod", "a+x", f"{self.root}{folder}")
        self.pod.write_hosts(self.root / "etc" / "hosts")

    def _workdir(self, step: Step) -> None:
        self.folder = step.text
        self.pod.inside("mkdir", "-p", f"{self.root}{step.text}")

    def _copy(self, step: Step) -> None:
        *options, source, target = step.words
        if options:
            other = self.others[options[0].removeprefix("--from=")]
            where = f"{self.root}{Path(target).parent}"
            self.pod.inside("cp", "--archive", f"{other.root}{source}", where)
            return
        assert (source, target) == (".", "."), step
        names = self.pod.folder / "context"
        names.write_text("".join(f"{path}\0" for path in build_context()))
        pack = f"tar -C '{ROOT}' --null --files-from='{names}' -cf -"
        self.pod.inside("sh", "-c", f"{pack} | tar -xf - -C '{self.root}{self.folder}'")

    def _run(self, step: Step) -> None:
        passed_on = {name: os.environ[name] for name in os.environ if name.startswith(PASSED_ON)}
        command = self.command(["/bin/sh", "-c", step.text], **passed_on)
        command.remove("--net")  # packages come from outside
        done = subprocess.run(
            command, capture_output=True, text=True, errors="replace", timeout=SECONDS_TO_BUILD
        )
        assert done.returncode == 0, f"{step.text}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}"

    def _env(self, step: Step) -> None:
        self.environment.update(variables_of(step))

    def _user(self, step: Step) -> None:
        self.user = step.text

    def _nothing(self, step: Step) -> None:
        """What only an engine, or the person who starts the container, makes use of."""

    _expose = _stopsignal = _healthcheck = _cmd = _nothing


class PodPostgres(Postgres):
    """PostgreSQL at the address of compose's database."""

    def __init__(self, pod: Pod) -> None:
        super().__init__()
        self.pod = pod
        self.port = 5432

    def command(self) -> list[str]:
        where = f"--listen_addresses=127.0.0.1,{self.pod.address('database')}"
        return self.pod.command(*super().command(), where)

    def answers(self) -> bool:
        check = [str(self.programs / "pg_isready"), "-q", "-h", "127.0.0.1", "-t", "5"]
        return subprocess.run(self.pod.command(*check), timeout=30).returncode == 0

    def prepare(self, settings: dict[str, str]) -> None:
        """Make what the image makes at its first start: a role that owns a database."""
        assert settings["POSTGRES_USER"] == USER
        password = settings["POSTGRES_PASSWORD"]
        hba = self.data / "pg_hba.conf"
        access = f"host all all {self.pod.address('database')}/24 scram-sha-256\n"
        hba.write_text(hba.read_text() + access)
        where = ["--host=127.0.0.1", f"--username={USER}", settings["POSTGRES_DB"]]
        environment = {**os.environ, "PGPASSWORD": password}
        self.start()
        subprocess.run(
            self.pod.command(str(self.programs / "createdb"), *where),
            check=True,
            env=environment,
            timeout=60,
        )


class PodRedis(Redis):
    """Redis at the address of compose's cache, with the command of compose."""

    def __init__(self, pod: Pod) -> None:
        super().__init__()
        self.pod = pod
        self.port = 6379

    def command(self) -> list[str]:
        given = self.pod.compose["services"]["cache"]["command"][1:]
        where = ["--dir", str(self.folder), "--protected-mode", "no"]  # as in the image
        return self.pod.command(self.program, *given, *where)

    def answers(self) -> bool:
        check = self.pod.compose["services"]["cache"]["healthcheck"]["test"][1:]
        done = subprocess.run(self.pod.command(*check), capture_output=True, timeout=30)
        return done.stdout.strip() == b"PONG"


class Running:
    """A program in the pod that was started here and is ended here."""

    def __init__(self, command: list[str], log: Path, **environment: str) -> None:
        self._log = log
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                env={**os.environ, **environment},
                start_new_session=True,
            )

    def wait_until(self, check: list[str]) -> None:
        """Wait until a check succeeds, as engines wait for a container to be healthy."""
        deadline = time.monotonic() + SECONDS_TO_START
        while True:
            told = subprocess.run(check, capture_output=True, text=True, timeout=30)
            if told.returncode == 0:
                return
            assert self.process.poll() is None, self.log()
            assert time.monotonic() < deadline, f"{told.stderr}\n{self.log()}"
            time.sleep(0.2)

    def log(self) -> str:
        """The end of what it put out."""
        return self._log.read_text(errors="replace")[-3000:]

    def children(self) -> list[int]:
        """The processes it started, of which the first is the container's."""
        pid = self.process.pid
        return [int(n) for n in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

    def stop(self) -> int:
        """End it as an engine does; the exit code."""
        for pid in self.children() or [self.process.pid]:
            os.kill(pid, signal.SIGTERM)
        return self.process.wait(30)


def start_proxy(pod: Pod) -> Running:
    """Caddy with the Caddyfile, as the compose file starts it."""
    caddy = program("caddy")
    state = pod.folder / "proxy"
    state.mkdir()
    site = pod.compose["services"]["proxy"]["environment"]["SITE"]
    configuration = str(ROOT / "deploy" / "Caddyfile")
    running = Running(
        pod.command(caddy, "run", "--config", configuration, "--adapter", "caddyfile"),
        pod.folder / "proxy.log",
        SITE=site,
        XDG_DATA_HOME=str(state),
        XDG_CONFIG_HOME=str(state),
    )
    # It makes its certificate first, and listens then.
    knock = "import socket; socket.create_connection(('localhost', 443), 5)"
    running.wait_until(pod.command(sys.executable, "-c", knock))
    return running


def certificate(pod: Pod) -> Path:
    """The certificate with which Caddy vouches for localhost."""
    return pod.folder / "proxy" / "caddy" / "pki" / "authorities" / "local" / "root.crt"


def engine() -> list[str] | None:
    """The command of a container engine that runs and knows compose; None without one."""
    for name in ("docker", "podman"):
        found = shutil.which(name)
        if found is None:
            continue
        for check in (["info"], ["compose", "version"]):
            if subprocess.run([found, *check], capture_output=True, timeout=60).returncode != 0:
                break
        else:
            return [found]
    return None
