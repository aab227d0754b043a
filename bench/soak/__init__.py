"""An hour of ordinary play, and the server's memory over that time."""
