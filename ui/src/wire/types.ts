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
export type Spot = Region | "castillo";
export type TileKey = "8/4/0" | "4/0/0";
/** A modifier of the Power Shift: what it adds, and what it lets one do. */
export type Modifier = `${"-2" | "-1" | "+1" | "+2"} ${"plain" | "recruit" | "move" | "grande"}`;
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
  | { on: "modifier"; modifier: Modifier }
  | { on: "stack"; stack: number; card: string }
  | { on: "tile"; tile: TileKey; place: Place | null }
  | { on: "grande"; colour: number; place: Place }
  | { on: "count"; count: number }
  | { on: "button"; button: ButtonKey };
export type ButtonKey =
  "stop" | "end" | "place" | "special" | "first" | "second" | "allow" | "allow_all" | "veto";

export interface Choice {
  choice: number;
  notation: string;
  text: string;
  touches: Touch;
}

/** How many more caballeros may be moved. */
export interface MovesLeft {
  own: number;
  foreign: number;
  total: number;
}
/** What is asked, or is still to happen (docs/views.md); without a seat it is the whole table's. */
export type Decision =
  | { kind: "place" | "take" | "take_from" | "muster" | "return"; seat: number; left: number }
  | { kind: "act"; seat: number; placed: boolean; performed: boolean }
  | { kind: "move_from"; seat: number; left: MovesLeft; one_region?: Region | null }
  | {
      kind: "move_to";
      seat: number;
      left: MovesLeft;
      colour: number;
      from: Region;
      one_region?: Region | null;
    }
  | { kind: "score_region"; seat: number; regions?: Region[] }
  | { kind: "tile_to"; seat: number; tile: TileKey }
  | { kind: "grande_to"; seat: number; colour: number }
  | { kind: "disc_coup"; seat: number; region: Region }
  | { kind: "entourage"; seat: number; left: number; from: Region }
  | { kind: "arrest"; seat: number; colours: number[] }
  | { kind: "veto"; seat: number; performer?: number; held?: Held }
  | { kind: "step"; seat: number; held: Held }
  | { kind: "turns"; begun: number }
  | { kind: "disc_scoring" | "pass_modifier" | "round" | "round_end" | "general_scoring" | "over" }
  | { kind: SimpleKind; seat: number };
type SimpleKind =
  | "disc_return"
  | "disc_rivalries"
  | "power"
  | "modifier"
  | "card"
  | "tile"
  | "king_to"
  | "grande"
  | "stand_in"
  | "coup"
  | "take_back"
  | "either"
  | "ability"
  | "perform"
  | "special_end";
export type DecisionOf<Kind extends Decision["kind"]> = Decision & { kind: Kind };
/** A step that waits until nobody stops it, with what was chosen. */
export type Held = Decision & { choice: number };

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
  modifier: Modifier | null;
  total: number | null;
  hand_size: number;
  powers_played: number[];
  modifiers_played: (Modifier | null)[];
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
  modifiers: Modifier[];
  spent_modifiers: Modifier[];
  passed: Modifier | null;
  received: Modifier | null;
  /** What was set secretly and not shown yet: a place, or a modifier to pass on. */
  disc: Region | Modifier | null;
}

/** The third colour of a game of two. */
export interface DummyShown {
  power: number | null;
  played: number[];
  drawn: Region[];
}

export interface View {
  seat: number | null;
  options: Options;
  round: number;
  rounds_played: number;
  over: boolean;
  king: Spot | "france" | "portugal";
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
  take_backs: { seat: number; rounds_played: number; modifier: boolean }[];
  dummy: DummyShown | null;
  mine: Mine | null;
  legal: number[];
  ask: string;
  step: number;
  can_undo: boolean;
  undo_reason: string | null;
  choices: Choice[];
}

/** Something that happened: what every event has, and what its kind has beside it. */
export type Happening = Told & EventData;
interface Told {
  says: string;
  /** The first position at which it had happened. */
  position: number;
}
type EventData =
  | { event: "modifiers_arrived" | "castillo_opened" | "game_ended" }
  | { event: "round" | "general_scoring"; round: number }
  | { event: "revealed" | "dummy_took"; stack: number; card: string }
  | { event: "dummy_drew"; place: Region; count: number }
  | { event: "power"; colour: number; value: number }
  | { event: "modifier"; colour: number; modifier: Modifier }
  /** Which one is for whoever passed it. */
  | { event: "modifier_passed"; colour: number; modifier?: Modifier }
  | { event: "order"; index: number; colour: number }
  | { event: "card"; colour: number; stack: number; card: string }
  | { event: "announced" | "turn_ended"; colour: number; card: string }
  | { event: "allowed"; colour: number; whole: number }
  | { event: "vetoed"; colour: number; by: number }
  | { event: "veto_kept" | "veto_expired" | "infiltrated" | "first_player"; colour: number }
  /** How many were thrown into a closed Castillo is told only once. */
  | { event: "moved"; colour: number; from: Standing; to: Standing; count?: number }
  | { event: "grande_moved"; colour: number; from: Spot; to: Spot }
  | { event: "king_moved"; from: View["king"]; to: View["king"] }
  | { event: "tile_put"; tile: TileKey; from: Spot | null; to: Spot }
  | { event: "region_named" | "disc_shown"; colour: number; place: Region }
  /** Where is for whoever set it. */
  | { event: "disc_set"; colour: number; place?: Region }
  /** Which card is for whoever took it: the one or the other. */
  | { event: "taken_back"; colour: number; value?: number | null; modifier?: Modifier | null }
  | { event: "scored"; place: Spot; colour: number; points: number; rank: number }
  | { event: "castillo_held"; colour: number; count: number };
type Standing = Spot | "court" | "province";
/** The event of a kind. */
export type HappeningOf<Kind extends Happening["event"]> = Happening & { event: Kind };
/** A line of the log: how many events came before it. */
export type Line = Happening & { number: number };

export interface SeatShown {
  seat: number;
  kind: "open" | "invited" | "human" | "bot";
  name: string;
  bot: string | null;
  local: boolean;
  substitute: string | null;
  /** Why a bot stands in: they left, were away, or the others agreed on it. */
  reason: string | null;
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
  approval: boolean;
  several_seats: boolean;
  spectators_chat: boolean;
  coach: boolean;
}

/** Something that people at the table are asked to agree on. */
export interface Proposal {
  proposal: number;
  kind: "replace" | "return" | "abandon";
  by: number | null;
  seat: number | null;
  bot: string | null;
  agreed: number[];
  wanted: number[];
}

export interface SeatRequest {
  request: number;
  name: string;
  seat: number | null;
  mine: boolean;
  time: number;
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
  source: { kind: "record" } | { kind: "fork"; table: string; position: number } | null;
  seal: string;
  created: number;
  started: number | null;
  finished: number | null;
  result: { scores: number[]; winners: number[]; digest: string; choices: number } | null;
  locked: boolean;
  requests: number;
  chat: { spectators: boolean; muted: number[]; muted_seats: number[] };
  proposals: Proposal[];
  play: Play | null;
  difference: { position: number; detail: string } | null;
  closed: "host" | "agreed" | "moderator" | "unused" | null;
  seed: string | null;
  salt: string | null;
}

export interface LogEntry {
  number: number;
  kind: string;
  seat: number | null;
  time: number;
  who?: string;
  /** Which of the rest there are depends on the kind. */
  text?: string;
  name?: string;
  seal?: string;
  to?: number;
  agree?: boolean;
  position?: number;
  bot?: string;
  reason?: string;
  scores?: number[];
  winners?: number[];
  /** Who said it: the number of their first message. */
  speaker?: number | null;
  locked?: boolean;
  muted?: boolean;
  spectators?: boolean;
  wish?: Proposal["kind"];
  target?: number | null;
  proposal?: number;
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
  path: string;
}
/** Where an invitation leads. */
export interface Invited {
  table: Table;
  seat: number | null;
  /** Whether the host was asked for a seat, and has yet to answer. */
  asked: boolean;
}
export interface OpenedTable {
  table: Table;
  invitations: Invitation[];
}

/** How long ago somebody was at the table. */
export interface Presence {
  seat: number;
  away: number | null;
}
/** A browser or an outside bot that is signed in. */
export interface SessionShown {
  id: string;
  kind: "browser" | "bot";
  label: string;
  created: number;
  expires: number | null;
  current: boolean;
}
/** Something that can be set of a bot. */
export interface BotParameter {
  name: string;
  type: string;
  default: unknown;
  optional: boolean;
  required: boolean;
  least: number | null;
  most: number | null;
}
/** A bot that this server has. */
export interface BotShown {
  name: string;
  title: string;
  description: string;
  provider: string | null;
  level: number | null;
  parameters: BotParameter[];
}
