// The service worker against a stand-in for the browser: what comes from where, and what is kept.

import { readFileSync } from "node:fs";
import { beforeEach, expect, it, vi } from "vitest";

type Handler = (event: Record<string, unknown>) => void;
const CODE = readFileSync(new URL("sw.js", import.meta.url), "utf8");
const ORIGIN = "https://example.org";
const FILES = ["index.html", "icon.svg", "assets/core-1.js"];

const shelves = new Map<string, Map<string, string>>();
const pathOf = (request: string | Request): string =>
  typeof request === "string" ? request : request.url.replace(ORIGIN, "");
const server = vi.fn<(path: string) => string>();
const skipWaiting = vi.fn(async () => undefined);
const claim = vi.fn(async () => undefined);

class Wanted {
  readonly url: string;
  readonly method: string;
  readonly mode: string;
  constructor(path: string, { method = "GET", mode = "cors" } = {}) {
    this.url = path.startsWith("http") ? path : ORIGIN + path;
    this.method = method;
    this.mode = mode;
  }
}
const fetchIt = async (request: Request | string): Promise<unknown> => {
  const text = server(pathOf(request));
  return { ok: !text.startsWith("error"), text, clone: () => ({ text }) };
};
const shelf = (name: string): object => {
  const things = shelves.get(name) ?? new Map<string, string>();
  shelves.set(name, things);
  return {
    addAll: async (all: (Request | string)[]) => {
      for (const one of all) things.set(pathOf(one), server(pathOf(one)));
    },
    match: async (one: Request | string) => {
      const text = things.get(pathOf(one));
      return text === undefined ? undefined : { text };
    },
    put: async (one: Request, { text }: { text: string }) => things.set(pathOf(one), text),
  };
};

/** A worker of a version: its handlers. */
function start(version: string, folder = "/"): Record<string, Handler> {
  const handlers: Record<string, Handler> = {};
  const self = {
    addEventListener: (kind: string, handler: Handler) => (handlers[kind] = handler),
    location: { origin: ORIGIN, href: `${ORIGIN}${folder}sw.js` },
    clients: { claim },
    skipWaiting,
  };
  const caches = {
    open: async (name: string) => shelf(name),
    keys: async () => [...shelves.keys()],
    delete: async (name: string) => shelves.delete(name),
  };
  const names = ["self", "caches", "fetch", "Request", "VERSION", "FILES"];
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call
  new Function(...names, CODE)(self, caches, fetchIt, Wanted, version, FILES);
  return handlers;
}
async function run(worker: Record<string, Handler>, kind: string): Promise<void> {
  let work: unknown = null;
  worker[kind]!({ waitUntil: (given: unknown) => (work = given) });
  await work;
}
/** What the page gets; null: the worker leaves the request alone. */
async function ask(worker: Record<string, Handler>, request: Wanted): Promise<string | null> {
  let answer: Promise<{ text: string }> | null = null;
  worker.fetch!({
    request,
    respondWith: (given: Promise<{ text: string }>) => (answer = given),
  });
  const given = answer as Promise<{ text: string }> | null;
  return given === null ? null : (await given).text;
}
const page = (path: string): Wanted => new Wanted(path, { mode: "navigate" });
const offline = (): string => {
  throw new TypeError("Failed to fetch");
};

beforeEach(() => {
  shelves.clear();
  skipWaiting.mockClear();
  claim.mockClear();
  server.mockImplementation((path) => `first ${path}`);
});

it("keeps the files of its version, and forgets those of older ones", async () => {
  await run(start("1"), "install");
  shelves.set("somebody else's", new Map());
  await run(start("2"), "install");
  expect(skipWaiting).toHaveBeenCalledTimes(2);
  await run(start("2"), "activate");
  expect([...shelves.keys()]).toEqual(["somebody else's", "elgrande-2"]);
  expect([...shelves.get("elgrande-2")!.keys()]).toEqual(FILES.map((file) => `/${file}`));
  expect(claim).toHaveBeenCalledTimes(1);
});

it("never shows an old page while the server can be reached", async () => {
  const old = start("1");
  await run(old, "install");
  server.mockImplementation((path) => `second ${path}`);
  expect(await ask(old, page("/table/abc"))).toBe("second /table/abc");
  expect(await ask(old, page("/"))).toBe("second /");
  // A file of the newer version, which the old worker has never seen.
  expect(await ask(old, new Wanted("/assets/core-2.js"))).toBe("second /assets/core-2.js");
  // Even its troubles are the server's own.
  server.mockImplementation(() => "error 503");
  expect(await ask(old, page("/"))).toBe("error 503");
});

it("opens any page without a connection", async () => {
  const worker = start("1");
  await run(worker, "install");
  server.mockImplementation(offline);
  expect(await ask(worker, page("/rules"))).toBe("first /index.html");
  expect(await ask(worker, page("/table/abc"))).toBe("first /index.html");
  expect(await ask(worker, new Wanted("/assets/core-1.js"))).toBe("first /assets/core-1.js");
  expect(await ask(worker, new Wanted("/icon.svg"))).toBe("first /icon.svg");
});

it("keeps the catalogue for later, and no other answer of the server", async () => {
  const worker = start("1");
  await run(worker, "install");
  const catalogue = "/api/catalogue?edition=2023&language=en";
  expect(await ask(worker, new Wanted(catalogue))).toBe(`first ${catalogue}`);
  for (const path of ["/api/me", "/api/visitor", "/api/tables/x/state", "/api/bots", "/health"]) {
    expect(await ask(worker, new Wanted(path)), path).toBeNull();
  }
  expect(await ask(worker, page("/api/tables/x/record.egn"))).toBeNull();
  expect(await ask(worker, new Wanted("/api/catalogue", { method: "POST" }))).toBeNull();
  expect(await ask(worker, new Wanted("https://elsewhere.org/api/catalogue"))).toBeNull();
  expect(await ask(worker, page("/join/secret.token"))).toBe("first /join/secret.token");
  expect([...shelves.get("elgrande-1")!.keys()]).toEqual([
    ...FILES.map((file) => `/${file}`),
    catalogue,
  ]);
  server.mockImplementation(offline);
  expect(await ask(worker, new Wanted(catalogue))).toBe(`first ${catalogue}`);
  server.mockImplementation(() => "error 503");
  expect(await ask(worker, new Wanted(catalogue))).toBe("error 503");
  expect(shelves.get("elgrande-1")!.get(catalogue)).toBe(`first ${catalogue}`);
});

it("says that there is nothing if nothing was kept", async () => {
  server.mockImplementation(offline);
  await expect(ask(start("1"), page("/"))).rejects.toThrow("Failed to fetch");
});

it("keeps to its own folder of a static host", async () => {
  const worker = start("1", "/games/el-grande/");
  await run(worker, "install");
  const address = "/games/el-grande/?/table/abc";
  expect(await ask(worker, page(address))).toBe(`first ${address}`);
  server.mockImplementation(offline);
  expect(await ask(worker, page(address))).toBe("first /games/el-grande/index.html");
  const asset = new Wanted("/games/el-grande/assets/core-1.js");
  expect(await ask(worker, asset)).toBe("first /games/el-grande/assets/core-1.js");
  expect([...shelves.keys()]).toEqual(["elgrande/games/el-grande/-1"]);
  // Whoever lives at the root of the host keeps what is theirs.
  shelves.set("elgrande-1", new Map());
  await run(start("2", "/games/el-grande/"), "activate");
  expect([...shelves.keys()]).toContain("elgrande-1");
});
