// The progress of this browser's first round, kept so that the player can leave and come back.

import { keep, recall } from "../app/keeping";

const KEY = "first-round";

export interface Progress {
  table: string;
  /** The round that is played with lessons; unknown until the table is seen. */
  round?: number;
  seen: string[];
  isSkipped: boolean;
  isDone: boolean;
}

/** The first round this browser has begun, if any. */
export const keptProgress = (): Progress | null => recall<Progress | null>(KEY, null);

export const keepProgress = (progress: Progress): void => keep(KEY, progress);

/** The next first round starts over. */
export const forgetProgress = (): void => keep(KEY, null);
