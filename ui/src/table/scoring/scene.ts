// What the sheet beside the map shows during a replay: a place being scored, the summary, or discs.

import type { Place, Region } from "../../wire/types";
import type { Beat } from "../playback.svelte";
import { scoringsOf, type Numbered, type ScoredPlace, type Scoring } from "./scoring";

export interface Disc {
  colour: number;
  place: Region;
}

export type Scene =
  | { kind: "reveal"; number: number; discs: Disc[] }
  /** The Castillo has been opened, and will be counted next. */
  | { kind: "opened"; number: number; held: number[]; scoring: Scoring }
  | { kind: "place"; number: number; place: ScoredPlace; scoring: Scoring; scores: number[] }
  | { kind: "summary"; number: number; scoring: Scoring; scores: number[] };

/** The scene of the beat that is shown; null: it is told on the board alone. */
export function sceneAt(beats: readonly Beat[], at: number): Scene | null {
  const beat = beats[at - 1];
  if (!beat) return null;
  const number = beat.from;
  const discs = beat.events.flatMap((event) =>
    event.event === "disc_shown" ? [{ colour: event.colour, place: event.place }] : [],
  );
  if (discs.length > 0) return { kind: "reveal", number, discs };
  const first = beat.events[0]?.event;
  if (first !== "place_counted" && first !== "castillo_opened" && !beat.isSummary) return null;
  // A summary may come after the answers of those who hold a Veto.
  const scoring = scoringsOf(numbered(beats), generalBefore(beats)).findLast(
    (one) => one.from <= number && (beat.isSummary || number < one.to),
  );
  if (!scoring) return null;
  const { scores } = beat.after;
  if (beat.isSummary) return { kind: "summary", number, scoring, scores };
  if (first === "castillo_opened") {
    return { kind: "opened", number, held: beat.after.castillo.caballeros ?? [], scoring };
  }
  const place = scoring.places.find((one) => one.number === number);
  return place ? { kind: "place", number, place, scoring, scores } : null;
}

/** What a scene lights up on the map; null: nothing. */
export function placesIn(scene: Scene): Place[] | null {
  if (scene.kind === "reveal") return [...new Set(scene.discs.map((disc) => disc.place))];
  if (scene.kind === "place") return [scene.place.place];
  return scene.kind === "opened" ? ["castillo"] : null;
}

/** The beat with the summary that closes a scoring; 0: it has none. */
export function summaryAfter(beats: readonly Beat[], at: number): number {
  const later = beats.slice(at).findIndex((beat) => beat.isSummary);
  return later < 0 ? 0 : at + later + 1;
}

/** The round of a general scoring that had begun when somebody came to the table. */
function generalBefore([first]: readonly Beat[]): number | null {
  const isDue = first?.before.pending.some((step) => step.kind === "general_scoring");
  return first && isDue ? first.before.round : null;
}

const numbered = (beats: readonly Beat[]): Numbered[] =>
  beats.flatMap((beat) =>
    beat.events.map((event, index) => ({ ...event, number: beat.from + index })),
  );
