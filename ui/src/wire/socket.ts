// The socket of a table: it reconnects when it is lost, and loses nothing that was sent.
//
// Unanswered frames are sent again after reconnecting. The server counts a submission with
// the same step once, so nothing happens twice (docs/program/playing.md).

import { addressOf, hangUp, socketTo } from "./early";
import { Refusal } from "./http";
import type { ClientFrame, Language, ServerFrame, StateFrame } from "./types";

export type Connection = "connecting" | "live" | "lost" | "refused" | "closed";

export interface Listener {
  state(frame: StateFrame): void;
  connection(now: Connection): void;
  paused(detail: string | null): void;
  refused(refusal: Refusal): void;
  /** No connection was made and the reason is unknown: whether it makes sense to try again. */
  barred(): Promise<boolean>;
}

interface Unanswered {
  text: string;
  done: () => void;
  refused: (refusal: Refusal) => void;
}

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 8000;
const SIGN_OF_LIFE_MS = 20_000;
const SILENCE_MS = 8000;
const REFUSED = 4400; // and above: the server does not let us in
const LATER: readonly number[] = [4429, 4500, 4503]; // not now, but in a moment

function replay(socket: WebSocket, event: Event): void {
  if (event.type === "close") socket.onclose?.(event as CloseEvent);
  else socket.onmessage?.(event as MessageEvent);
}

export class TableSocket {
  private socket: WebSocket | null = null;
  private readonly unanswered = new Map<string, Unanswered>();
  private last = 0;
  private wait = FIRST_WAIT_MS;
  private timer = 0;
  private sign = 0;
  private silence = 0;
  private isOver = false;

  constructor(
    private readonly table: string,
    private seat: number | null | "usual",
    private language: Language,
    private readonly listener: Listener,
  ) {
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
    this.connect();
  }

  /** Send a frame; settles once the server has done or refused it, even if the connection drops. */
  send(frame: ClientFrame): Promise<void> {
    const id = `${++this.last}`;
    const text = JSON.stringify({ ...frame, id });
    if (frame.type === "look") this.seat = frame.seat ?? null;
    return new Promise((done, refused) => {
      this.unanswered.set(id, { text, done, refused });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    });
  }

  /** Go on in another language: a new connection, and nothing that was sent is lost. */
  speak(language: Language): void {
    if (language === this.language || this.isOver) return;
    this.language = language;
    this.leave();
    this.stopTimers();
    this.connect();
  }

  close(): void {
    this.isOver = true;
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    this.stopTimers();
    this.leave();
    this.listener.connection("closed");
  }

  private leave(): void {
    const socket = this.socket;
    this.socket = null;
    if (socket) hangUp(socket);
  }

  private connect(): void {
    const { socket, heard } = socketTo(addressOf(this.table, this.seat, this.language));
    this.socket = socket;
    let refusal: Refusal | null = null;
    let isHeard = false;
    socket.onmessage = (message) => {
      if (this.socket !== socket) return;
      isHeard = true;
      const frame = JSON.parse(String(message.data)) as ServerFrame;
      if (frame.type === "error" && frame.id === null) {
        refusal = new Refusal(frame.error, frame.detail, frame.status);
      }
      this.receive(frame);
    };
    socket.onclose = (event) => {
      if (this.socket !== socket || this.isOver) return;
      this.stopTimers();
      if (event.code >= REFUSED && !LATER.includes(event.code)) {
        this.end(refusal ?? new Refusal(event.reason, "", event.code - 4000));
      } else if (isHeard) {
        this.comeBack();
      } else {
        void this.askWhy(socket);
      }
    };
    // Not before the caller that opens the connection has it.
    queueMicrotask(() => heard.splice(0).forEach((event) => replay(socket, event)));
  }

  private end(refusal: Refusal): void {
    this.listener.connection("refused");
    this.listener.refused(refusal);
  }

  /** A browser is not told why a connection fails; the listener finds out in another way. */
  private async askWhy(socket: WebSocket): Promise<void> {
    this.listener.connection("lost");
    const isWorthIt = await this.listener.barred();
    if (this.socket !== socket || this.isOver) return;
    if (isWorthIt) this.comeBack();
    else this.listener.connection("refused");
  }

  private receive(frame: ServerFrame): void {
    clearTimeout(this.silence);
    if (frame.type === "state") {
      const isFirst = this.sign === 0;
      if (isFirst) this.arrive();
      this.listener.state(frame);
      if (isFirst) this.sendAgain();
    } else if (frame.type === "done") {
      this.settle(frame.id)?.done();
    } else if (frame.type === "error") {
      this.settle(frame.id)?.refused(new Refusal(frame.error, frame.detail, frame.status));
    } else if (frame.type === "paused") {
      this.listener.paused(frame.detail);
    } else if (frame.type === "goodbye") {
      this.wait = frame.reconnect;
    }
  }

  private settle(id: string | null): Unanswered | undefined {
    const found = id === null ? undefined : this.unanswered.get(id);
    if (id !== null) this.unanswered.delete(id);
    return found;
  }

  private arrive(): void {
    this.wait = FIRST_WAIT_MS;
    this.listener.connection("live");
    this.sign = window.setInterval(() => this.ping(), SIGN_OF_LIFE_MS);
  }

  private sendAgain(): void {
    for (const { text } of this.unanswered.values()) this.socket?.send(text);
  }

  /** Whether anybody is there: a silently dead connection is given up. */
  private ping(): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send('{"type":"ping","id":"ping"}');
    clearTimeout(this.silence);
    this.silence = window.setTimeout(() => this.giveUp(), SILENCE_MS);
  }

  private giveUp(): void {
    this.leave();
    this.stopTimers();
    this.comeBack();
  }

  private comeBack(): void {
    this.listener.connection("lost");
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT_MS);
  }

  /** The network is back, or the page is visible again: stop waiting. */
  private readonly hurry = (): void => {
    if (document.hidden || this.isOver) return;
    if (this.socket?.readyState === WebSocket.CLOSED) {
      clearTimeout(this.timer);
      this.connect();
    } else if (this.sign) {
      this.ping();
    }
  };

  private stopTimers(): void {
    clearTimeout(this.timer);
    clearInterval(this.sign);
    clearTimeout(this.silence);
    this.sign = 0;
  }
}
