// A rematch seats everybody where they sat.

import { expect, it } from "vitest";
import type { SeatShown, Table } from "../wire/types";
import { canRematch, seatsAgain } from "./rematch";

const place = (seat: number, over: Partial<SeatShown>): SeatShown => ({
  seat,
  kind: "human",
  name: `P${seat}`,
  bot: null,
  local: false,
  substitute: null,
  reason: null,
  policy: null,
  ...over,
});
const table = (source: Table["source"] = null): Table =>
  ({
    source,
    seats: [
      place(0, { local: true, name: "Eva" }),
      place(1, { name: "Ana" }),
      place(2, { kind: "bot", bot: "strong", name: "Lope" }),
      place(3, { name: "Guest" }),
    ],
  }) as Table;

it("puts everybody into the old seat", () => {
  expect(seatsAgain(table(), [0, 1])).toEqual([
    { kind: "hotseat", name: "Eva" },
    { kind: "me" },
    { kind: "bot", bot: "strong", name: "Lope" },
    { kind: "invite" },
  ]);
});

it("invites the host too when another player asks", () => {
  expect(seatsAgain(table(), [3]).map((seat) => seat.kind)).toEqual([
    "invite",
    "invite",
    "bot",
    "me",
  ]);
});

it("asks nobody of an imported game, and lets no spectator ask", () => {
  expect(canRematch(table({ kind: "record" }), [0])).toBe(false);
  expect(canRematch(table(), [])).toBe(false);
  expect(canRematch(table(), [1])).toBe(true);
});
