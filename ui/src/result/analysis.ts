// The analysis of a finished game, and the rows and lines that its charts show.

import type { AnalysisShown, CourseRow, PaymentShown, TurningPoint } from "../wire/schema";

export type Payment = PaymentShown;
export type Analysis = AnalysisShown;
export type HistoryRow = CourseRow;
export type { TurningPoint };

/** A moment marked in the chart of the game. */
export interface ChartMark {
  position: number;
  seat: number;
  label: string;
  isGood: boolean;
}

/** One row of a chart: what it is about, and a value for every seat. */
export interface ChartRow {
  key: string;
  values: number[];
}

function gather(
  points: readonly Payment[],
  players: number,
  keyOf: (payment: Payment) => string,
  order: readonly string[] = [],
): ChartRow[] {
  const rows = new Map<string, number[]>(order.map((key) => [key, seats(players)]));
  for (const payment of points) {
    const key = keyOf(payment);
    const values = rows.get(key) ?? seats(players);
    values[payment.seat] = (values[payment.seat] ?? 0) + payment.points;
    rows.set(key, values);
  }
  return [...rows].map(([key, values]) => ({ key, values }));
}

const seats = (players: number): number[] => Array.from({ length: players }, () => 0);
const total = (row: ChartRow): number => row.values.reduce((sum, value) => sum + value, 0);

/** The points a game started with, when it continued another. */
export const BEFORE = "before";

/** Points by place, in the given order; all are shown, even those that paid nobody. */
export function byPlace(
  points: readonly Payment[],
  players: number,
  places: readonly string[],
): ChartRow[] {
  return gather(points, players, (payment) => payment.place ?? BEFORE, places);
}

const FIRST_SOURCES = ["general", "king_bonus", "grande_bonus"];

/** Points by source: general scorings and bonuses first, then cards by what they paid in all. */
export function bySource(points: readonly Payment[], players: number): ChartRow[] {
  const rows = gather(points, players, (payment) => payment.source, FIRST_SOURCES);
  const rank = (row: ChartRow): number => {
    const index = FIRST_SOURCES.indexOf(row.key);
    if (index >= 0) return index - FIRST_SOURCES.length;
    return row.key === BEFORE ? 1 : 0;
  };
  return rows.sort((a, b) => rank(a) - rank(b) || total(b) - total(a));
}

/** A round, or the general scoring at its end. */
export interface RoundKey {
  round: number;
  isScoring: boolean;
}

/** Points by round, general scorings in rows of their own after their round. */
export function byRound(
  points: readonly Payment[],
  players: number,
  rounds: readonly number[],
  scorings: readonly number[],
): (ChartRow & RoundKey)[] {
  const order = rounds.flatMap((round) =>
    scorings.includes(round) ? [`${round}`, `${round}s`] : [`${round}`],
  );
  const rows = gather(points, players, roundKey, order);
  return rows.map((row) => ({
    ...row,
    round: Number.parseInt(row.key, 10),
    isScoring: row.key.endsWith("s"),
  }));
}

function roundKey(payment: Payment): string {
  const isScoring = payment.card === null && payment.source !== BEFORE;
  return isScoring ? `${payment.round}s` : `${payment.round}`;
}

export interface Standing {
  seat: number;
  score: number;
  /** Equal scores share a place. */
  place: number;
}

/** The seats from the first to the last. */
export function standingsOf(scores: readonly number[]): Standing[] {
  return scores
    .map((score, seat) => ({
      seat,
      score,
      place: 1 + scores.filter((other) => other > score).length,
    }))
    .sort((a, b) => a.place - b.place || a.seat - b.seat);
}

/** Move labels apart so that none overlap, each as near to its place as possible. */
export function spread(
  wanted: readonly number[],
  gap: number,
  low: number,
  high: number,
): number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const placed = [...wanted];
  let floor = low;
  for (const index of order) {
    placed[index] = Math.max(floor, wanted[index] ?? 0);
    floor = placed[index] + gap;
  }
  let ceiling = high;
  for (const index of order.reverse()) {
    placed[index] = Math.min(ceiling, placed[index] ?? 0);
    ceiling = placed[index] - gap;
  }
  return placed;
}

/** The points that have room: each at least this far from those before it, in one direction. */
export function apart<P extends { x: number; y: number }>(points: readonly P[], gap: number): P[] {
  const placed: P[] = [];
  for (const point of points) {
    const isFree = placed.every(
      (other) => Math.abs(other.x - point.x) >= gap || Math.abs(other.y - point.y) >= gap,
    );
    if (isFree) placed.push(point);
  }
  return placed;
}

/** Whose chances a turn changed most: up and down, by at least three in a hundred. */
export function swingsOf(point: Pick<TurningPoint, "before" | "after">): number[] {
  const change = (seat: number): number => (point.after[seat] ?? 0) - (point.before[seat] ?? 0);
  return point.before
    .map((_, seat) => seat)
    .filter((seat) => Math.abs(change(seat)) >= 0.03)
    .sort((a, b) => change(b) - change(a));
}
