"""What the server counts and measures, for Prometheus; no label ever names a table or a player."""

from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

# They would add a second series for each, with its start time, which nobody reads.
disable_created_metrics()  # type: ignore[no-untyped-call]

# The refusals that operators are alerted to (deploy/prometheus/alerts.yml).
WATCHED_ERRORS: Final = ("internal", "storage_down")
CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
# Seconds: the hot path is milliseconds, a strong bot thinks for many seconds.
QUICK: Final = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0)
SLOW: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0, 40.0)


class Metrics:
    """All figures of one process, in a registry of its own."""

    def __init__(self) -> None:
        self.registry: Final = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.tables: Final = Gauge(
            "elgrande_tables",
            "Tables this process holds in memory, by state.",
            ["state"],
            registry=self.registry,
        )
        self.sockets: Final = Gauge(
            "elgrande_sockets", "Sockets open in this process.", registry=self.registry
        )
        self.choices: Final = Counter(
            "elgrande_choices",
            "Choices committed, by who made them.",
            ["by"],
            registry=self.registry,
        )
        self.choice_seconds: Final = self._histogram(
            "elgrande_choice_seconds",
            "Time from the arrival of a choice to its acknowledgement.",
            QUICK,
        )
        self.bot_seconds: Final = Histogram(
            "elgrande_bot_seconds",
            "Time a bot took for a choice, by level.",
            ["level"],
            registry=self.registry,
            buckets=SLOW,
        )
        self.bot_wait_seconds: Final = Histogram(
            "elgrande_bot_wait_seconds",
            "Time a bot waited before it could think, by lane.",
            ["lane"],
            registry=self.registry,
            buckets=SLOW,
        )
        self.bot_queue: Final = Gauge(
            "elgrande_bot_queue",
            "Questions waiting for a bot, by lane.",
            ["lane"],
            registry=self.registry,
        )
        self.bot_failures: Final = Counter(
            "elgrande_bot_failures",
            "Decisions that bots forfeited, by reason.",
            ["reason"],
            registry=self.registry,
        )
        self.errors: Final = Counter(
            "elgrande_errors", "Errors returned, by code.", ["code"], registry=self.registry
        )
        # Starting at 0: Prometheus sees no increase in a figure that begins with its first error.
        for code in WATCHED_ERRORS:
            self.errors.labels(code)
        self.commit_seconds: Final = self._histogram(
            "elgrande_commit_seconds", "Duration of a commit to the database.", QUICK
        )
        self.requests: Final = Counter(
            "elgrande_requests",
            "Requests, by path template, method and status.",
            ["path", "method", "status"],
            registry=self.registry,
        )
        self.request_seconds: Final = Histogram(
            "elgrande_request_seconds",
            "Duration of a request, by path template.",
            ["path"],
            registry=self.registry,
            buckets=QUICK,
        )
        self.login_failures: Final = Counter(
            "elgrande_login_failures", "Log-ins with a wrong password.", registry=self.registry
        )
        self.database_bytes: Final = Gauge(
            "elgrande_database_bytes",
            "Size of the database on disk.",
            registry=self.registry,
        )
        self.pruned: Final = Counter(
            "elgrande_pruned",
            "Expired data removed, by kind.",
            ["kind"],
            registry=self.registry,
        )
        self.webhook_deliveries: Final = Counter(
            "elgrande_webhook_deliveries",
            "Turn notifications, by outcome.",
            ["outcome"],
            registry=self.registry,
        )

    def text(self) -> bytes:
        """All of it in the form Prometheus reads."""
        return generate_latest(self.registry)

    def _histogram(self, name: str, sentence: str, buckets: tuple[float, ...]) -> Histogram:
        return Histogram(name, sentence, registry=self.registry, buckets=buckets)
