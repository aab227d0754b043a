// Which caballero is which. A view only counts; the ledger gives every caballero a number and turns
// the difference of two counts into moves, so that a piece can be seen to go from here to there.

import type { Region, View } from "../wire/types";
import { REGIONS } from "../wire/types";

export type Post = Region | "castillo" | "court" | "province";
export const POSTS: readonly Post[] = [...REGIONS, "castillo", "court", "province"];
/** How many caballeros a colour has, always. */
const EACH = 30;

/** By colour and post: the numbers of those who are there, the last come last. */
export type Ledger = Record<Post, number[]>[];
export interface Move {
  id: number;
  colour: number;
  from: Post;
  to: Post;
}

/** How many of each colour are where. In a secret game the rest must be in the Castillo. */
export function counted(view: View): Record<Post, number>[] {
  return view.court.map((court, colour) => {
    const counts = { castillo: 0, court, province: view.province[colour] ?? 0 } as Record<
      Post,
      number
    >;
    for (const region of REGIONS) counts[region] = view.regions[region].caballeros[colour] ?? 0;
    const seen = POSTS.reduce((sum, post) => sum + counts[post], 0);
    counts.castillo = view.castillo.caballeros?.[colour] ?? Math.max(0, EACH - seen);
    return counts;
  });
}

/** A first ledger: everybody is where the view has them, and nobody moved. */
export function muster(view: View): Ledger {
  let last = 0;
  return counted(view).map((counts) => {
    const posts = {} as Record<Post, number[]>;
    for (const post of POSTS) posts[post] = Array.from({ length: counts[post] }, () => ++last);
    return posts;
  });
}

/** The likelier a move in one step, the lower: used when several would explain a difference. */
function strangeness(from: Post, to: Post): number {
  if (from === "province") return to === "court" ? 0 : 2;
  if (from === "court") return to === "province" ? 1 : 0;
  if (from === "castillo") return to === "province" ? 3 : 1;
  if (to === "castillo") return 2;
  return to === "court" || to === "province" ? 1 : 0;
}

/** The ledger after a view, and who moved; the old ledger is not touched. */
export function reckon(ledger: Ledger, view: View): { ledger: Ledger; moves: Move[] } {
  const now = counted(view);
  if (now.length !== ledger.length) return { ledger: muster(view), moves: [] };
  const moves: Move[] = [];
  const next = ledger.map((before, colour) => {
    const posts = { ...before };
    const change = (post: Post): number => now[colour]![post] - posts[post].length;
    const ways = POSTS.flatMap((from) => POSTS.map((to) => ({ from, to }))).sort(
      (a, b) => strangeness(a.from, a.to) - strangeness(b.from, b.to),
    );
    for (const { from, to } of ways) {
      while (change(from) < 0 && change(to) > 0) {
        const id = posts[from].at(-1)!;
        posts[from] = posts[from].slice(0, -1);
        posts[to] = [...posts[to], id];
        moves.push({ id, colour, from, to });
      }
    }
    return posts;
  });
  const odd = next.some((posts, colour) =>
    POSTS.some((post) => posts[post].length !== now[colour]![post]),
  );
  return odd ? { ledger: muster(view), moves: [] } : { ledger: next, moves };
}
