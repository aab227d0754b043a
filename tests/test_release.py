"""A release: its version, notes and checksums, its wheels in empty environments, its workflow."""

import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from release import bill, checksums, notes, version, wheels
from release.tools import PINNED, ToolFailed, run, tool, uv

ROOT = Path(__file__).parent.parent
WORKFLOWS = ROOT / ".github" / "workflows"
# Where people play besides: we build wheels for these, so what we depend on must have them too.
SYSTEMS = (
    "aarch64-manylinux2014",
    "x86_64-unknown-linux-musl",
    "x86_64-apple-darwin",
    "aarch64-apple-darwin",
    "x86_64-pc-windows-msvc",
)
# What a step may do by itself; anything else is a module of release/, which is tested here.
PLAIN_COMMANDS = (
    "apt-get ",
    "gh release ",
    "make ",
    "mkdir ",
    "pip install ",
    "pipx run ",
    "python -m release.",
)


def test_everything_that_repeats_the_version_agrees() -> None:
    assert version.objections() == []
    assert version.objections(f"v{version.read_version()}") == []


def test_what_disagrees_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (version.SOURCE, *version.REPEATED):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        text = (ROOT / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(version, "ROOT", tmp_path)
    assert version.objections() == []
    (tmp_path / version.SOURCE).write_text('__version__ = "9.9.9"\n', encoding="utf-8")
    said = version.objections("v0.0.1")
    assert len(said) == len(version.REPEATED) + 1
    assert all("9.9.9" in sentence for sentence in said)


def test_the_oldest_python_is_the_one_that_pip_asks_for() -> None:
    assert version.read_project()["requires-python"] == f">={version.PYTHONS[0]}"
    newer = [f"3.{minor}" for minor in range(11, 11 + len(version.PYTHONS))]
    assert list(version.PYTHONS) == newer


def test_the_notes_are_those_of_the_changelog() -> None:
    told = notes.notes_of("0.10.0", "https://example.org/files/")
    assert told.startswith("Better tomorrow")
    assert "## " not in told
    assert "(https://example.org/files/docs/play/review.md)" in told
    assert notes.notes_of("0.0.0", "") == ""


def test_checksums_fit_the_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "b.whl").write_bytes(b"abc")
    (tmp_path / "a.tar.gz").write_bytes(b"")
    monkeypatch.setattr(sys, "argv", ["checksums", str(tmp_path)])
    checksums.main()
    first, second = (tmp_path / checksums.NAME).read_text(encoding="ascii").splitlines()
    assert first.endswith("  a.tar.gz")
    assert second == f"{ABC}  b.whl"
    monkeypatch.setattr(sys, "argv", ["checksums", str(tmp_path), "--check"])
    checksums.main()
    (tmp_path / "b.whl").write_bytes(b"abd")
    with pytest.raises(SystemExit, match="does not fit"):
        checksums.main()


ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def steps_of(name: str) -> list[dict[str, Any]]:
    """The steps of all jobs of a workflow."""
    workflow = yaml.safe_load((WORKFLOWS / f"{name}.yml").read_text(encoding="utf-8"))
    return [step for job in workflow["jobs"].values() for step in job["steps"]]


@pytest.mark.parametrize("name", ["ci", "release"])
def test_workflows_hold_no_logic_of_their_own(name: str) -> None:
    for step in steps_of(name):
        for line in step.get("run", "").splitlines():
            assert line.startswith(PLAIN_COMMANDS), line
            for module in re.findall(r"python -m (release\.\w+)", line):
                assert (ROOT / f"{module.replace('.', '/')}.py").is_file()
        assert re.search(r"@[0-9a-f]{40}$", step.get("uses", f"@{'0' * 40}")), "pin it to a commit"


def test_the_workflow_uses_the_tools_that_were_tried() -> None:
    lines = [step.get("run", "") for step in steps_of("release")]
    assert any(PINNED["cibuildwheel"] in line for line in lines)


@pytest.mark.proof
def test_the_workflows_are_valid_and_safe() -> None:
    files = [str(path) for path in sorted(WORKFLOWS.glob("*.yml"))]
    assert len(files) == 2
    run([*tool("check-jsonschema"), "--builtin-schema", "vendor.github-workflows", *files])
    run([*tool("zizmor"), "--offline", *files])


@pytest.mark.proof
def test_wheels_are_built_for_the_pythons_that_are_named() -> None:
    wanted = [f"cp{python.replace('.', '')}" for python in version.PYTHONS]
    for system, machine in (("linux", "x86_64"), ("macos", "arm64"), ("windows", "AMD64")):
        line = [*tool("cibuildwheel"), "--print-build-identifiers", "--platform", system]
        built = run([*line, "--archs", machine, str(ROOT)]).split()
        assert sorted({name.partition("-")[0] for name in built}) == wanted, system


@pytest.mark.proof
def test_what_we_depend_on_has_wheels_on_every_system() -> None:
    def resolve(system: str) -> str:
        line = [uv(), "pip", "compile", "--quiet", "--only-binary", ":all:"]
        line += ["--python-platform", system, "--python-version", version.PYTHONS[-1]]
        return run([*line, str(ROOT / "pyproject.toml")])

    with ThreadPoolExecutor(len(SYSTEMS)) as pool:
        found = dict(zip(SYSTEMS, pool.map(resolve, SYSTEMS), strict=True))
    for system, packages in found.items():
        assert "librt==" in packages
        assert ("uvloop==" in packages) == ("windows" not in system)


@pytest.mark.proof
def test_a_wheel_works_in_an_empty_environment(tmp_path: Path) -> None:
    this = wheels.Python(wheels.version_of(sys.executable), sys.executable)
    sdist = wheels.build_sdist(tmp_path)
    # No Node for what follows: the sdist contains the pages.
    wheel = wheels.build_wheel(sdist, this, tmp_path)
    assert "-manylinux" in wheel.name
    seen = wheels.try_in_empty_environment(wheel, this, tmp_path)
    assert seen["version"] == version.read_version()
    wheels.try_without_installing(wheel, this)
    materials = bill.write_bill(bill.find_wheel(tmp_path), tmp_path / "bill.json")
    about = materials["metadata"]["component"]
    assert (about["name"], about["version"]) == ("elgrande", version.read_version())
    listed = {part["name"].lower() for part in materials["components"]}
    assert {"litestar", "librt", "msgspec", "uvicorn"} <= listed
    assert not listed & {"pytest", "mypy", "uv"}


@pytest.mark.proof
def test_an_old_python_is_refused_in_a_sentence(tmp_path: Path) -> None:
    """By the installer, before anything is built."""
    line = [uv(), "pip", "install", "--dry-run", "--python-version", "3.10", "--target"]
    with pytest.raises(ToolFailed, match=r"Python>=3\.11"):
        run([*line, str(tmp_path), str(ROOT)])


def test_a_folder_without_a_wheel_has_no_bill(tmp_path: Path) -> None:
    with pytest.raises(ToolFailed, match="No wheel"):
        bill.find_wheel(tmp_path)


def test_the_table_of_wheels_has_columns() -> None:
    seen = {"python": "3.13.0", "digest": "0123456789abcdef0123"}
    row = wheels.row_of("sdist", Path(__file__), seen, ("", "5 s", "all"))
    head, line = wheels.table_of([row]).splitlines()
    assert line.index("0123456789abcdef") == head.index("digest of games")
