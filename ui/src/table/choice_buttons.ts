// The choices that are buttons: what stands on them, and in which order.

import { isText, words } from "../app/words.svelte";
import type { ButtonKey, Choice, Touch } from "../wire/types";

// A card's own text would be too long for a button: it is in the tip.
const labels = words("actButtons");
// Choices that end or decline: kept apart from those that do something.
const ENDING: ReadonlySet<string> = new Set(["stop", "end"]);

export const keyOf = (touch: Touch): ButtonKey | null =>
  touch.on === "button" ? touch.button : null;

export const isEnding = (choice: Choice): boolean => ENDING.has(keyOf(choice.touches) ?? "");

/** Whether its button has a short text, so that the whole one belongs in a tip. */
export const isShort = (choice: Choice): boolean =>
  isText("actButtons", keyOf(choice.touches) ?? "end");

export function labelOf(choice: Choice): string {
  const key = keyOf(choice.touches) ?? "end";
  return isText("actButtons", key) ? labels(key) : choice.text.replace(/\.$/, "");
}

/** Those that do something come first, those that end or decline last. */
export const inOrder = (buttons: readonly Choice[]): Choice[] =>
  [...buttons].sort((one, other) => Number(isEnding(one)) - Number(isEnding(other)));

/** Buttons come and go under the pointer: the second of two quick clicks was not meant for the next one. */
export function unlessTwice(act: () => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.detail < 2) act();
  };
}
