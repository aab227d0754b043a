// How values over time become a picture: the range of an axis, its marks, and the nearest point.

export interface Point {
  /** In milliseconds since 1970. */
  time: number;
  value: number;
  /** How far the truth may be from the value, up or down. */
  spread?: number;
}

export interface Line {
  key: string;
  name: string;
  points: readonly Point[];
}

export interface Axis {
  low: number;
  high: number;
  marks: number[];
}

/** A range with round marks that holds all values; `limits` are never passed. */
export function axisFor(
  lines: readonly Line[],
  step: number,
  limits: readonly [number, number] = [-Infinity, Infinity],
): Axis {
  const all = lines.flatMap((line) => line.points);
  const values = all.flatMap(({ value, spread = 0 }) => [value - spread, value + spread]);
  let low = Math.max(limits[0], Math.floor(Math.min(...values) / step) * step);
  let high = Math.min(limits[1], Math.ceil(Math.max(...values) / step) * step);
  if (!Number.isFinite(low) || !Number.isFinite(high)) [low, high] = [0, step];
  if (high === low) high = low + step;
  const wide = step * Math.ceil((high - low) / step / 5);
  const marks = [];
  for (let mark = Math.ceil(low / wide) * wide; mark <= high; mark += wide) marks.push(mark);
  return { low, high, marks };
}

/** The time of the point nearest to a time, over all lines; null without points. */
export function nearestTime(lines: readonly Line[], time: number): number | null {
  let best: number | null = null;
  for (const { points } of lines)
    for (const point of points)
      if (best === null || Math.abs(point.time - time) < Math.abs(best - time)) best = point.time;
  return best;
}

/** The last point of a line that is not later than a time. */
export function pointAt(line: Line, time: number): Point | null {
  return line.points.findLast((point) => point.time <= time) ?? null;
}
