// What the coach says about a game, by position.

import type { CommentShown } from "../wire/schema";

/** The comment that holds at a position; the latest if there are several. */
export const commentAt = (
  comments: readonly CommentShown[],
  position: number,
): CommentShown | null =>
  comments.findLast((one) => one.position <= position && position <= one.until) ?? null;

/** Where the next comment is; null: there is none. */
export const commentAfter = (comments: readonly CommentShown[], position: number): number | null =>
  comments.find((one) => one.position > position)?.position ?? null;

/** Where the comment before this position begins; that of the position itself does not count. */
export function commentBefore(comments: readonly CommentShown[], position: number): number | null {
  const here = commentAt(comments, position)?.position ?? position;
  return comments.findLast((one) => one.position < here)?.position ?? null;
}
