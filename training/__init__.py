"""How the network of `grandmaster` is trained: games against itself, learning, matches."""
