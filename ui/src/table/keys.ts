// The keys of the table.

import type { TableSession } from "./session.svelte";

export interface Wishes {
  /** Turn the secret disc, which is not set by a single key; false: there is none. */
  turn(choice: number): boolean;
  list(): void;
  help(): void;
}

const isTyping = (target: Element | null): boolean =>
  !!target?.closest("input, select, textarea, [contenteditable]");
/** Whether Enter means something to the focused element: then the table ignores it. */
const isPressable = (target: Element | null): boolean =>
  !!target?.closest("button:not([aria-disabled='true']), a, summary, [role='button']");
/** The same for the space bar, which also scrolls. */
const takesSpace = (target: Element | null): boolean =>
  isPressable(target) || !!target?.closest("[tabindex='0']:not([aria-disabled='true'])");

/** Do what a key means at the table; returns whether it meant anything. */
export function press(event: KeyboardEvent, session: TableSession, wishes: Wishes): boolean {
  const target = event.target instanceof Element ? event.target : null;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (isTyping(target) || document.querySelector("dialog[open]")) return false;
  // A key held down counts once: nothing is chosen or confirmed because a finger was slow.
  if (event.repeat) return false;
  const key = event.key;
  if (key === "?") {
    wishes.help();
  } else if (session.playback.busy) {
    if (key !== "Escape" && (key !== " " || takesSpace(target))) return false;
    session.playback.skip();
  } else if (/^[1-9]$/.test(key)) {
    const choice = session.choices[Number(key) - 1];
    if (!choice) return false;
    if (!wishes.turn(choice.choice)) void session.choose(choice.choice);
  } else if (key === "Enter") {
    if (!session.toConfirm || isPressable(target)) return false;
    void session.confirm();
  } else if (key === "Backspace" || key === "u" || key === "U") {
    if (!session.frame?.view?.can_undo || !session.isOpen) return false;
    void session.takeBack();
  } else if (key === "l" || key === "L") {
    wishes.list();
  } else {
    return false;
  }
  return true;
}
