// How far the first round of this browser has come, kept so that one can leave and come back.

import { keep, recall } from "../app/keeping";

const KEY = "first-round";

export interface Progress {
  table: string;
  seen: string[];
  isSkipped: boolean;
  isDone: boolean;
}

/** The first round this browser has begun, if any. */
export const keptProgress = (): Progress | null => recall<Progress | null>(KEY, null);

export const keepProgress = (progress: Progress): void => keep(KEY, progress);

/** The next first round begins at the beginning. */
export const forgetProgress = (): void => keep(KEY, null);
