"""What the table server carries on one machine, beside boardgame.io, in one run."""
