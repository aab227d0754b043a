// A table as its host plans it, kept for the next one. What cannot be is offered with the reason
// beside it; whether the whole can be is for the server to say.

import { keep, recall } from "../app/keeping";
import { words } from "../app/words.svelte";
import type { Edition, Options, TableSettings } from "../wire/types";
import { nobles, USUAL_LEVEL } from "./levels.svelte";
import type { NewSeat, NewTable } from "../app/opening";

const t = words("seatPlan");

export type SeatKind = NewSeat["kind"];
export interface SeatPlan {
  kind: SeatKind;
  bot: string;
  /** The name of a bot, and of somebody at this browser. */
  botName: string;
  hotName: string;
}
export type ClockKind = TableSettings["clock"]["kind"];

export interface Planned {
  edition: Edition;
  players: number;
  short: boolean;
  merged: boolean;
  regency: boolean;
  delegation: boolean;
  vetoes: number;
  rivalries: boolean;
  powerShift: boolean;
  castillo: Options["castillo"];
  first: number | null;
  seats: SeatPlan[];
  title: string;
  public: boolean;
  watching: TableSettings["watching"];
  clock: ClockKind;
  turnSeconds: number;
  gameMinutes: number;
  increment: number;
  absenceMinutes: number;
  policy: string;
  approval: boolean;
  severalSeats: boolean;
  spectatorsChat: boolean;
  coach: boolean;
}

const MOST_SEATS = 5;
const KEPT = "new-table";

function usual(): Planned {
  const names = nobles(MOST_SEATS);
  return {
    edition: "2023",
    players: 4,
    short: false,
    merged: false,
    regency: false,
    delegation: false,
    vetoes: 0,
    rivalries: false,
    powerShift: false,
    castillo: "secret",
    first: null,
    seats: names.map((botName, seat) => ({
      kind: seat === 0 ? "me" : "bot",
      bot: USUAL_LEVEL,
      botName,
      hotName: "",
    })),
    title: "",
    public: false,
    watching: "link",
    clock: "none",
    turnSeconds: 90,
    gameMinutes: 20,
    increment: 15,
    absenceMinutes: 3,
    policy: USUAL_LEVEL,
    approval: false,
    severalSeats: false,
    spectatorsChat: true,
    coach: true,
  };
}

/** The plan of the last table, but for its title: that was for one evening. */
export function lastPlan(): Planned {
  const fresh = usual();
  const kept = recall<Partial<Planned>>(KEPT, {});
  const seats = kept.seats?.length === MOST_SEATS ? kept.seats : fresh.seats;
  return { ...fresh, ...kept, seats, title: "" };
}

export const keepPlan = (plan: Planned): void => keep(KEPT, plan);

type Switched = "merged" | "regency" | "oldHands" | "powerShift" | "open" | "anyone";

/** Why something cannot be chosen as the plan stands; undefined if it can. */
export function whyNot(plan: Planned, what: Switched): string | undefined {
  const isClassic = plan.edition === "classic";
  if (what === "open" || what === "anyone") return plan.public ? undefined : t("needsPublic");
  if (what === "oldHands") return isClassic ? t("inClassic") : undefined;
  if (isClassic) return t("only2023");
  if (what !== "merged") return undefined;
  if (plan.players === 2) return t("alwaysForTwo");
  return plan.players > 3 ? t("upToThree") : undefined;
}

/** Only one seat can be the host's own: taking one gives up the other to a bot. */
export function sitDown(plan: Planned, seat: number, kind: SeatKind): void {
  plan.seats.forEach((other, number) => {
    if (number === seat) other.kind = kind;
    else if (kind === "me" && other.kind === "me") other.kind = "bot";
  });
}

function optionsOf(plan: Planned): Partial<Options> {
  const can = (what: Switched): boolean => whyNot(plan, what) === undefined;
  const oldHands: Options["old_hands"] = [
    ...(plan.delegation ? (["delegation"] as const) : []),
    ...Array.from({ length: plan.vetoes }, () => "veto" as const),
    ...(plan.rivalries ? (["rivalries"] as const) : []),
  ];
  return {
    edition: plan.edition,
    players: plan.players,
    short: plan.short,
    merged_stacks: plan.merged && can("merged"),
    new_regency: plan.regency && can("regency"),
    old_hands: can("oldHands") ? oldHands : [],
    power_shift: plan.powerShift && can("powerShift"),
    castillo: plan.castillo,
    first_player: plan.first !== null && plan.first < plan.players ? plan.first : null,
  };
}

function clockOf(plan: Planned): TableSettings["clock"] {
  if (plan.clock === "turn") return { kind: "turn", seconds: plan.turnSeconds, increment: 0 };
  if (plan.clock === "game") {
    return { kind: "game", seconds: 60 * plan.gameMinutes, increment: plan.increment };
  }
  return { kind: "none", seconds: 0, increment: 0 };
}

function seatOf(seat: SeatPlan, isPublic: boolean): NewSeat {
  if (seat.kind === "bot") {
    const name = seat.botName.trim();
    return { kind: "bot", bot: seat.bot, ...(name && { name }) };
  }
  if (seat.kind === "hotseat") {
    const name = seat.hotName.trim();
    return { kind: "hotseat", ...(name && { name }) };
  }
  // A seat that was open while the table was public is kept for a friend now.
  return { kind: seat.kind === "open" && !isPublic ? "invite" : seat.kind };
}

/** What the server is asked for. */
export function tableOf(plan: Planned): NewTable {
  return {
    title: plan.title,
    public: plan.public,
    options: optionsOf(plan),
    settings: {
      watching: plan.watching === "anyone" && !plan.public ? "link" : plan.watching,
      clock: clockOf(plan),
      absence_seconds: 60 * plan.absenceMinutes,
      policy: plan.policy,
      approval: plan.approval && plan.public,
      several_seats: plan.severalSeats,
      spectators_chat: plan.spectatorsChat,
      coach: plan.coach,
    },
    seats: plan.seats.slice(0, plan.players).map((seat) => seatOf(seat, plan.public)),
  };
}
