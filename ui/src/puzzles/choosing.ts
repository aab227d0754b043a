// Which puzzle comes next: in a row of a theme and difficulty, or the one that fits the player best.

import type { PuzzleShown } from "../wire/schema";

/** The puzzles of a theme, of a difficulty, or of both; null: any. */
export interface Row {
  theme: string | null;
  difficulty: number | null;
}

/** The row that an address names. */
export function rowIn(query: URLSearchParams): Row {
  const difficulty = Number(query.get("difficulty"));
  return { theme: query.get("theme"), difficulty: difficulty || null };
}

/** The part of an address that names a row. */
export function queryOf({ theme, difficulty }: Row): string {
  const query = new URLSearchParams();
  if (theme) query.set("theme", theme);
  if (difficulty) query.set("difficulty", String(difficulty));
  const text = query.toString();
  return text && `?${text}`;
}

export const isIn = (puzzle: PuzzleShown, row: Row): boolean =>
  (row.theme === null || puzzle.theme === row.theme) &&
  (row.difficulty === null || puzzle.difficulty === row.difficulty);

/** The next puzzle of a row that was not tried: the one whose rating is nearest; null: none is left. */
export function nextOf(
  puzzles: readonly PuzzleShown[],
  row: Row,
  rating: number,
  after: string | null = null,
): PuzzleShown | null {
  let best: PuzzleShown | null = null;
  for (const puzzle of puzzles) {
    if (puzzle.solved !== null || puzzle.id === after || !isIn(puzzle, row)) continue;
    if (!best || Math.abs(puzzle.rating - rating) < Math.abs(best.rating - rating)) best = puzzle;
  }
  return best;
}
