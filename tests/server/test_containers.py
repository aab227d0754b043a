"""The server in a container, with PostgreSQL, Redis and a proxy, as deploy/ says.

Where a container engine is at hand it builds and starts them; where none is, the same steps of
the same files are carried out by the kernel's own means. One of the two always runs.
"""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.support.images import COMPOSE, ROOT, read_compose, read_stages
from tests.support.pod import (
    Image,
    Pod,
    PodPostgres,
    PodRedis,
    Running,
    certificate,
    engine,
    start_proxy,
)
from tests.support.services import PASSWORD

SETTINGS = {"DATABASE_PASSWORD": PASSWORD}
URL = "https://localhost"
ASK = """
import json, sys, urllib.request as web
url, token = sys.argv[1:]
asked = web.Request(url, headers={"Authorization": "Bearer " + token})
print(json.load(web.urlopen(asked, timeout=20))["state"])
"""
SECONDS_TO_ANSWER = 60


def test_the_image_runs_as_an_ordinary_user_and_tells_how_it_is() -> None:
    build, image = read_stages()
    user, group = image.last("USER").text.split(":")
    assert int(user) > 999
    assert int(group) > 999
    assert image.last("CMD").words == ["elgrande", "serve"]
    assert image.health_check[0] == "python"
    # A version of its own choice, which gets corrections but never changes by surprise.
    for base in (build.base, image.base):
        assert re.fullmatch(r"docker\.io/library/python:3\.\d+-(slim-)?bookworm", base)
    assert not any("PASSWORD" in name for name in image.environment)


def test_every_container_of_the_compose_file_is_confined() -> None:
    compose = read_compose(SETTINGS)
    server = compose["services"]["server"]
    assert server["cap_drop"] == ["ALL"]
    assert server["security_opt"] == ["no-new-privileges:true"]
    assert "ports" not in server, "people come by the proxy only"
    for name, service in compose["services"].items():
        assert service["read_only"] is True, name
        assert service["restart"] == "unless-stopped", name
        if "build" not in service:
            assert re.fullmatch(r"docker\.io/library/\w+:\d+", service["image"]), name
    assert compose["networks"]["inside"] == {"internal": True}
    for name in ("database", "cache"):
        assert compose["services"][name]["networks"] == ["inside"]
    networks = compose["networks"]["outside"]["ipam"]["config"]
    assert server["environment"]["ELGRANDE_FORWARDED_ALLOW_IPS"] == networks[0]["subnet"]


def test_there_is_no_password_unless_somebody_sets_one() -> None:
    assert PASSWORD not in COMPOSE.read_text("utf-8")
    with pytest.raises(AssertionError, match="DATABASE_PASSWORD is required"):
        read_compose({})


def test_settings_of_the_files_are_settings_of_the_server() -> None:
    hosting = (ROOT / "docs" / "host" / "hosting.md").read_text("utf-8")
    image = read_stages()[-1].environment
    server: dict[str, Any] = read_compose(SETTINGS)["services"]["server"]["environment"]
    for name in [*image, *server]:
        if name.startswith("ELGRANDE_"):
            assert f"`{name}`" in hosting, name


@pytest.mark.proof
def test_the_containers_serve_a_game(tmp_path: Path) -> None:
    found = engine()
    if found is None:
        serve_by_hand(tmp_path)
    else:
        serve_by_engine(found, tmp_path)


def serve_by_hand(folder: Path) -> None:
    """The steps of the files, without an engine."""
    with the_pod(folder) as (pod, image):
        server = image_server(pod, image)
        proxy = start_proxy(pod)
        try:
            environment = {**os.environ, "SSL_CERT_FILE": str(certificate(pod))}
            where = visit(pod.command(sys.executable), environment)
            assert server.process.poll() is None
            check_confinement(image, server)
            assert server.stop() == 0, server.log()
            server = image_server(pod, image)
            asked = pod.command(sys.executable, "-c", ASK, *where)
            assert answer_of(asked, environment) == "finished"
        finally:
            proxy.stop()
            server.stop()


@contextmanager
def the_pod(folder: Path) -> Iterator[tuple[Pod, Image]]:
    """The image, built, and the services it needs, started."""
    pod = Pod(folder, read_compose(SETTINGS))
    started: list[PodPostgres | PodRedis] = []
    try:
        images: dict[str, Image] = {}
        for stage in read_stages():
            images[stage.name] = Image(pod, stage, images)
            images[stage.name].build()
        image = list(images.values())[-1]
        image.confine(pod.compose["services"]["server"])
        database, cache = PodPostgres(pod), PodRedis(pod)
        started = [database, cache]
        database.prepare(pod.compose["services"]["database"]["environment"])
        cache.start()
        yield pod, image
    finally:
        for service in started:
            service.remove()
        pod.close()


def image_server(pod: Pod, image: Image) -> Running:
    """A container of the server, when it is healthy."""
    environment = pod.compose["services"]["server"]["environment"]
    command = image.command(image.stage.last("CMD").words, **environment)
    running = Running(command, pod.folder / "server.log")
    running.wait_until(image.command(image.stage.health_check))
    return running


def check_confinement(image: Image, server: Running) -> None:
    """The server is nobody's root, and its root is not its own to change."""
    status = Path(f"/proc/{server.children()[0]}/status").read_text()
    fields = dict(line.split(":\t", 1) for line in status.splitlines())
    assert set(fields["Uid"].split()) == {image.user.partition(":")[0]}
    assert int(fields["CapEff"], 16) == int(fields["CapBnd"], 16) == 0
    assert fields["NoNewPrivs"] == "1"
    for path in ("/data/x", "/opt/elgrande/x", "/x"):
        refused = image.run(["touch", path])
        assert "Read-only file system" in refused.stderr, refused
    assert image.run(["touch", "/tmp/x"]).returncode == 0


def serve_by_engine(found: list[str], folder: Path) -> None:
    """The same by a container engine."""
    settings = folder / "settings"
    settings.write_text("".join(f"{name}={value}\n" for name, value in SETTINGS.items()))
    project = f"elgrande-test-{os.getpid()}"
    compose = [*found, "compose", "--env-file", str(settings), "-f", str(COMPOSE), "-p", project]
    try:
        run_compose(compose, "up", "--detach", "--build", "--wait")
        root = folder / "root.crt"
        where = "/data/caddy/pki/authorities/local/root.crt"
        root.write_text(run_compose(compose, "exec", "-T", "proxy", "cat", where))
        environment = {**os.environ, "SSL_CERT_FILE": str(root)}
        table = visit([sys.executable], environment)
        assert run_compose(compose, "exec", "-T", "server", "id", "-u").strip() != "0"
        run_compose(compose, "exec", "-T", "server", "sh", "-c", "! touch /x /opt/elgrande/x")
        run_compose(compose, "restart", "server")
        asked = [sys.executable, "-c", ASK, *table]
        assert answer_of(asked, environment) == "finished"
    finally:
        run_compose(compose, "down", "--volumes", "--remove-orphans")


def run_compose(compose: list[str], *words: str) -> str:
    """What a command of compose puts out; it must not fail."""
    done = subprocess.run([*compose, *words], capture_output=True, text=True, timeout=1800)
    assert done.returncode == 0, f"{words}: {done.stdout[-2000:]}{done.stderr[-4000:]}"
    return done.stdout


def visit(python: list[str], environment: dict[str, str]) -> list[str]:
    """Play a game through the proxy; where its table is found, and the token of its host."""
    done = subprocess.run(
        [*python, "-m", "tests.support.visit", URL],
        capture_output=True,
        text=True,
        env={**environment, "PYTHONPATH": str(ROOT)},
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def answer_of(asked: list[str], environment: dict[str, str]) -> str:
    """What a question is answered, as soon as the proxy has found the server again."""
    deadline = time.monotonic() + SECONDS_TO_ANSWER
    while True:
        done = subprocess.run(asked, capture_output=True, text=True, env=environment, timeout=60)
        if done.returncode == 0:
            return done.stdout.strip()
        assert time.monotonic() < deadline, done.stderr
        time.sleep(0.5)
