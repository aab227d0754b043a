// The service worker (offline/sw.js), registered once the page has nothing better to do: what it
// keeps must not compete with what the player waits for.

const QUIET_MS = 3000;

/** Let the browser keep the pages for when there is no connection; called once, at the start. */
export function keepPagesForLater(): void {
  try {
    // Not over plain http from another machine, and not where storage is refused.
    if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
    const { serviceWorker } = navigator;
    setTimeout(() => {
      serviceWorker
        .register(`${import.meta.env.BASE_URL}sw.js`, { updateViaCache: "none" })
        .catch(() => undefined);
    }, QUIET_MS);
  } catch {
    // Some browsers throw instead: the pages work without.
  }
}
