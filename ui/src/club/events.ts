// Evenings, leagues and knock-outs, as the server describes them, and what can be asked of it.

import { ask, get, post } from "../wire/http";
import { ensurePlayer } from "../wire/player.svelte";
import type {
  EntrantShown,
  EventGameShown,
  EventLine,
  EventShown,
  EventStanding,
  NewEvent,
} from "../wire/schema";

export type ClubEvent = EventShown;
export type Game = EventGameShown;
export type Entrant = EntrantShown;
export type Standing = EventStanding;
export type Kind = EventLine["kind"];
export type { EventLine, NewEvent };

/** How often a page of an event that is not over looks for news. */
export const FRESH_MS = 3000;

/** How many can take part, by kind; docs/play/events.md. */
export const PLACES: Record<Kind, { fewest: number; most: number }> = {
  evening: { fewest: 2, most: 10 },
  league: { fewest: 8, most: 64 },
  knockout: { fewest: 8, most: 64 },
};

export type Pace = "live" | "calm" | "letters";
/** How long a turn may take and a game waits for its players, in seconds. */
export const PACES: Record<Pace, { turn: number; wait: number }> = {
  live: { turn: 90, wait: 600 },
  calm: { turn: 300, wait: 1200 },
  letters: { turn: 86_400, wait: 259_200 },
};

export const readEvents = (): Promise<EventLine[]> => get<EventLine[]>("/api/events");
export const readEvent = (id: string): Promise<ClubEvent> => get<ClubEvent>(`/api/events/${id}`);

export async function announce(event: NewEvent): Promise<ClubEvent> {
  await ensurePlayer();
  return post<ClubEvent>("/api/events", event);
}

export type Deed = "join" | "leave" | "start";
export async function perform(id: string, deed: Deed): Promise<ClubEvent> {
  await ensurePlayer();
  return post<ClubEvent>(`/api/events/${id}/${deed}`);
}

export const cancel = (id: string): Promise<ClubEvent> =>
  ask<ClubEvent>("DELETE", `/api/events/${id}`);
export const setBots = (id: string, bots: readonly string[]): Promise<ClubEvent> =>
  ask<ClubEvent>("PUT", `/api/events/${id}/bots`, { bots });

export interface Result {
  entrant: number;
  place: number | null;
  score: number | null;
  /** A bot finished the game for them. */
  isAbsent: boolean;
}

/** Those at a table: by seat while the game runs, from the first place on when it is over. */
export function resultsOf({ entrants, places, scores, absent }: Game): Result[] {
  const results = entrants.map((entrant, seat) => ({
    entrant,
    place: places?.[seat] ?? null,
    score: scores?.[seat] ?? null,
    isAbsent: absent.includes(entrant),
  }));
  return results.sort((one, two) => (one.place ?? 0) - (two.place ?? 0));
}

/** The table where somebody has to play now, if there is one. */
export function ownGame({ entrants, rounds }: ClubEvent): Game | undefined {
  const mine = new Set(entrants.filter((one) => one.mine).map((one) => one.number));
  return rounds
    .at(-1)
    ?.find((game) => game.finished === null && game.entrants.some((one) => mine.has(one)));
}

/** Those of a round of a knock-out who play on: everybody in the round after it. */
export const throughTo = ({ rounds }: ClubEvent, round: number): ReadonlySet<number> =>
  new Set((rounds[round + 1] ?? []).flatMap((game) => game.entrants));
