"""The HTTP and WebSocket addresses of the server, and the bodies they take and give."""
