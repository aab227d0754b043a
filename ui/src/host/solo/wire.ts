// How the pages reach whoever answers them: here, the game in a worker of this browser. It starts
// with the page; whatever is asked before it is ready waits in the worker's queue.

import type { News, Wish } from "./messages";
import { standing } from "./standing.svelte";

const NO_GAME = JSON.stringify({ error: "needs_server", detail: "The game did not start." });
const NO_GAME_STATUS = 503;

const answers = new Map<number, (response: Response) => void>();
const sockets = new Map<number, SoloSocket>();
let last = 0;
const worker = start();

function start(): Worker | null {
  if (typeof WebAssembly === "undefined" || typeof DecompressionStream === "undefined") {
    standing.trouble = "old";
    return null;
  }
  const made = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  made.onmessage = ({ data }: MessageEvent<News>) => take(data);
  made.onerror = () => giveUp();
  return made;
}

function take(news: News): void {
  if (news.kind === "progress") standing.loaded = news.part;
  else if (news.kind === "ready") {
    Object.assign(standing, { isReady: true, trouble: null, unreadable: news.unreadable });
  } else if (news.kind === "unsaved") standing.isUnsaved = true;
  else if (news.kind === "trouble") {
    standing.trouble = news.trouble;
    if (news.trouble === "broken") giveUp();
  } else if (news.kind === "answer") {
    answers.get(news.id)?.(respond(news.text, news.status));
    answers.delete(news.id);
  } else sockets.get(news.socket)?.hear(news);
}

/** The game cannot go on: nobody waits for an answer any more. */
function giveUp(): void {
  standing.trouble ??= "broken";
  for (const answer of answers.values()) answer(respond(NO_GAME, NO_GAME_STATUS));
  answers.clear();
}

const respond = (text: string, status: number): Response => new Response(text, { status });

const say = (wish: Wish): void => worker?.postMessage(wish);

/** Send a request to the game. */
export function request(path: string, init: RequestInit): Promise<Response> {
  if (!worker || standing.trouble === "broken")
    return Promise.resolve(respond(NO_GAME, NO_GAME_STATUS));
  const id = ++last;
  const body = typeof init.body === "string" ? init.body : "";
  return new Promise((answer) => {
    answers.set(id, answer);
    say({ kind: "ask", id, method: init.method ?? "GET", path, body });
  });
}

/** A socket to the game, which behaves as one to a server does. */
class SoloSocket {
  readyState: number = WebSocket.CONNECTING;
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  readonly #number = ++last;

  constructor(readonly url: string) {
    const { pathname, search } = new URL(url);
    sockets.set(this.#number, this);
    say({ kind: "connect", socket: this.#number, address: pathname + search });
    queueMicrotask(() => this.#open());
  }

  #open(): void {
    if (this.readyState !== WebSocket.CONNECTING) return;
    this.readyState = WebSocket.OPEN;
    this.onopen?.(new Event("open"));
  }

  send(text: string): void {
    say({ kind: "say", socket: this.#number, text });
  }

  close(): void {
    this.readyState = WebSocket.CLOSED;
    sockets.delete(this.#number);
    say({ kind: "leave", socket: this.#number });
  }

  hear(news: Extract<News, { kind: "frame" | "closed" }>): void {
    if (news.kind === "frame") {
      this.onmessage?.(new MessageEvent("message", { data: news.text }));
      return;
    }
    this.readyState = WebSocket.CLOSED;
    sockets.delete(this.#number);
    this.onclose?.(new CloseEvent("close", { code: news.code, reason: news.reason }));
  }
}

/** Open a socket to the game. */
export const openSocket = (address: string): WebSocket =>
  new SoloSocket(address) as unknown as WebSocket;
