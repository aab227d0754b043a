// What the page and the worker say to each other.

/** To the worker. Sockets have numbers that the page gives them. */
export type Wish =
  | { kind: "ask"; id: number; method: string; path: string; body: string }
  | { kind: "connect"; socket: number; address: string }
  | { kind: "say"; socket: number; text: string }
  | { kind: "leave"; socket: number };

/** Why there is no game: the browser is too old, another tab has it, or something broke. */
export type Trouble = "old" | "elsewhere" | "broken";

/** From the worker. */
export type News =
  | { kind: "progress"; part: number }
  | { kind: "ready"; unreadable: number }
  | { kind: "unsaved" }
  | { kind: "trouble"; trouble: Trouble; detail: string }
  | { kind: "answer"; id: number; status: number; text: string }
  | { kind: "frame"; socket: number; text: string }
  | { kind: "closed"; socket: number; code: number; reason: string };
