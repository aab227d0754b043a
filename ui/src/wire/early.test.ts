// A socket opened before anybody listens: it is handed over with its messages, or closed.

import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Listener } from "./socket";

class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  readyState = FakeSocket.OPEN;
  onmessage: ((event: unknown) => void) | null = null;
  onclose: ((event: unknown) => void) | null = null;
  onopen: (() => void) | null = null;
  readonly sent: string[] = [];
  constructor(readonly url: string) {
    sockets.push(this);
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.readyState = FakeSocket.CLOSED;
  }
}
let sockets: FakeSocket[] = [];
let kept: string | null = null;

async function openAt(pathname: string, search = ""): Promise<typeof import("./socket")> {
  vi.stubGlobal("location", { protocol: "https:", host: "here", pathname, search });
  vi.resetModules();
  return import("./socket");
}
function listener(): { heard: string[]; listener: Listener } {
  const heard: string[] = [];
  return {
    heard,
    listener: {
      state: (frame) => void heard.push(`state ${frame.number}`),
      connection: (now) => void heard.push(now),
      paused: () => undefined,
      refused: (refusal) => void heard.push(`refused ${refusal.status}`),
      barred: () => Promise.resolve(false),
    },
  };
}
const state = (number: number): unknown => ({
  type: "message",
  data: JSON.stringify({ type: "state", number }),
});

beforeEach(() => {
  sockets = [];
  kept = null;
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
  vi.stubGlobal("document", {
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  vi.stubGlobal("localStorage", { getItem: () => kept });
  vi.stubGlobal("navigator", { languages: ["de-AT", "en"] });
});

describe("a socket opened early", () => {
  it("is the one the table uses, and what it said is not lost", async () => {
    const { TableSocket } = await openAt("/table/t1");
    sockets[0]?.onmessage?.(state(1));
    sockets[0]?.onmessage?.(state(2));
    const { heard, listener: table } = listener();
    const socket = new TableSocket("t1", "usual", "de", table);
    expect(heard).toEqual([]);
    await vi.advanceTimersByTimeAsync(0);
    expect(heard).toEqual(["live", "state 1", "state 2"]);
    expect(sockets.map((one) => one.url)).toEqual(["wss://here/api/tables/t1/socket?language=de"]);
    void socket.send({ type: "chat", text: "hola", key: "k" });
    expect(sockets[0]?.sent).toHaveLength(1);
  });

  it("tells that it was refused before anybody listened", async () => {
    const { TableSocket } = await openAt("/table/t1");
    sockets[0]?.onclose?.({ type: "close", code: 4404, reason: "no_such_table" });
    const { heard, listener: table } = listener();
    new TableSocket("t1", "usual", "de", table);
    await vi.advanceTimersByTimeAsync(0);
    expect(heard).toEqual(["refused", "refused 404"]);
  });

  it("speaks the language that was chosen here", async () => {
    kept = '{"language":"es"}';
    await openAt("/table/t1");
    expect(sockets[0]?.url).toContain("language=es");
  });

  it.each([
    ["t2", "usual", "de"],
    ["t1", 1, "de"],
    ["t1", "usual", "en"],
  ] as const)("is given up for another one: %s %s %s", async (table, seat, language) => {
    const { TableSocket } = await openAt("/table/t1");
    new TableSocket(table, seat, language, listener().listener);
    expect(sockets.map((one) => one.readyState)).toEqual([FakeSocket.CLOSED, FakeSocket.OPEN]);
  });

  it("is used once: whoever comes back opens another", async () => {
    const { TableSocket } = await openAt("/table/t1");
    new TableSocket("t1", "usual", "de", listener().listener).close();
    new TableSocket("t1", "usual", "de", listener().listener);
    expect(sockets).toHaveLength(2);
  });

  it("is given up when nobody comes for it", async () => {
    await openAt("/table/t1");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sockets[0]?.readyState).toBe(FakeSocket.CLOSED);
  });

  it.each(["/", "/mine", "/table/t1/replay", "/learn/first-round"])(
    "is not opened at %s",
    async (path) => {
      await openAt(path);
      expect(sockets).toEqual([]);
    },
  );

  it("is not opened for a seat that is named", async () => {
    await openAt("/table/t1", "?seat=none");
    expect(sockets).toEqual([]);
  });
});
