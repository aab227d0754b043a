// The moments of a review: which are shown, in which order, and what marks them.

import type { ReviewData, ReviewedMoment } from "../wire/schema";

export type Moment = ReviewedMoment;
export type Kind = Moment["kind"];
export type Order = "game" | "worst";
export const KINDS = ["turn", "power", "disc"] as const satisfies readonly Kind[];

export interface Wish {
  /** null: everybody's. */
  seat: number | null;
  /** null: all kinds. */
  kind: Kind | null;
  order: Order;
}

/** The moments that are wanted, in the order wanted. */
export function chosen(moments: readonly Moment[], { seat, kind, order }: Wish): Moment[] {
  const found = moments.filter(
    (one) => (seat === null || one.seat === seat) && (kind === null || one.kind === kind),
  );
  return order === "game" ? found : found.sort((a, b) => b.lost - a.lost);
}

/** One of the moments that stand out. */
export interface Standout {
  moment: Moment;
  kind: "best" | "worst";
}

/** The best and worst moments of a seat, or of all, the most telling first. */
export function standouts(review: ReviewData, seat: number | null = null): Standout[] {
  return review.highlights.flatMap((one) => {
    const moment = review.moments[one.moment];
    const isWanted = seat === null || one.seat === seat;
    return moment && isWanted ? [{ moment, kind: one.kind }] : [];
  });
}

/** How good an accuracy is, for its colour. */
export function gradeOf(accuracy: number): "high" | "fair" | "low" {
  if (accuracy >= 85) return "high";
  return accuracy >= 70 ? "fair" : "low";
}
