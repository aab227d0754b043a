// The steps through a game: their names, their keys, the speeds.

export type Step = "first" | "turnBack" | "back" | "play" | "forward" | "turnForward" | "last";
export type Deed = Step | "slower" | "faster";

export const SPEEDS = [0.5, 1, 2, 4, 8] as const;
/** How long a choice is shown at speed 1. */
export const CHOICE_MS = 900;

export interface Pressed {
  key: string;
  shiftKey: boolean;
}

/** What a key does; null: nothing of ours. */
export function deedOf({ key, shiftKey }: Pressed): Deed | null {
  switch (key) {
    case "ArrowLeft":
      return shiftKey ? "turnBack" : "back";
    case "ArrowRight":
      return shiftKey ? "turnForward" : "forward";
    case "Home":
      return "first";
    case "End":
      return "last";
    case " ":
      return "play";
    case ",":
    case "<":
      return "slower";
    case ".":
    case ">":
      return "faster";
    default:
      return null;
  }
}

/** The next speed up (1) or down (-1), within the range. */
export function speedAfter(speed: number, direction: 1 | -1): number {
  const index = SPEEDS.findIndex((one) => one === speed) + direction;
  return SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, index))] ?? 1;
}
