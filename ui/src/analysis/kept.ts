// The trees of this browser, by where they start: a reload loses nothing.

import { keep, recall } from "../app/keeping";
import type { Start } from "../position/played_on";
import type { Tree } from "./tree";
import { treeIn } from "./written";

const KEY = "analyses";
/** The oldest are forgotten. */
const MOST = 30;

interface Kept {
  start: string;
  tree: unknown;
}

/** The name of a start: short, and the same for the same position. */
export function nameOf(start: Start): string {
  if ("table" in start) return `${start.table}/${start.position}`;
  const text = JSON.stringify(start.snapshot);
  let hash = 5381n;
  for (const letter of text)
    hash = BigInt.asUintN(64, hash * 33n + BigInt(letter.codePointAt(0) ?? 0));
  return hash.toString(36);
}

const everything = (): Kept[] => {
  const found = recall<unknown>(KEY, []);
  return Array.isArray(found) ? (found as Kept[]) : [];
};

export function recallTree(start: Start): Tree {
  const name = nameOf(start);
  const found = everything().find((one) => one.start === name);
  return (found && treeIn(found.tree)) ?? [];
}

export function keepTree(start: Start, tree: Tree): void {
  const name = nameOf(start);
  const others = everything().filter((one) => one.start !== name);
  if (tree.length === 0 && others.length === everything().length) return;
  keep(KEY, tree.length > 0 ? [...others, { start: name, tree }].slice(-MOST) : others);
}
