"""`elgrande serve`: the table server."""

import os
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from elgrande.server.settings import ServerSettings

EXAMPLE = "elgrande serve --port 8470"
MOST_DEFAULT_WORKERS = 4


def serve(
    host: Annotated[
        str, typer.Option(metavar="HOST", envvar="ELGRANDE_HOST", help="Address to listen on.")
    ] = "127.0.0.1",
    port: Annotated[
        int,
        typer.Option(metavar="PORT", envvar="ELGRANDE_PORT", help="Port; 0 for any free port."),
    ] = 8470,
    database_url: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            envvar="ELGRANDE_DATABASE_URL",
            help="sqlite:///FILE or postgresql://... [default: a file in your data folder]",
        ),
    ] = None,
    redis_url: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            envvar="ELGRANDE_REDIS_URL",
            help="Redis, for several servers that share one database.",
        ),
    ] = None,
    public_url: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            envvar="ELGRANDE_PUBLIC_URL",
            help="The address people use, such as https://example.org.",
        ),
    ] = None,
    forwarded_allow_ips: Annotated[
        str,
        typer.Option(
            metavar="ADDRESSES",
            envvar="ELGRANDE_FORWARDED_ALLOW_IPS",
            help="Proxies whose X-Forwarded headers are trusted, or *.",
        ),
    ] = "127.0.0.1,::1",
    bot_workers: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            envvar="ELGRANDE_BOT_WORKERS",
            help="Processes for bots. [default: one less than the number of cores, at most 4]",
        ),
    ] = None,
    bot_seconds: Annotated[
        float,
        typer.Option(
            metavar="S",
            envvar="ELGRANDE_BOT_SECONDS",
            help="The longest a bot may think about one choice.",
        ),
    ] = 30.0,
    review_iterations: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            envvar="ELGRANDE_REVIEW_ITERATIONS",
            help="How much a review of a game thinks about each moment; 0: no reviews.",
        ),
    ] = None,
    limit: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE",
            envvar="ELGRANDE_LIMITS",
            help="Set a limit, such as chat=10/20; repeatable; see docs/host/limits.md.",
        ),
    ] = None,
    keep: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=TIME",
            envvar="ELGRANDE_KEEP",
            help="How long to keep what, as guests=90d; repeatable; see docs/host/retention.md.",
        ),
    ] = None,
    allow_private_webhooks: Annotated[
        bool,
        typer.Option(
            "--allow-private-webhooks",
            envvar="ELGRANDE_ALLOW_PRIVATE_WEBHOOKS",
            help="Allow turn notifications to this machine and its network.",
        ),
    ] = False,
    metrics_token: Annotated[
        str | None,
        typer.Option(
            metavar="TOKEN",
            envvar="ELGRANDE_METRICS_TOKEN",
            help="Token required by /metrics; better set in the environment. [default: none]",
        ),
    ] = None,
    log: Annotated[
        str,
        typer.Option(
            metavar="auto|json|text",
            envvar="ELGRANDE_LOG",
            help="Format of the log on stderr; auto is text in a terminal.",
        ),
    ] = "auto",
) -> None:
    """Serve tables and the browser game over HTTP and WebSocket until you press Ctrl-C."""
    # Imported here because the other commands start faster without them.
    from elgrande.server.run import run

    run(
        read_settings(
            host=host,
            port=port,
            database_url=database_url,
            redis_url=redis_url,
            public_url=public_url,
            forwarded_allow_ips=forwarded_allow_ips,
            bot_workers=bot_workers,
            bot_seconds=bot_seconds,
            review_iterations=review_iterations,
            limit=limit,
            keep=keep,
            allow_private_webhooks=allow_private_webhooks,
            metrics_token=metrics_token,
            log=log,
        )
    )


def read_settings(
    *,
    database_url: str | None,
    public_url: str | None,
    bot_workers: int | None,
    review_iterations: int | None = None,
    limit: list[str] | None,
    keep: list[str] | None,
    log: str,
    **others: Any,
) -> "ServerSettings":
    """The server settings given on the command line."""
    from elgrande.server.retention import read_keep
    from elgrande.server.settings import ServerSettings, read_limits, read_public_url
    from elgrande.server.storage import default_url

    rates, sizes = read_limits(limit or ())
    if review_iterations is not None:
        others["review_iterations"] = review_iterations
    return ServerSettings(
        database_url=default_url() if database_url is None else database_url,
        public_url=read_public_url(public_url),
        bot_workers=_usual_workers() if bot_workers is None else bot_workers,
        log_format=log,
        rates=rates,
        sizes=sizes,
        keep=read_keep(keep or ()),
        **others,
    )


def _usual_workers() -> int:
    """As many as there are cores, minus one for the tables."""
    return max(1, min((os.cpu_count() or 1) - 1, MOST_DEFAULT_WORKERS))


COMMAND = serve
