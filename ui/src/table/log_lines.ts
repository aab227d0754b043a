// The log of a game as people keep it: lines of events with the table's own entries between.

import type { Happening, HappeningOf, Line, LogEntry, Place, StateFrame } from "../wire/types";

/** Events that a reader of the log would not miss. */
const QUIET = new Set(["turn_ended", "castillo_held", "place_counted", "unpaid"]);

/** The lines worth reading. */
export const readableLines = (lines: readonly Line[]): Line[] =>
  lines.filter((line) => !QUIET.has(line.event));

/** The log after a frame: what it brings replaces lines that it tells again, or that were taken back. */
export const withNews = (lines: readonly Line[], frame: StateFrame): Line[] => [
  ...lines.filter((line) => line.number < frame.lines_from),
  ...frame.lines,
];

/** One thing to read: a line, or several of one kind in a row. */
export interface Entry {
  first: Line;
  last: Line;
  says: string;
  /** Where somebody placed caballeros one after the other, and how many, if there are several. */
  placed: { colour: number; places: [Place, number][] } | null;
}

/** What belongs together in the log: somebody's turn or power card, or what the table does. */
export interface Paragraph {
  seat: number | null;
  entries: Entry[];
}

/** Lines of these kinds follow each other in one sentence after the other. */
const JOINED: ReadonlySet<string> = new Set(["revealed", "order", "modifier_passed"]);
/** What the table does begins a paragraph of its own. */
const OF_THE_TABLE: ReadonlySet<string> = new Set([
  "round",
  "order",
  "dummy_took",
  "general_scoring",
  "first_player",
  "game_ended",
]);

/** The log in paragraphs: rounds, turns and scorings, with what is alike told in one line. */
export function paragraphsOf(lines: readonly Line[]): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let seat: number | null = null;
  let isOpen = false; // whether the next line belongs to the last paragraph
  for (const line of lines) {
    const beginner = beginnerOf(line);
    if (beginner !== null && (beginner !== seat || line.event === "power")) {
      seat = beginner;
      isOpen = false;
    } else if (OF_THE_TABLE.has(line.event)) {
      isOpen = isOpen && seat === null && line.event === "order";
      seat = null;
    }
    if (!QUIET.has(line.event)) {
      const last = isOpen ? paragraphs.at(-1) : undefined;
      if (last) add(last.entries, line);
      else paragraphs.push({ seat, entries: [entryOf(line)] });
      isOpen = true;
    }
    if (line.event === "turn_ended") {
      seat = null;
      isOpen = false;
    }
  }
  return paragraphs;
}

/** Whose turn, or power card, begins with a line. */
function beginnerOf(line: Line): number | null {
  if (line.event === "power" || line.event === "card") return line.colour;
  return line.event === "moved" && line.from === "province" && line.to === "court"
    ? line.colour
    : null;
}

const entryOf = (line: Line): Entry => ({
  first: line,
  last: line,
  says: line.says,
  placed: isPlacing(line) ? { colour: line.colour, places: [[line.to, line.count ?? 0]] } : null,
});

function add(entries: Entry[], line: Line): void {
  const entry = entries.at(-1);
  const placed = entry?.placed;
  if (entry && placed && isPlacing(line) && placed.colour === line.colour) {
    const there = placed.places.find(([place]) => place === line.to);
    if (there) there[1] += line.count ?? 0;
    else placed.places.push([line.to, line.count ?? 0]);
    entry.last = line;
  } else if (entry && JOINED.has(line.event) && entry.last.event === line.event) {
    entry.says += ` ${line.says}`;
    entry.last = line;
  } else {
    entries.push(entryOf(line));
  }
}

const isPlacing = (line: Line): line is Line & HappeningOf<"moved"> =>
  line.event === "moved" &&
  line.from === "court" &&
  line.to !== "castillo" &&
  line.to !== "province";

/** The stacks whose card was taken this round; null where the log does not reach back to its start. */
export function stacksTaken(lines: readonly Line[]): ReadonlySet<number> | null {
  const start = lines.findLastIndex((line) => line.event === "round");
  if (start < 0) return null;
  return new Set(
    lines
      .slice(start)
      .flatMap((line) =>
        line.event === "card" || line.event === "dummy_took" ? [line.stack] : [],
      ),
  );
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
