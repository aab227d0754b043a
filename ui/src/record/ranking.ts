// The table of the club in order: players who have a rank, our bots among them, then the others.

import type { Club, ClubLine } from "../wire/schema";

export type Kind = "people" | "bots";
export type RankedLine =
  | { kind: "player"; key: string; rank: number | null; line: ClubLine }
  | { kind: "bot"; key: string; rating: number };

/** The lines for ratings against people or bots; a rating that is still unsure has no rank. */
export function ranked(club: Club, kind: Kind): RankedLine[] {
  const rated = club.players
    .filter((line) => line[kind])
    .sort((a, b) => (b[kind]?.rating ?? 0) - (a[kind]?.rating ?? 0));
  let rank = 0;
  const sure = rated
    .filter((line) => line[kind]?.sure)
    .map((line): RankedLine => ({ kind: "player", key: line.player, rank: ++rank, line }));
  const unsure = rated
    .filter((line) => !line[kind]?.sure)
    .map((line): RankedLine => ({ kind: "player", key: line.player, rank: null, line }));
  // Bots are rated by games with bots only.
  if (kind === "people") return [...sure, ...unsure];
  const bots = club.bots.map(({ bot, rating }): RankedLine => ({ kind: "bot", key: bot, rating }));
  const together = [...sure, ...bots].sort((a, b) => worth(b, kind) - worth(a, kind));
  return [...together, ...unsure];
}

const worth = (line: RankedLine, kind: Kind): number =>
  line.kind === "bot" ? line.rating : (line.line[kind]?.rating ?? 0);
