// Where the pages are: here, every page has an address of its own, which the server knows.

/** Whether there is no server, and nobody but the player. */
export const isAlone = false;

/** Whether there is such a page here. */
export const canOpen = (_path: string): boolean => true;

/** The page that the window shows: its path, with what follows the question mark. */
export const pageHere = (): string => location.pathname + location.search;

/** The address of a page. */
export const addressOf = (page: string): string => page;

/** The page of ours that a link leads to; null if it leads elsewhere. */
export function pageOf(link: HTMLAnchorElement): string | null {
  if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return null;
  return link.pathname + link.search + link.hash;
}
