// Where the pages are: here, in one file of any folder of any host. Which page is shown stands after
// the question mark, `…/?/rules#scoring`, so that no host has to know the pages, and what follows
// the # still names a place on the page.

import { request } from "./wire";

/** Whether there is no server, and nobody but the player. */
export const isAlone = true;

const HERE =
  /^\/($|new$|mine$|me$|about$|replay$|learn(\/first-round)?$|rules$|table\/[^/]+(\/(replay|result))?$)/;

/** Whether there is such a page here. */
export const canOpen = (path: string): boolean => HERE.test(path);

/** The page that the window shows: its path, with what follows its own question mark. */
export const pageHere = (): string =>
  location.search.startsWith("?/") ? location.search.slice(1) : "/";

/** The address of a page, seen from any other. */
export const addressOf = (page: string): string => (page === "/" ? "./" : `?${page}`);

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);

/** The page of ours that a link leads to; null if it leads elsewhere. */
export function pageOf(link: HTMLAnchorElement): string | null {
  const href = link.getAttribute("href") ?? "";
  if (href.startsWith("/api/")) return null;
  if (href.startsWith("/")) return href;
  if (link.origin !== location.origin || folderOf(link.pathname) !== folderOf(location.pathname))
    return null;
  if (href.startsWith("#")) return pageHere() + link.hash;
  return (link.search.startsWith("?/") ? link.search.slice(1) : "/") + link.hash;
}

/** Let links show where they lead to, also for another tab: pages write them as if at a server. */
function mend(event: Event): void {
  const link = (event.target as Element).closest?.("a");
  const href = link?.getAttribute("href") ?? "";
  if (link && href.startsWith("/") && !href.startsWith("/api/")) link.href = addressOf(href);
}

/** Files come from the game in the worker, not from an address. */
function download(event: Event): void {
  const link = (event.target as Element).closest?.("a");
  const href = link?.getAttribute("href") ?? "";
  if (!href.startsWith("/api/")) return;
  event.preventDefault();
  void save(href);
}

async function save(path: string): Promise<void> {
  const response = await request(path, {});
  if (!response.ok) return;
  const [table = "", name = "record"] = path.split("/").slice(-2);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = name.replace("record", `elgrande-${table}`);
  link.click();
  URL.revokeObjectURL(link.href);
}

for (const kind of ["pointerover", "pointerdown", "focusin"]) addEventListener(kind, mend, true);
addEventListener("click", download, true);
