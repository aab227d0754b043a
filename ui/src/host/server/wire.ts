// How the pages reach whoever answers them: here, the server they came from.

/** Send a request. */
export const request = (path: string, init: RequestInit): Promise<Response> => fetch(path, init);

/** Open a socket. */
export const openSocket = (address: string): WebSocket => new WebSocket(address);
