// What admins are shown by the server (docs/moderation.md), and what they may do.

export interface PlayerSeen {
  id: string;
  name: string;
  claimed: boolean;
  admin: boolean;
  created: number;
  seen: number;
  muted: number | null;
  banned: number | null;
  ban_reason: string;
}

export interface SeatSeen {
  seat: number;
  kind: string;
  name: string;
  player: string | null;
  bot: string | null;
}

export interface TableSeen {
  id: string;
  title: string;
  state: string;
  public: boolean;
  host: string;
  host_name: string;
  created: number;
  started: number | null;
  finished: number | null;
  seats: SeatSeen[];
}

export interface BanSeen {
  network: string;
  until: number;
  reason: string;
  created: number;
}

export interface WelcomeSeen {
  id: string;
  note: string;
  uses: number;
  used: number;
  created: number;
  expires: number | null;
  revoked: boolean;
}

export interface DeedSeen {
  number: number;
  time: number;
  admin: string | null;
  admin_name: string | null;
  act: string;
  kind: string;
  target: string;
  target_name: string | null;
  reason: string;
  data: Record<string, unknown>;
}

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
