"""The table server: games that people, bots and browsers share over HTTP and WebSocket."""
