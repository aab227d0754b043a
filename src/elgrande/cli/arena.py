"""`elgrande arena`: play bots against each other in fair seatings, and show how they did."""

import json
import sys
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import typer

from elgrande.arena import ArenaError, GameResult, RunSettings, Store, play_games
from elgrande.bots import check_bots
from elgrande.bots.host import LIMIT_SECONDS
from elgrande.cli.common import (
    AsJson,
    BadInput,
    Limit,
    Workers,
    bot_names,
    check_at_least_one,
    open_console,
    open_progress,
)
from elgrande.cli.game_options import with_game_options
from elgrande.rules.options import Options

EXAMPLE = "elgrande arena --bots strong,steady,steady,steady --games 200 --workers 2 --out run"


def arena(
    options: Options,
    bots: Annotated[
        str,
        typer.Option(
            metavar="NAME,NAME,...", help="The bots, one for each seat; see elgrande bots."
        ),
    ],
    games: Annotated[
        int, typer.Option(metavar="N", help="How many games, rounded up to all seatings of a deal.")
    ] = 100,
    seed: Annotated[
        int, typer.Option(metavar="FIRST", help="Seed of the first deal; the others follow.")
    ] = 1,
    workers: Workers = 1,
    limit: Limit = LIMIT_SECONDS,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Save every game; the same command resumes the run."),
    ] = None,
    report: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write an HTML report with charts.")
    ] = None,
    records: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write one .egn file per game, named by its number."),
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="Play on a Ray cluster; 'local' starts one on this machine."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play bots against each other in every seating of the same deals, and show how they did."""
    check_at_least_one(games, "--games")
    check_at_least_one(workers, "--workers")
    named = tuple(bot_names(bots))
    if len(named) != options.players:
        raise BadInput(f"--bots names {len(named)} bots, but --players says {options.players}.")
    _check_packages(ray is not None)
    check_bots(named, limit)
    _check_outputs(report, records)
    settings = RunSettings(options, named, games, seed, limit)
    try:
        results = _run(settings, out, workers, ray, quiet=as_json)
    except ArenaError as error:
        raise BadInput(str(error)) from None
    summary = _publish(settings, results, report, records)
    if as_json:
        print(json.dumps(summary))
        return
    from elgrande.arena.statistics import show

    show(open_console(), summary)
    for what, path in (("report is", report), ("records are", records), ("games are", out)):
        if path is not None:
            print(f"The {what} in {path}.")


def _seats(values: dict[str, Any]) -> int:
    return len(bot_names(values["bots"]))


def _check_packages(ray: bool) -> None:
    """Fail now, not after all games, if a package is missing."""
    needed = [("openskill", "The arena", "arena")]
    if ray:
        needed.append(("ray", "--ray", "cluster"))
    for package, who, extra in needed:
        if find_spec(package) is None:
            raise BadInput(f"{who} needs the package {package}: pip install 'elgrande[{extra}]'.")


def _check_outputs(report: Path | None, records: Path | None) -> None:
    """Fail before anything is played if an output cannot be written."""
    if records is not None:
        records.mkdir(parents=True, exist_ok=True)
    if report is not None:
        existed = report.exists()
        report.open("ab").close()
        if not existed:
            report.unlink()


def _run(
    settings: RunSettings, out: Path | None, workers: int, ray: str | None, quiet: bool
) -> list[GameResult]:
    """All results in schedule order, including finished games of an earlier run."""
    store = None if out is None else Store(out, settings)
    finished = {} if store is None else dict(store.finished)
    left = [fixture for fixture in settings.fixtures() if fixture.number not in finished]
    if not quiet:
        _say_what_is_played(settings, len(finished))
    try:
        with (
            open_progress() as progress,
            closing(play_games(left, min(workers, max(len(left), 1)), ray)) as played,
        ):
            bar = progress.add_task("Playing", total=settings.total, completed=len(finished))
            for result in played:
                if store is not None:
                    store.append(result)
                finished[result.number] = result
                progress.advance(bar)
    except KeyboardInterrupt:
        kept = "Use --out DIR to keep them." if out is None else "Run the same command to resume."
        print(
            f"elgrande: stopped after {len(finished)} of {settings.total} games. {kept}",
            file=sys.stderr,
        )
        raise
    return [finished[number] for number in sorted(finished)]


def _say_what_is_played(settings: RunSettings, before: int) -> None:
    """Say on stderr if more games are played than asked for, or some were played before."""
    if settings.total != settings.games:
        count = len(settings.seatings)
        print(
            f"elgrande: playing {settings.total} games, not {settings.games},"
            f" so that every deal has all {count} seatings.",
            file=sys.stderr,
        )
    if before:
        print(
            f"elgrande: {before} of {settings.total} games have already been played.",
            file=sys.stderr,
        )


def _publish(
    settings: RunSettings, results: list[GameResult], report: Path | None, records: Path | None
) -> dict[str, Any]:
    """Write the requested files and return the summary."""
    from elgrande.arena.statistics import summarise

    summary = {"run": settings.to_data(), **summarise(settings.options, results)}
    if records is not None:
        for result in results:
            (records / f"{result.number}.egn").write_text(result.record, encoding="utf-8")
    if report is not None:
        from elgrande.arena.report import write_report

        write_report(summary, results, report)
    return summary


COMMAND = with_game_options(arena, seats=_seats)
