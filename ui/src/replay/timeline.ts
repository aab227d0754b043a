// The timeline of a game, read from its events: rounds, scorings, turns and the lines of the log.

import type { Happening, Line } from "../wire/types";

export interface Mark {
  position: number;
  kind: "round" | "scoring";
  round: number;
}
export interface Chapter {
  round: number | null;
  lines: Line[];
}

/** Where rounds begin and general scorings happen. */
export function marksOf(events: readonly Happening[]): Mark[] {
  const marks: Mark[] = [];
  let round = 0;
  for (const event of events) {
    if (event.event === "round") {
      round = event.round;
      marks.push({ position: event.position, kind: "round", round });
    } else if (event.event === "general_scoring") {
      marks.push({ position: event.position, kind: "scoring", round });
    }
  }
  return marks;
}

/** Where a turn has ended, a round begins or a scoring happens: the stops of a longer step. */
export function stopsOf(events: readonly Happening[], first: number, last: number): number[] {
  const kinds = new Set(["turn_ended", "round", "general_scoring", "castillo_opened"]);
  const stops = events.filter((event) => kinds.has(event.event)).map((event) => event.position);
  return [...new Set([first, ...stops, last])]
    .filter((stop) => stop >= first && stop <= last)
    .sort((a, b) => a - b);
}

export const stopAfter = (stops: readonly number[], position: number): number =>
  stops.find((stop) => stop > position) ?? position;

export const stopBefore = (stops: readonly number[], position: number): number =>
  stops.findLast((stop) => stop < position) ?? position;

/** The last line that had happened at a position; -1 before the first. */
export const lineAt = (events: readonly Happening[], position: number): number =>
  events.findLastIndex((event) => event.position <= position);

/** The first line of what happened last at a position: where the reader starts. */
export function newestAt(events: readonly Happening[], position: number): number {
  const last = lineAt(events, position);
  const at = events[last]?.position;
  return at === undefined ? -1 : events.findIndex((event) => event.position === at);
}

/** The log by rounds; what comes before a round begins (modifiers passed, a fork) stands alone. */
export function chaptersOf(events: readonly Line[]): Chapter[] {
  const chapters: Chapter[] = [];
  for (const event of events) {
    if (event.event === "round") chapters.push({ round: event.round, lines: [] });
    else if (chapters.length === 0) chapters.push({ round: null, lines: [] });
    chapters.at(-1)?.lines.push(event);
  }
  return chapters;
}
