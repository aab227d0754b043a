"""What is counted, in a registry for each server."""

from elgrande.server.metrics import WATCHED_ERRORS, Metrics


def test_two_servers_of_a_process_count_for_themselves() -> None:
    first, second = Metrics(), Metrics()
    first.choices.labels("player").inc(3)
    second.choices.labels("player").inc()
    assert b'elgrande_choices_total{by="player"} 3.0' in first.text()
    assert b'elgrande_choices_total{by="player"} 1.0' in second.text()


def test_what_raises_an_alert_begins_at_zero() -> None:
    text = Metrics().text().decode()
    for code in WATCHED_ERRORS:
        assert f'code="{code}"}} 0.0' in text
