"""How much load the table server carries on one machine, next to boardgame.io, in one run."""
