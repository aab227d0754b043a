"""Speed compared with the peers, in one run."""
