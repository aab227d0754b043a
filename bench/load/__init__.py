"""How much load the table server can handle on one machine, compared with boardgame.io."""
