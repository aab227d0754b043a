// What admins are shown by the server (docs/host/moderation.md), and what they may do.

import type { Ban } from "../wire/schema";

export type { DeedSeen, PlayerSeen, SeatSeen, TableSeen, WelcomeSeen } from "../wire/schema";
export type BanSeen = Ban;

/** From this time on something is permanent: the server's end of time. */
export const FOREVER = 253_402_300_799_000;

/** What an admin is about to do: confirmed in a dialog first. */
export interface Deed {
  title: string;
  text: string;
  /** Whether it needs a duration. */
  timed: boolean;
  perform: (reason: string, until: number | null) => Promise<unknown>;
}
