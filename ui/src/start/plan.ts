// A table as its host plans it, kept for the next one: the answers to the server's form, and who
// sits where. The server decides whether the whole is possible.

import type { Field } from "../app/catalogue_data";
import { keep, recall } from "../app/keeping";
import type { NewSeat, NewTable } from "../app/opening";
import { answersTo, filledIn, type Answers } from "./form";
import { nobles, USUAL_LEVEL } from "./levels.svelte";

export type SeatKind = NewSeat["kind"];
export interface SeatPlan {
  kind: SeatKind;
  bot: string;
  /** The name of a bot, and of somebody at this browser. */
  botName: string;
  hotName: string;
}
export interface Planned {
  answers: Answers;
  seats: SeatPlan[];
}

const MOST_SEATS = 5;
const KEPT = "new-table";

const usualSeats = (): SeatPlan[] =>
  nobles(MOST_SEATS).map((botName, seat) => ({
    kind: seat === 0 ? "me" : "bot",
    bot: USUAL_LEVEL,
    botName,
    hotName: "",
  }));

/** The plan of the last table, except for its title: that was for one evening. */
export function lastPlan(fields: readonly Field[]): Planned {
  const { answers, seats } = recall<Partial<Planned>>(KEPT, {});
  return {
    answers: { ...answersTo(fields, answers), title: "" },
    seats: seats?.length === MOST_SEATS ? seats : usualSeats(),
  };
}

export const keepPlan = (plan: Planned): void => keep(KEPT, plan);

/** Only one seat can be the host's own: taking one gives up the other to a bot. */
export function sitDown(plan: Planned, seat: number, kind: SeatKind): void {
  plan.seats.forEach((other, number) => {
    if (number === seat) other.kind = kind;
    else if (kind === "me" && other.kind === "me") other.kind = "bot";
  });
}

/** The seats of a table with that many players. */
export const seatsIn = ({ answers, seats }: Planned): SeatPlan[] =>
  seats.slice(0, Number(answers.players));

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

/** The request to the server. */
export function tableOf(plan: Planned, fields: readonly Field[]): NewTable {
  const isPublic = plan.answers.public === true;
  return {
    ...(filledIn(fields, plan.answers) as Omit<NewTable, "seats">),
    seats: seatsIn(plan).map((seat) => seatOf(seat, isPublic)),
  };
}
