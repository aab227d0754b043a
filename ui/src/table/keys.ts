// The keys of the table.

import { PACES } from "../app/preferences.svelte";
import type { Playback } from "./playback.svelte";
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
  } else if (key === "ArrowLeft") {
    session.playback.back();
  } else if (session.playback.busy) {
    return pressDuringReplay(key, target, session.playback);
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

function pressDuringReplay(key: string, target: Element | null, playback: Playback): boolean {
  if (key === "Escape") playback.skip();
  else if (key === " " && !takesSpace(target)) playback.togglePause();
  else if (key === "Enter" && !isPressable(target)) playback.resume();
  else if (key === "ArrowRight") playback.forward();
  else if (key === "+") playback.speed = besides(playback.speed, 1);
  else if (key === "-") playback.speed = besides(playback.speed, -1);
  else return false;
  return true;
}

/** The next speed, or the one before; neither is "at once", which ends the replay. */
function besides(speed: number, by: number): number {
  const speeds = PACES.filter((pace) => pace > 0);
  const at = speeds.findIndex((pace) => pace >= speed);
  return speeds[Math.min(Math.max(0, at + by), speeds.length - 1)] ?? 1;
}
