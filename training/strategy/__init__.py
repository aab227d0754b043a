"""What games of strong players teach: facts from replays, for docs/research/strategy.md."""
