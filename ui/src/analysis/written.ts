// An analysis as a file: JSON that can be opened again, and text to read, with variations in brackets
// (docs/program/notation.md).

import { house } from "../art/houses";
import type { Start } from "../position/played_on";
import type { Branch, Tree } from "./tree";

export const FORMAT = "elgrande analysis 1";
/** More than anybody tries by hand; a file with more is not one of ours. */
const MOST_BRANCHES = 5000;
const LONGEST_CHOICE = 40;
const LONGEST_COMMENT = 2000;
const MOST_SEATS = 5;

export interface Analysis {
  start: Start;
  tree: Tree;
}

export const toJson = ({ start, tree }: Analysis): string =>
  JSON.stringify({ format: FORMAT, start, tree }, null, 1);

/** The analysis in a file; null if it is not one. Whether its choices are legal is the server's to say. */
export function fromJson(text: string): Analysis | null {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(data) || data.format !== FORMAT) return null;
  const start = startIn(data.start);
  const left = { branches: MOST_BRANCHES };
  const tree = treeIn(data.tree, left);
  return start && tree ? { start, tree } : null;
}

const isRecord = (data: unknown): data is Record<string, unknown> =>
  typeof data === "object" && data !== null && !Array.isArray(data);

function startIn(data: unknown): Start | null {
  if (!isRecord(data)) return null;
  if (typeof data.table === "string" && Number.isInteger(data.position)) {
    return { table: data.table, position: data.position as number };
  }
  if (isRecord(data.snapshot)) return { snapshot: data.snapshot } as unknown as Start;
  return null;
}

/** The branches in data; null if something in them is not as it should be. */
export function treeIn(data: unknown, left = { branches: MOST_BRANCHES }): Tree | null {
  if (!Array.isArray(data)) return null;
  const tree: Branch[] = [];
  for (const one of data as unknown[]) {
    left.branches -= 1;
    if (left.branches < 0 || !isRecord(one)) return null;
    const { seat, choice, comment } = one;
    if (!Number.isInteger(seat) || (seat as number) < 0 || (seat as number) >= MOST_SEATS)
      return null;
    if (typeof choice !== "string" || choice.length > LONGEST_CHOICE) return null;
    const next = treeIn(one.next ?? [], left);
    if (!next) return null;
    const branch = { seat: seat as number, choice, next };
    const isSaid = typeof comment === "string" && comment !== "";
    tree.push(isSaid ? { ...branch, comment: comment.slice(0, LONGEST_COMMENT) } : branch);
  }
  return tree;
}

/** The start and the tree as text to read. */
export function toText({ start, tree }: Analysis): string {
  const head =
    "table" in start
      ? [`table: ${JSON.stringify(start.table)}`, `position: ${start.position}`]
      : [`start: ${JSON.stringify(start.snapshot)}`];
  return [FORMAT, ...head, "", wordsOf(tree, null), ""].join("\n");
}

/** A line with its variations: `carmine: power 9 (power 8) azure: take 2, card 5`. */
export function wordsOf(tree: Tree, seat: number | null): string {
  const words: string[] = [];
  let next = tree;
  let last = seat;
  let isOpen = false; // whether a comma would go on with the same player
  while (next.length > 0) {
    const [main, ...others] = next as [Branch, ...Branch[]];
    const said = main.comment ? ` {${main.comment.replace(/[{}]/g, "")}}` : "";
    const text = `${main.choice}${said}`;
    if (main.seat === last && isOpen) words.push(`${words.pop()}, ${text}`);
    else words.push(main.seat === last ? text : `${house(main.seat).key}: ${text}`);
    isOpen = others.length === 0;
    for (const other of others) words.push(`(${wordsOf([other], null)})`);
    last = isOpen ? main.seat : null;
    next = main.next;
  }
  return words.join(" ");
}
