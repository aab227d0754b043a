"""HTTP and WebSockets: addresses, sockets, limits around every request, and refusals."""
