// Puzzles and the server: the list, trying one, the answer.

import { get, post } from "../wire/http";
import { ensurePlayer, findPlayer } from "../wire/player.svelte";
import type { PuzzleList, PuzzleRecord, PuzzleResult, PuzzleTask } from "../wire/schema";
import type { Language } from "../wire/types";

export async function listPuzzles(language: Language): Promise<PuzzleList> {
  return get<PuzzleList>(`/api/puzzles?language=${language}`);
}

/** What this browser's player has done; null before they have done anything at all. */
export async function recordOfMine(): Promise<PuzzleRecord | null> {
  return (await findPlayer()) ? get<PuzzleRecord>("/api/puzzles/record") : null;
}

export async function tryPuzzle(
  id: string,
  choices: readonly number[],
  language: Language,
): Promise<PuzzleTask> {
  return post<PuzzleTask>(`/api/puzzles/${id}/position`, { choices, language });
}

export async function answerPuzzle(
  id: string,
  choices: readonly number[],
  language: Language,
): Promise<PuzzleResult> {
  await ensurePlayer();
  return post<PuzzleResult>(`/api/puzzles/${id}/answer`, { choices, language });
}

export async function showSolution(id: string, language: Language): Promise<PuzzleResult> {
  await ensurePlayer();
  return post<PuzzleResult>(`/api/puzzles/${id}/solution`, { language });
}
