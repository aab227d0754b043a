// The puzzle of the day, found from the date alone: the same for everybody, whatever the server says.

import type { DailyShown } from "../wire/schema";

const DAY_MS = 24 * 60 * 60 * 1000;

/** The date of a moment by UTC, such as 2026-11-18. */
export function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

/** The place in the list of a date's puzzle, from 0; also for dates before the first. */
export function numberOf(day: string, { first_day, step, count }: DailyShown): number {
  const days = Math.round((Date.parse(day) - Date.parse(first_day)) / DAY_MS);
  return (((days * step) % count) + count) % count;
}
