"""What games of strong players teach: facts from replays, for docs/strategy.md."""
