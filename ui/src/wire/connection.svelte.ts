// Whether the server can be reached. A request that fails says it cannot; from then on it is asked
// for a sign of life now and then. Other answers prove nothing: the service worker may have kept
// them.

import { isAlone } from "$host/pages";

const AGAIN_MS = 4000;
const SIGN_OF_LIFE = "/health/live";

let isLost = $state(false);
let timer: ReturnType<typeof setTimeout> | undefined;

/** Whether the server could not be reached when it was last tried. */
export const isOffline = (): boolean => isLost;

/** The server could not be reached. */
export function noteLost(): void {
  isLost = true;
  clearTimeout(timer);
  timer = setTimeout(() => void tryAgain(), AGAIN_MS);
}

async function tryAgain(): Promise<void> {
  clearTimeout(timer);
  await fetch(SIGN_OF_LIFE, { cache: "no-store" }).then(() => (isLost = false), noteLost);
}

/** Listen to what the browser says about its network; called once, when the page starts. */
export function followConnection(): void {
  // Alone, there is nobody to be cut off from.
  if (isAlone) return;
  addEventListener("offline", noteLost);
  addEventListener("online", () => void tryAgain());
  if (!navigator.onLine) noteLost();
}
