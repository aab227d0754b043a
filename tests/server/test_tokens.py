"""Tokens: from `secrets`, kept as hashes, compared in constant time, read strictly."""

import hashlib
import hmac
import secrets

import pytest

from elgrande.server import tokens


def test_a_token_is_its_id_and_its_secret() -> None:
    token = tokens.new_token()
    assert token.text == f"{token.id}.{token.secret}"
    assert tokens.parse(token.text) == (token.id, token.secret)
    assert token.hash == hashlib.sha256(token.secret.encode()).digest()


def test_no_two_tokens_are_alike() -> None:
    made = [tokens.new_token() for _ in range(1000)]
    assert len({token.id for token in made}) == len({token.secret for token in made}) == 1000
    assert all(tokens.parse(token.text) == (token.id, token.secret) for token in made)


def test_secrets_come_from_the_module_for_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def drawn(size: int) -> str:
        asked.append(size)
        return "x" * (size * 4 // 3)

    monkeypatch.setattr(secrets, "token_urlsafe", drawn)
    tokens.new_token()
    assert asked == [12, 32]


def test_no_id_is_an_option_on_a_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["-" * 16, "-drawn-next-time", "a-drawn-at-last-"])
    monkeypatch.setattr(secrets, "token_urlsafe", lambda size: next(drawn))
    assert tokens.new_id() == "a-drawn-at-last-"


def test_only_the_secret_itself_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    token, other = tokens.new_token(), tokens.new_token()
    compared: list[tuple[bytes, bytes]] = []
    compare = hmac.compare_digest

    def note(left: bytes, right: bytes) -> bool:
        compared.append((left, right))
        return compare(left, right)

    monkeypatch.setattr(hmac, "compare_digest", note)
    assert tokens.matches(token.secret, token.hash)
    assert not tokens.matches(other.secret, token.hash)
    assert len(compared) == 2


@pytest.mark.parametrize(
    "text",
    [
        "",
        ".",
        "short.short",
        "a" * 16,
        f"{'a' * 16}.{'b' * 42}",
        f"{'a' * 16}.{'b' * 44}",
        f"{'a' * 15}\n.{'b' * 43}",
        f"{'a' * 16}.{'b' * 43}\n",
        f"{'é' * 16}.{'b' * 43}",
        f"{'a' * 16}.{'b' * 43}.",
        "a" * 10**6,
        "\0" * 60,
    ],
)
def test_what_is_no_token_is_not_looked_up(text: str) -> None:
    assert tokens.parse(text) is None
