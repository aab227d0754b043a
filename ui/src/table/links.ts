// Links to tables, and where they can be opened.

/** Whether a host name means the machine it is used on. */
export const isOwnHost = (name: string): boolean =>
  name === "localhost" || name === "[::1]" || name === "::1" || /^127\.\d+\.\d+\.\d+$/.test(name);

/** The same link, as others in the network write it. */
export function linkFrom(origin: string, link: string): string {
  const { pathname, search, hash } = new URL(link);
  return origin + pathname + search + hash;
}
