// Which page is shown, from the address. Links are ordinary links: `follow` takes their clicks.

import { addressOf, pageHere, pageOf } from "$host/pages";
import type { Component } from "svelte";

/** A page; its properties are the named groups of its address, which no type can know. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Page = Component<any>;
export interface Route {
  path: RegExp;
  page: () => Promise<{ default: Page }>;
}

let address = $state(pageHere());

/** The current address; whatever reads it updates when it changes. */
export const current = {
  get path(): string {
    return new URL(address, location.origin).pathname;
  },
  get query(): URLSearchParams {
    return new URL(address, location.origin).searchParams;
  },
};

/** Go to another page of ours; `replace` leaves no step in the history. */
export function go(to: string, replace = false): void {
  if (to === pageHere()) return;
  history[replace ? "replaceState" : "pushState"](null, "", addressOf(to));
  const from = current.path;
  address = pageHere();
  if (current.path !== from) scrollTo(0, 0);
}

const SETTLED_MS = 100;
const PATIENCE_MS = 1500;
/** How far the page one returns to was scrolled; null: a new page, shown from the top. */
let depth: number | null = null;

const kept = (): number | null => (history.state as { depth?: number } | null)?.depth ?? null;

/** Whether the page was seen before and returns to where it was left. */
export const isSeenAgain = (): boolean => kept() !== null;

/** A page is shown. One that was left scrolls back to where it was, once it is long enough. */
export function arrive(): void {
  const wanted = depth ?? 0;
  const end = performance.now() + PATIENCE_MS;
  depth = null;
  const reach = (): void => {
    scrollTo(0, wanted);
    if (scrollY < wanted - 1 && performance.now() < end) requestAnimationFrame(reach);
  };
  if (wanted > 0) reach();
}

/** Browsers cannot restore the scroll position of a page not rendered yet: we keep it. */
function keepDepth(): void {
  let timer = 0;
  depth = kept();
  addEventListener("scroll", () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => history.replaceState({ depth: scrollY }, ""), SETTLED_MS);
  });
}

/** Take over clicks on links to our own pages, and the browser's back button. */
export function follow(): void {
  keepDepth();
  addEventListener("popstate", () => {
    const from = current.path;
    address = pageHere();
    if (current.path !== from) depth = kept();
  });
  addEventListener("click", (event) => {
    const link = (event.target as Element).closest?.("a");
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.target || link.hasAttribute("download")) return;
    const to = pageOf(link);
    if (to === null || (link.hash && new URL(to, location.origin).pathname === current.path))
      return;
    event.preventDefault();
    go(to);
  });
}
