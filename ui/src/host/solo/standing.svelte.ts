// How the game in the worker stands: loading, ready, or why there is none.

import type { Trouble } from "./messages";

export const standing = $state<{
  /** How much of the game has been loaded, from 0 to 1. */
  loaded: number;
  isReady: boolean;
  trouble: Trouble | null;
  /** Games are not kept: the browser does not let us. */
  isUnsaved: boolean;
  /** How many kept games cannot be read. */
  unreadable: number;
}>({ loaded: 0, isReady: false, trouble: null, isUnsaved: false, unreadable: 0 });
