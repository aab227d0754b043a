// What admins are shown by the server (docs/moderation.md), and what they may do.

import type { Ban } from "../wire/schema";

export type { DeedSeen, PlayerSeen, SeatSeen, TableSeen, WelcomeSeen } from "../wire/schema";
export type BanSeen = Ban;

/** From this moment on something is for good: the server's end of time. */
export const FOREVER = 253_402_300_799_000;

/** What an admin is about to do: asked once more in a dialog before it is done. */
export interface Deed {
  title: string;
  text: string;
  /** Whether it lasts for a time that is to be chosen. */
  timed: boolean;
  perform: (reason: string, until: number | null) => Promise<unknown>;
}
