// The log of a game as people keep it: lines of events with the table's own entries between.

import type { Happening, HappeningOf, Line, LogEntry } from "../wire/types";

/** Events that a reader of the log would not miss. */
const QUIET = new Set(["turn_ended", "castillo_held"]);

/**
 * The lines worth keeping. How many were thrown into a closed Castillo is announced once and not
 * kept (R11): until it is opened such throws are one line, and `thrown` says it without the number.
 */
export function keptLines(
  lines: readonly Line[],
  isSecret: boolean,
  thrown: (colour: number) => string,
): Line[] {
  const opened = lines.findLastIndex((line) => line.event === "castillo_opened");
  const kept: Line[] = [];
  lines.forEach((line, at) => {
    if (QUIET.has(line.event)) return;
    if (!isSecret || at <= opened || !isThrow(line)) {
      kept.push(line);
      return;
    }
    const before = kept.at(-1);
    if (before && isThrow(before) && before.colour === line.colour) return;
    kept.push({ ...line, says: thrown(line.colour) });
  });
  return kept;
}

/** Whether a line begins something new, so that the log can be read in paragraphs. */
export const isHeading = (line: Line): boolean =>
  line.event === "round" || line.event === "general_scoring";

/** Whether somebody threw caballeros into the Castillo. */
export const isThrow = <Told extends Happening>(line: Told): line is Told & HappeningOf<"moved"> =>
  line.event === "moved" && line.to === "castillo";

/** What is said at the table. */
export const chatOf = (entries: readonly LogEntry[]): LogEntry[] =>
  entries.filter((entry) => entry.kind === "chat");
