"""Compiling in place: once for the same sources, and nothing outdated is ever used."""

from pathlib import Path

import pytest

import compile_rules


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The sources of rules that only this test knows."""
    source = tmp_path / "src"
    for name in ("rules/flow.py", "rules/errors.py", "search/tree.py", "learn/core/x.py"):
        path = source / "elgrande" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x = 1\n")
    (source / "elgrande" / "game.py").write_text("y = 2\n")
    for name in ("compile_rules.py", "pyproject.toml"):
        (tmp_path / name).write_bytes((compile_rules.ROOT / name).read_bytes())
    monkeypatch.setattr(compile_rules, "ROOT", tmp_path)
    monkeypatch.setattr(compile_rules, "SOURCE", source)
    monkeypatch.setattr(compile_rules, "COMPILED", source / "elgrande" / "compiled.sha256")
    return source / "elgrande"


def compiled_into(folder: Path) -> Path:
    """What a compiler leaves."""
    (folder / "elgrande" / "rules").mkdir(parents=True)
    (folder / "elgrande" / "rules" / "flow.so").write_bytes(b"new")
    (folder / "elgrande__mypyc.so").write_bytes(b"new")
    return folder


def test_what_is_compiled_counts_until_its_sources_change(sources: Path, tmp_path: Path) -> None:
    assert not compile_rules.is_compiled()
    (sources / "rules" / "old.so").write_bytes(b"old")
    made = compiled_into(tmp_path / "made")
    compile_rules.put_in_place(made, compile_rules.digest_of_sources())
    assert compile_rules.is_compiled()
    assert (sources / "rules" / "flow.so").read_bytes() == b"new"
    assert (sources.parent / "elgrande__mypyc.so").read_bytes() == b"new"
    assert not (sources / "rules" / "old.so").exists()
    # Errors stay ordinary Python: a change there needs no compiler.
    (sources / "rules" / "errors.py").write_text("x = 2\n")
    assert compile_rules.is_compiled()
    (sources / "rules" / "flow.py").write_text("x = 2\n")
    assert not compile_rules.is_compiled()


def test_compiling_in_place_happens_once(
    sources: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        compile_rules, "compile_rules", lambda folder: [*compiled_into(folder).rglob("*.so")]
    )
    compile_rules.compile_in_place()
    compile_rules.compile_in_place()
    assert capsys.readouterr().out == "elgrande: rules compiled (2 files)\n"
    assert (sources / "rules" / "flow.so").read_bytes() == b"new"
    assert compile_rules.is_compiled()


def test_another_compiler_means_compiling_again(sources: Path, tmp_path: Path) -> None:
    compile_rules.put_in_place(compiled_into(tmp_path / "made"), compile_rules.digest_of_sources())
    project = tmp_path / "pyproject.toml"
    project.write_text(project.read_text().replace("mypy==", "mypy>="))
    assert not compile_rules.is_compiled()


def test_what_is_outdated_is_removed(sources: Path, tmp_path: Path) -> None:
    compile_rules.put_in_place(compiled_into(tmp_path / "made"), compile_rules.digest_of_sources())
    compile_rules.remove_compiled()
    assert not compile_rules.is_compiled()
    assert list(tmp_path.rglob("*.so")) == []


def test_without_a_compiler_one_line_says_what_helps(
    sources: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CC", str(tmp_path / "none"))
    assert not compile_rules.has_compiler()
    (sources / "rules" / "flow.so").write_bytes(b"old")
    monkeypatch.setattr("sys.argv", ["compile_rules.py"])
    compile_rules.main()
    said = capsys.readouterr().out
    assert said.startswith("elgrande: rules not compiled, they run interpreted (no working C comp")
    assert said.count("\n") == 1
    assert "install" in said
    assert not (sources / "rules" / "flow.so").exists()
    # Beside a game it must not look like a success.
    monkeypatch.setattr("sys.argv", ["compile_rules.py", "--into", str(tmp_path / "made")])
    monkeypatch.setattr("os.nice", lambda more: more)
    with pytest.raises(SystemExit) as stopped:
        compile_rules.main()
    assert "no working C compiler" in str(stopped.value.code)
