// Which page is shown, from the address. Links are ordinary links: `follow` takes their clicks.

import type { Component } from "svelte";

/** A page; its properties are the named groups of its address. */
export type Page = Component<any>;
export interface Route {
  path: RegExp;
  page: () => Promise<{ default: Page }>;
}

let address = $state(here());

function here(): string {
  return location.pathname + location.search;
}

/** The address now; what reads it is shown anew when it changes. */
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
  if (to === here()) return;
  history[replace ? "replaceState" : "pushState"](null, "", to);
  const from = current.path;
  address = here();
  if (current.path !== from) scrollTo(0, 0);
}

/** Take over clicks on links to our own pages, and the browser's back button. */
export function follow(): void {
  addEventListener("popstate", () => (address = here()));
  addEventListener("click", (event) => {
    const link = (event.target as Element).closest?.("a");
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api/")) return;
    if (link.pathname === location.pathname && link.hash) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
