// A tree as rows to read: the main line runs on until something else was tried, which is told in rows of its
// own, further in.

import type { Branch, Path, Tree } from "./tree";

export interface Move {
  branch: Branch;
  path: Path;
  /** Whether another player chose before it in this row, so that it says who chooses. */
  isNew: boolean;
}
export interface Row {
  depth: number;
  moves: Move[];
}

export function rowsOf(tree: Tree, path: Path = [], first = 0, depth = 0): Row[] {
  const rows: Row[] = [];
  let row: Move[] = [];
  let next = tree;
  let at = path;
  let index = first;
  let last: number | null = null;
  for (let main = next[index]; main; main = next[index]) {
    row.push({ branch: main, path: [...at, index], isNew: main.seat !== last || row.length === 0 });
    last = main.seat;
    const isFork = index === 0 && next.length > 1;
    if (isFork && (first === 0 || at !== path)) {
      rows.push({ depth, moves: row });
      row = [];
      for (let other = 1; other < next.length; other += 1) {
        rows.push(...rowsOf(next, at, other, depth + 1));
      }
    }
    at = [...at, index];
    next = main.next;
    index = 0;
  }
  if (row.length > 0) rows.push({ depth, moves: row });
  return rows;
}
