"""The command line: `elgrande`, its commands, and the one place that reports errors."""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, NoReturn, cast

import typer

import elgrande
from elgrande.build_info import rules_are_compiled
from elgrande.cli import (
    admin,
    arena,
    backup,
    bench,
    bots,
    browser,
    export_data,
    games,
    import_data,
    perft,
    play,
    prune,
    puzzles,
    replay,
    restore,
    review,
    serve,
    simulate,
)
from elgrande.cli.common import BadInput
from elgrande.rules.errors import GameError

BAD_INPUT = 2
INTERRUPTED = 130
NOBODY_READS = 1
LONGEST_LINE = 400
# Typer names only one of its errors of usage; what that one is derived from covers them all.
UsageError = cast(type[Exception], typer.BadParameter.__bases__[0])

app = typer.Typer(
    name="elgrande",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["--help", "-h"]},
    invoke_without_command=True,
    epilog="Example: elgrande --no-browser --port 8480",
)


def _show_version(wanted: bool) -> None:
    if wanted:
        build = "compiled" if rules_are_compiled() else "interpreted"
        print(f"elgrande {elgrande.__version__} (rules {build})")
        raise typer.Exit


@app.callback()
def describe_all(
    context: typer.Context,
    port: Annotated[
        int | None,
        typer.Option(
            metavar="PORT", help="Port to serve the game on. [default: 8470 or the next free one]"
        ),
    ] = None,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Do not open a browser.")
    ] = False,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """El Grande, the board game. Without a command, it opens in your browser."""
    if context.invoked_subcommand is None:
        browser.play_in_browser(context, port, opens=not no_browser)
    elif port is not None or no_browser:
        raise BadInput("--port and --no-browser have no effect before a command; leave them out.")


for module in (
    play,
    serve,
    bots,
    simulate,
    arena,
    games,
    replay,
    review,
    perft,
    bench,
    backup,
    restore,
    prune,
):
    app.command(epilog=f"Example: {module.EXAMPLE}")(module.COMMAND)
# `import` cannot be the name of a function.
app.command("export", epilog=f"Example: {export_data.EXAMPLE}")(export_data.COMMAND)
app.command("import", epilog=f"Example: {import_data.EXAMPLE}")(import_data.COMMAND)
app.add_typer(admin.app)
app.add_typer(puzzles.app)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command and exit: 0 on success, 2 and one line on stderr for bad input."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    _replace_closed_streams()
    _expect_odd_characters()
    try:
        code = app(given, prog_name="elgrande", standalone_mode=False)
        sys.stdout.flush()
    except (KeyboardInterrupt, typer.Abort):
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        _stop_writing()
        sys.exit(NOBODY_READS)
    except (GameError, BadInput) as error:
        _refuse(str(error))
    except OSError as error:
        _stop_writing_if_in_vain()
        _refuse(_say_what_failed(error))
    except UsageError as error:
        _refuse(_sentence_of(error))
    sys.exit(code if isinstance(code, int) else 0)


def _refuse(sentence: str) -> NoReturn:
    """Say what was wrong in one readable line, and exit."""
    line = " ".join(sentence.split())
    if len(line) > LONGEST_LINE:
        line = f"{line[: LONGEST_LINE // 2]} ... {line[-LONGEST_LINE // 2 :]}"
    print(f"elgrande: {line}", file=sys.stderr)
    sys.exit(BAD_INPUT)


def _sentence_of(error: Exception) -> str:
    """Typer's message about a mistake on the command line."""
    said: str = error.format_message() if hasattr(error, "format_message") else str(error)
    return f"{said.rstrip('.')}. See elgrande --help."


def _say_what_failed(error: OSError) -> str:
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}." if error.filename is not None else f"{reason}."


def _expect_odd_characters() -> None:
    """Keep characters that a terminal cannot show or send from ending the program."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError, OSError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]


def _replace_closed_streams() -> None:
    """Replace streams that were closed before we started with ones that read and write nothing."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def _stop_writing_if_in_vain() -> None:
    """If our output could not be written, do not try again at exit."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        _stop_writing()


def _stop_writing() -> None:
    """The reader of our output has gone: discard the rest, without a complaint at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
