// What travels between the server and the browser (docs/protocol.md, docs/views.md).

export const REGIONS = [
  "galicia",
  "navarra",
  "aragon",
  "cataluna",
  "castilla",
  "toledo",
  "valencia",
  "sevilla",
  "granada",
] as const;
export type Region = (typeof REGIONS)[number];
export type Place = Region | "castillo" | "court" | "province" | "france" | "portugal";
export type TileKey = "8/4/0" | "4/0/0";
export type Edition = "2023" | "classic";
export type Language = "en" | "es" | "de";

export interface Options {
  edition: Edition;
  players: number;
  short: boolean;
  merged_stacks: boolean;
  new_regency: boolean;
  old_hands: string[];
  power_shift: boolean;
  castillo: "secret" | "open";
  first_player: number | null;
}

/** What a choice touches: the thing to click for it. */
export type Touch =
  | { on: "place"; place: Place }
  | { on: "piece"; colour: number; place: Region }
  | { on: "power"; value: number }
  | { on: "modifier"; modifier: string }
  | { on: "stack"; stack: number; card: string }
  | { on: "tile"; tile: TileKey; place: Place | null }
  | { on: "grande"; colour: number; place: Place }
  | { on: "count"; count: number }
  | { on: "button"; button: ButtonKey };
export type ButtonKey =
  | "stop"
  | "end"
  | "place"
  | "special"
  | "first"
  | "second"
  | "allow"
  | "allow_all"
  | "veto";

export interface Choice {
  choice: number;
  notation: string;
  text: string;
  touches: Touch;
}

export interface Decision {
  kind: string;
  seat?: number;
  left?: number | { own: number; foreign: number; total: number };
  colour?: number;
  from?: Place;
  tile?: TileKey;
  region?: Region;
  performer?: number;
  held?: Decision & { choice?: number };
  placed?: boolean;
  performed?: boolean;
  begun?: number;
  one_region?: Region | null;
  colours?: number[];
}

export interface BoardPlace {
  caballeros: number[] | null;
  grandes: number[];
  tile: TileKey | null;
  points: number[];
  ranks: number[] | null;
  worth: number[] | null;
}
export interface RegionShown extends BoardPlace {
  caballeros: number[];
  ranks: number[];
  worth: number[];
}

export interface PlayerShown {
  power: number | null;
  modifier: string | null;
  total: number | null;
  hand_size: number;
  powers_played: number[];
  modifiers_played: (string | null)[];
  modifiers_in_hand: number;
  vetoes: number;
  vetoes_expiring: number;
}

export interface StackShown {
  revealed: string | null;
  available: boolean;
  seen: string[];
  left: number;
}

export interface Mine {
  hand: number[];
  discard: number[];
  modifiers: string[];
  spent_modifiers: string[];
  passed: string | null;
  received: string | null;
  disc: Place | null;
}

export interface View {
  seat: number | null;
  options: Options;
  round: number;
  rounds_played: number;
  over: boolean;
  king: Place;
  first_player: number;
  waiting: number[];
  decision: Decision | null;
  pending: Decision[];
  allowed: number[];
  regions: Record<Region, RegionShown>;
  castillo: BoardPlace;
  court: number[];
  province: number[];
  scores: number[];
  if_scored_now: number[];
  turn_order: number[];
  players: PlayerShown[];
  stacks: Record<string, StackShown>;
  card: string | null;
  infiltrating: boolean;
  take_backs: number[];
  dummy: Record<string, unknown> | null;
  mine: Mine | null;
  legal: number[];
  ask: string;
  step: number;
  can_undo: boolean;
  undo_reason: string | null;
  choices: Choice[];
}

/** Something that happened; which fields there are depends on its name (docs/views.md). */
export interface Happening {
  event: string;
  says: string;
  /** The first position at which it had happened. */
  position: number;
  index?: number;
  colour?: number;
  by?: number;
  place?: Place;
  from?: Place | null;
  to?: Place | null;
  count?: number;
  value?: number;
  card?: string;
  stack?: number;
  tile?: TileKey;
  points?: number;
  rank?: number;
  round?: number;
  modifier?: string;
}

export interface SeatShown {
  seat: number;
  kind: "open" | "invited" | "human" | "bot";
  name: string;
  bot: string | null;
  local: boolean;
  substitute: string | null;
  policy: string | null;
}

export interface Clock {
  kind: "none" | "turn" | "game";
  seconds: number;
  increment: number;
  left: number[];
  ends: (number | null)[];
  lapsed: number[];
}

export interface UndoWish {
  request: number;
  seat: number;
  to: number;
  agreed: number[];
  wanted: number[];
}

export interface Play {
  position: number;
  first_position: number;
  waiting: number[];
  drafting: number | null;
  to_confirm: boolean;
  clock: Clock;
  undo: UndoWish | null;
}

export interface TableSettings {
  watching: "anyone" | "link" | "nobody";
  clock: { kind: "none" | "turn" | "game"; seconds: number; increment: number };
  absence_seconds: number;
  policy: string;
  coach: boolean;
}

export interface Table {
  id: string;
  state: "open" | "running" | "finished" | "closed";
  title: string;
  public: boolean;
  options: Options;
  settings: TableSettings;
  seats: SeatShown[];
  host: number[];
  source: Record<string, unknown> | null;
  seal: string;
  created: number;
  started: number | null;
  finished: number | null;
  result: Record<string, unknown> | null;
  play: Play | null;
  difference: { position: number; detail: string } | null;
  seed: string | null;
  salt: string | null;
}

export interface LogEntry {
  number: number;
  kind: string;
  seat: number | null;
  time: number;
  who?: string;
  text?: string;
  [name: string]: unknown;
}

export interface StateFrame {
  type: "state";
  table: Table;
  number: number;
  seat: number | null;
  mine: number[];
  view: View | null;
  events_from: number;
  events: Happening[];
  log: LogEntry[];
  paused: string | null;
}

export type ServerFrame =
  | StateFrame
  | { type: "done"; id: string | null; number: number }
  | { type: "error"; id: string | null; error: string; detail: string; status: number }
  | { type: "paused"; detail: string | null }
  | { type: "goodbye"; reconnect: number }
  | { type: "pong"; id: string | null; time: number };

export type ClientFrame =
  | { type: "choose"; seat: number; step: number; choice: number; confirm?: boolean }
  | { type: "confirm"; seat: number; step: number }
  | { type: "take_back"; seat: number; step: number; whole?: boolean }
  | { type: "ask_undo"; seat: number; to: number }
  | { type: "answer_undo"; seat: number; request: number; agree: boolean }
  | { type: "chat"; text: string; key?: string }
  | { type: "look"; seat: number | null }
  | { type: "ping" };

export interface Invitation {
  seat: number | null;
  token: string;
}
export interface OpenedTable {
  table: Table;
  invitations: Invitation[];
}
