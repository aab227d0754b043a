// The service worker: it lets the pages open without a connection, and never gets between a page
// and a newer server. Hand-written, because it does three things: pages come from the network
// whenever there is one, files whose names change with their content come from the cache, and the
// catalogue, which is the same for everybody, is kept for reading offline. No other answer of the
// server is ever kept. The build writes VERSION and FILES in front of this (offline/build.mjs).

/* global VERSION, FILES */

// The folder of the pages: the whole of a server, or any folder of a static host.
const ROOT = new URL("./", self.location.href).pathname;
const FAMILY = ROOT === "/" ? "elgrande-" : `elgrande${ROOT}-`;
const CACHE = FAMILY + VERSION;
const ASSETS = `${ROOT}assets/`;
const PAGE = `${ROOT}index.html`;
const CATALOGUE = "/api/catalogue";
const KEPT = FILES.map((file) => ROOT + file);

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("fetch", (event) => {
  const answer = answerTo(event.request);
  if (answer) event.respondWith(answer);
});

/** Keep everything the pages are made of, or nothing: half a version is of no use. */
async function install() {
  const cache = await caches.open(CACHE);
  const fresh = KEPT.map((file) =>
    file.startsWith(ASSETS) ? file : new Request(file, { cache: "no-cache" }),
  );
  await cache.addAll(fresh);
  await self.skipWaiting();
}

/** Forget older versions. Open pages go on as they are: none is loaded again. */
async function takeOver() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(FAMILY) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** The answer to a request; undefined: it goes to the server as if we were not here. */
function answerTo(request) {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return undefined;
  if (pathname.startsWith(ASSETS)) return fromCache(request);
  if (pathname === CATALOGUE) return fromServer(request, keepAnswer);
  if (KEPT.includes(pathname)) return fromServer(request);
  if (pathname.startsWith("/api/") || request.mode !== "navigate") return undefined;
  return fromServer(request, undefined, PAGE);
}

async function fromCache(request) {
  return (await kept(request)) ?? fetch(request);
}

/** The server's answer or, if it cannot be reached, what was kept. */
async function fromServer(request, keep, otherwise = request) {
  try {
    const answer = await fetch(request);
    if (keep && answer.ok) await keep(request, answer.clone());
    return answer;
  } catch (error) {
    const answer = await kept(otherwise);
    if (!answer) throw error;
    return answer;
  }
}

const kept = async (request) => (await caches.open(CACHE)).match(request, { ignoreVary: true });

async function keepAnswer(request, answer) {
  await (await caches.open(CACHE)).put(request, answer);
}
