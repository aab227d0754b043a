// Finding words in the rules, whatever their accents and capitals.

import type { Edition } from "../wire/types";
import type { Tag, Variant } from "./outline";

/** Letters without accents and capitals; the length stays, so that positions still match. */
export function folded(text: string): string {
  return Array.from(text)
    .map((letter) => {
      const plain = letter.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
      return plain.length === letter.length ? plain : letter;
    })
    .join("");
}

export function wordsIn(query: string): string[] {
  return folded(query).split(/\s+/).filter(Boolean);
}

/** Whether a text has all the words. */
export function has(text: string, words: readonly string[]): boolean {
  const plain = folded(text);
  return words.every((word) => plain.includes(word));
}

export interface Piece {
  text: string;
  isHit: boolean;
}

/** A text cut where the words are found. */
export function cut(text: string, words: readonly string[]): Piece[] {
  const plain = folded(text);
  const hits = new Array<boolean>(text.length).fill(false);
  for (const word of words) {
    for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + 1)) {
      hits.fill(true, at, at + word.length);
    }
  }
  const pieces: Piece[] = [];
  for (let at = 0; at < text.length; at++) {
    const isHit = hits[at] ?? false;
    const last = pieces.at(-1);
    if (last?.isHit === isHit) last.text += text[at] ?? "";
    else pieces.push({ text: text[at] ?? "", isHit });
  }
  return pieces;
}

/** What the reader wants to see: one edition or both; all variants, none, or one of them. */
export interface Wanted {
  edition: Edition | "both";
  variant: Variant | "all" | "none";
}

export function isWanted(tags: readonly Tag[], wanted: Wanted): boolean {
  return tags.every((tag) => {
    if (tag === "2023" || tag === "classic")
      return wanted.edition === "both" || wanted.edition === tag;
    // The cards for old hands are all in the classic deck.
    if (tag === "old_hands" && wanted.edition === "classic") return true;
    return wanted.variant === "all" || wanted.variant === tag;
  });
}
