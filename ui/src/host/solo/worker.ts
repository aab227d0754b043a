// The worker: the package's own Python, interpreted by Pyodide, answers the pages.

import type { PyodideAPI } from "pyodide";
import type { News, Wish } from "./messages";
import { fetchPart, unpack } from "./loading";
import { openSaves, type Saves } from "./saves";

/** What the pages see of elgrande.solo.service.Solo. */
interface Solo {
  restore(kept: unknown): number;
  answer(method: string, path: string, body: string): { toJs(): [number, string]; destroy(): void };
  connect(socket: number, address: string): void;
  hear(socket: number, text: string): void;
  leave(socket: number): void;
  work(): number | undefined;
}

// With the dom library of TypeScript, a worker has no type of its own; this is the part we use.
const page = self as unknown as MessagePort;
const say = (news: News): void => page.postMessage(news);

// Beside the script of this worker.
const FOLDER = new URL(`${import.meta.env.VITE_PYTHON}/`, self.location.href);
const LOCK = "elgrande";
const PATIENCE_MS = 4000;
// How long bots take, for whoever looks with the browser's own tools (bench/static.py).
const MOVE = "bot";
const START = "from elgrande.solo.service import Solo; Solo";

let saves: Saves | null = null;
let solo: Solo | null = null;
const waiting: Wish[] = [];

async function load(): Promise<PyodideAPI> {
  const progress = (part: number): void => say({ kind: "progress", part });
  const part = (name: string): Promise<Uint8Array<ArrayBuffer>> =>
    fetchPart(new URL(name, FOLDER), progress);
  const [game, wasm, library] = await Promise.all([
    part("game.zip"),
    part("pyodide.asm.wasm.packed"),
    part("python_stdlib.zip"),
  ]);
  // Pyodide asks for these files itself; one is packed, for hosts that pack nothing.
  const asked = self.fetch.bind(self);
  self.fetch = (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    if (address.endsWith("/pyodide.asm.wasm")) return Promise.resolve(unpack(wasm));
    if (address.endsWith("/python_stdlib.zip")) return Promise.resolve(new Response(library));
    return asked(input, init);
  };
  const { loadPyodide } = (await import(
    /* @vite-ignore */ new URL("pyodide.mjs", FOLDER).href
  )) as typeof import("pyodide");
  const python = await loadPyodide({ indexURL: FOLDER.href });
  const extractDir = python.runPython("import site; site.getsitepackages()[0]") as string;
  python.unpackArchive(game, "zip", { extractDir });
  return python;
}

async function begin(python: PyodideAPI): Promise<void> {
  const kept = await readSaves();
  const make = python.runPython(START) as (...callbacks: unknown[]) => Solo;
  solo = make(
    keep,
    (socket: number, text: string) => say({ kind: "frame", socket, text }),
    (socket: number, code: number, reason: string) => say({ kind: "closed", socket, code, reason }),
  );
  const unreadable = solo.restore(python.toPy(kept));
  say({ kind: "ready", unreadable });
  for (const wish of waiting.splice(0)) carryOut(wish);
}

async function readSaves(): Promise<Map<string, string>> {
  try {
    saves = await openSaves();
    return await saves.all();
  } catch {
    say({ kind: "unsaved" });
    return new Map();
  }
}

function keep(key: string, text: string | null | undefined): void {
  saves?.keep(key, text ?? null).catch(() => say({ kind: "unsaved" }));
}

function carryOut(wish: Wish): void {
  if (!solo) {
    waiting.push(wish);
    void answerAtOnce(wish);
    return;
  }
  if (wish.kind === "ask") {
    const answer = solo.answer(wish.method, wish.path, wish.body);
    const [status, text] = answer.toJs();
    answer.destroy();
    say({ kind: "answer", id: wish.id, status, text });
  } else if (wish.kind === "connect") {
    performance.clearMeasures(MOVE);
    solo.connect(wish.socket, wish.address);
  } else if (wish.kind === "say") solo.hear(wish.socket, wish.text);
  else solo.leave(wish.socket);
  workSoon(0);
}

/** Answer before Python has started what everybody is answered alike (build_static.py). */
async function answerAtOnce(wish: Wish): Promise<void> {
  const language = wish.kind === "ask" && /\blanguage=(\w+)/.exec(wish.path)?.[1];
  if (wish.kind !== "ask" || wish.method !== "GET" || !language) return;
  const text = (await firstAnswers(language))[wish.path];
  const place = waiting.indexOf(wish);
  // Python may have been quicker.
  if (text === undefined || place < 0) return;
  waiting.splice(place, 1);
  say({ kind: "answer", id: wish.id, status: 200, text });
}

async function firstAnswers(language: string): Promise<Record<string, string>> {
  try {
    const response = await fetch(new URL(`first_answers.${language}.json`, FOLDER));
    return response.ok ? ((await response.json()) as Record<string, string>) : {};
  } catch {
    return {};
  }
}

let timer: ReturnType<typeof setTimeout> | undefined;

/** Let the bots move one by one, so that what the player does comes in between. */
function workSoon(wait: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const start = performance.now();
    const next = solo?.work();
    performance.measure(MOVE, { start });
    if (next !== undefined) workSoon(next);
  }, wait);
}

page.onmessage = ({ data }: MessageEvent<Wish>) => carryOut(data);

/** Two tabs would overwrite each other's games: the second waits until the first is closed. */
async function whenAlone(work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work();
  const forever = new Promise<never>(() => undefined);
  // A page that is just being left may still hold it.
  const waiting = setTimeout(
    () => say({ kind: "trouble", trouble: "elsewhere", detail: "" }),
    PATIENCE_MS,
  );
  await navigator.locks.request(LOCK, async () => {
    clearTimeout(waiting);
    await work();
    await forever;
  });
}

const loading = load();
Promise.all([loading, whenAlone(async () => begin(await loading))]).catch((error: unknown) =>
  say({ kind: "trouble", trouble: "broken", detail: String(error) }),
);
