"""The container file and the compose file, read as a container engine reads them."""

import json
import re
import shlex
from collections.abc import Mapping
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, NamedTuple

import yaml  # type: ignore[import-untyped]

ROOT = Path(__file__).parent.parent.parent
CONTAINERFILE = ROOT / "deploy" / "Containerfile"
COMPOSE = ROOT / "deploy" / "compose.yaml"
KNOWN = {
    "COPY", "RUN", "ENV", "USER", "WORKDIR", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK", "CMD",
}  # fmt: skip


class Step(NamedTuple):
    """One instruction and what follows it."""

    instruction: str
    text: str

    @property
    def words(self) -> list[str]:
        """The words of an instruction, or those of its JSON form."""
        if self.text.startswith("["):
            return [str(word) for word in json.loads(self.text)]
        return shlex.split(self.text)


class Stage(NamedTuple):
    """An image that is built: what it begins with, its name and its steps."""

    base: str
    name: str
    steps: list[Step]

    def last(self, instruction: str) -> Step:
        """The instruction that counts of those that may stand there only once."""
        return [step for step in self.steps if step.instruction == instruction][-1]

    @property
    def environment(self) -> dict[str, str]:
        """All variables that the image sets."""
        found: dict[str, str] = {}
        for step in self.steps:
            if step.instruction == "ENV":
                found.update(variables_of(step))
        return found

    @property
    def health_check(self) -> list[str]:
        """The command that tells whether a container of this image is well."""
        found = re.fullmatch(r"(?:--\S+\s+)*CMD\s+(\[.*\])", self.last("HEALTHCHECK").text)
        assert found is not None
        return Step("CMD", found[1]).words


def variables_of(step: Step) -> dict[str, str]:
    """The variables that one instruction sets."""
    pairs = (word.partition("=") for word in step.words)
    return {name: value for name, _, value in pairs}


def read_stages(path: Path = CONTAINERFILE) -> list[Stage]:
    """The stages of a container file; an instruction nobody here can follow fails."""
    lines = [line for line in path.read_text("utf-8").splitlines() if not line.startswith("#")]
    joined = re.sub(r"\\\n\s*", "", "\n".join(lines))
    stages: list[Stage] = []
    for line in filter(None, map(str.strip, joined.splitlines())):
        instruction, _, text = line.partition(" ")
        if instruction == "FROM":
            base, _, name = text.partition(" AS ")
            stages.append(Stage(base, name or str(len(stages)), []))
            continue
        assert instruction in KNOWN, line
        stages[-1].steps.append(Step(instruction, text.strip()))
    return stages


def read_compose(environment: Mapping[str, str]) -> dict[str, Any]:
    """The compose file with its variables put in: `${NAME:-default}` and `${NAME:?why}`."""

    def put_in(found: re.Match[str]) -> str:
        name, kind, rest = found["name"], found["kind"], found["rest"]
        value = environment.get(name, "")
        if value or kind is None:
            return value
        assert kind == "-", f"{name} is required: {rest}"
        return str(rest)

    pattern = r"\$\{(?P<name>\w+)(?::(?P<kind>[-?])(?P<rest>[^}]*))?\}"
    text = re.sub(pattern, put_in, COMPOSE.read_text("utf-8"))
    read: dict[str, Any] = yaml.safe_load(text)
    return read


def build_context() -> list[Path]:
    """The files of the checkout that are sent to a build, relative to its root."""
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    ignored = [line for line in lines if line and not line.startswith("#")]

    def wanted(path: Path) -> bool:
        where = path.relative_to(ROOT).as_posix()
        return not any(
            fnmatch(path.name, line[3:]) if line.startswith("**/") else fnmatch(where, line)
            for line in ignored
        )

    found: list[Path] = []
    folders = [ROOT]
    while folders:
        for path in filter(wanted, folders.pop().iterdir()):
            if path.is_dir():
                folders.append(path)
            else:
                found.append(path.relative_to(ROOT))
    return found
