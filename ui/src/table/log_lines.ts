// The log of a game as people keep it: lines of events with the table's own entries between.

import type { Happening, HappeningOf, Line, LogEntry, StateFrame } from "../wire/types";

/** Events that a reader of the log would not miss. */
const QUIET = new Set(["turn_ended", "castillo_held", "place_counted", "unpaid"]);

/** The lines worth reading. */
export const readableLines = (lines: readonly Line[]): Line[] =>
  lines.filter((line) => !QUIET.has(line.event));

/** The log after a frame: what it brings replaces what it tells anew, or what was taken back. */
export const withNews = (lines: readonly Line[], frame: StateFrame): Line[] => [
  ...lines.filter((line) => line.number < frame.lines_from),
  ...frame.lines,
];

/** Whether a line begins something new, so that the log can be read in paragraphs. */
export const isHeading = (line: Line): boolean =>
  line.event === "round" || line.event === "general_scoring";

/** Whether somebody threw caballeros into the Castillo. */
export const isThrow = <Told extends Happening>(line: Told): line is Told & HappeningOf<"moved"> =>
  line.event === "moved" && line.to === "castillo";

/** What is said at the table. */
export const chatOf = (entries: readonly LogEntry[]): LogEntry[] =>
  entries.filter((entry) => entry.kind === "chat");
