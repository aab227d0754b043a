"""The compiled part of `elgrande.learn`: actions, observations and batches of games."""
