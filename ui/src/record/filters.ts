// Which finished games are shown, and the addresses that follow from it.

export const EDITIONS = ["2023", "classic"] as const;
export const VARIANTS = [
  "none",
  "short",
  "merged_stacks",
  "new_regency",
  "old_hands",
  "power_shift",
  "castillo",
] as const;

export interface Filters {
  player: string;
  edition: string;
  players: string;
  variant: string;
  /** Days, as a date field has them: "2026-11-18"; both belong to the range. */
  since: string;
  until: string;
}
export const NO_FILTERS: Readonly<Filters> = {
  player: "",
  edition: "",
  players: "",
  variant: "",
  since: "",
  until: "",
};

const DAY_MS = 24 * 60 * 60 * 1000;

/** The beginning of a day where the reader is; null if it is no day. */
function startOf(day: string): number | null {
  const time = new Date(`${day}T00:00`).getTime();
  return Number.isNaN(time) || time < 0 ? null : time;
}

/** The address of a page of games. */
export function addressOf(base: string, filters: Filters, before: string | null): string {
  const query = new URLSearchParams();
  for (const key of ["player", "edition", "players", "variant"] as const)
    if (filters[key]) query.set(key, filters[key]);
  const since = startOf(filters.since);
  const until = startOf(filters.until);
  if (since !== null) query.set("since", String(since));
  if (until !== null) query.set("until", String(until + DAY_MS));
  if (before) query.set("before", before);
  return query.size ? `${base}?${query}` : base;
}

/** The page of a player; by id if the name would not fit into an address. */
export const linkTo = (name: string, id: string): string =>
  `/players/${encodeURIComponent(/[/\\]|^\.+$/.test(name) ? id : name)}`;
