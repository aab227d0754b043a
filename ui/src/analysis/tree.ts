// Branches of an analysis: a tree of choices, each made by a seat. Nothing here changes a tree; every step
// returns a new one.

import type { Made } from "../position/played_on";

/** A choice, with what was tried after it; the first branch is the main line. */
export interface Branch {
  readonly seat: number;
  /** In notation, which stays the same from version to version. */
  readonly choice: string;
  /** What the choice says in the language it was made in. */
  readonly comment?: string;
  readonly next: readonly Branch[];
}
export type Tree = readonly Branch[];
/** Which branch is taken at every step, from the start on. */
export type Path = readonly number[];

export interface Moved {
  tree: Tree;
  path: Path;
}

/** The branch a path leads to; null at the start, or where there is none. */
export function branchAt(tree: Tree, path: Path): Branch | null {
  let found: Branch | null = null;
  let next = tree;
  for (const index of path) {
    found = next[index] ?? null;
    if (!found) return null;
    next = found.next;
  }
  return found;
}

/** What was tried after a path. */
export const nextAt = (tree: Tree, path: Path): Tree =>
  path.length === 0 ? tree : (branchAt(tree, path)?.next ?? []);

/** The choices along a path. */
export function lineAt(tree: Tree, path: Path): Made[] {
  return path.flatMap((_, index): Made[] => {
    const branch = branchAt(tree, path.slice(0, index + 1));
    return branch ? [[branch.seat, branch.choice]] : [];
  });
}

/** The tree with what follows a path replaced. */
function withNext(tree: Tree, path: Path, change: (next: Tree) => Tree): Tree {
  const [index, ...rest] = path;
  if (index === undefined) return change(tree);
  return tree.map((branch, at) =>
    at === index ? { ...branch, next: withNext(branch.next, rest, change) } : branch,
  );
}

/** Make a choice after a path; one that was tried before is gone to, not repeated. */
export function add(tree: Tree, path: Path, seat: number, choice: string): Moved {
  const known = nextAt(tree, path).findIndex((one) => one.seat === seat && one.choice === choice);
  if (known >= 0) return { tree, path: [...path, known] };
  const at = nextAt(tree, path).length;
  const grown = withNext(tree, path, (next) => [...next, { seat, choice, next: [] }]);
  return { tree: grown, path: [...path, at] };
}

/** Make several choices after each other. */
export function addLine(tree: Tree, line: readonly Made[]): Moved {
  return line.reduce<Moved>(
    (moved, [seat, choice]) => add(moved.tree, moved.path, seat, String(choice)),
    { tree, path: [] },
  );
}

/** Delete the branch that a path leads to, with everything after it; one is then where it began. */
export function remove(tree: Tree, path: Path): Moved {
  const before = path.slice(0, -1);
  const last = path.at(-1);
  if (last === undefined) return { tree, path };
  return {
    tree: withNext(tree, before, (next) => next.filter((_, at) => at !== last)),
    path: before,
  };
}

/** Where a path last left the main line: the branch that `promote` makes the first; null: nowhere. */
export function forkOf(path: Path): number | null {
  const at = path.findLastIndex((index) => index > 0);
  return at < 0 ? null : at;
}

/** Make the branch that a path is on the first of those beside it. */
export function promote(tree: Tree, path: Path): Moved {
  const at = forkOf(path);
  if (at === null) return { tree, path };
  const chosen = path[at] ?? 0;
  const promoted = withNext(tree, path.slice(0, at), (next) => {
    const branch = next[chosen];
    return branch ? [branch, ...next.filter((_, index) => index !== chosen)] : next;
  });
  return { tree: promoted, path: path.map((index, step) => (step === at ? 0 : index)) };
}

/** Say something about the choice that a path leads to; empty: nothing any more. */
export function comment(tree: Tree, path: Path, text: string): Tree {
  const last = path.at(-1);
  return withNext(tree, path.slice(0, -1), (next) =>
    next.map((branch, at): Branch => {
      if (at !== last) return branch;
      const { seat, choice, next: after } = branch;
      return text.trim()
        ? { seat, choice, comment: text, next: after }
        : { seat, choice, next: after };
    }),
  );
}

/** One choice further along the main line from here. */
export const forward = (tree: Tree, path: Path): Path =>
  nextAt(tree, path).length > 0 ? [...path, 0] : path;

export const back = (path: Path): Path => path.slice(0, -1);

/** To the end of the main line from here. */
export function toEnd(tree: Tree, path: Path): Path {
  const next = forward(tree, path);
  return next === path ? path : toEnd(tree, next);
}

/** To the branch before (-1) or after (1) the one the path is on. */
export function beside(tree: Tree, path: Path, step: 1 | -1): Path {
  const last = path.at(-1);
  if (last === undefined) return path;
  const wanted = last + step;
  return nextAt(tree, back(path))[wanted] ? [...back(path), wanted] : path;
}

export const countOf = (tree: Tree): number =>
  tree.reduce((sum, branch) => sum + 1 + countOf(branch.next), 0);
