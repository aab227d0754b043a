"""What finished games say about their players: figures of a game, records, ratings."""
