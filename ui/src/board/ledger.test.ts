// The difference between two views is the pieces that moved.

import { expect, test } from "vitest";
import type { RegionShown, View } from "../wire/types";
import { REGIONS } from "../wire/types";
import { muster, reckon } from "./ledger";

/** A view of two colours with caballeros where they are said to be; the rest is in the Province. */
function viewWith(
  where: Record<string, [number, number]>,
  castillo: number[] | null = null,
  hidden = [0, 0],
): View {
  const at = (key: string): [number, number] => where[key] ?? [0, 0];
  const regions = Object.fromEntries(
    REGIONS.map((region) => [
      region,
      { caballeros: [...at(region)], grandes: [], tile: null } as unknown as RegionShown,
    ]),
  );
  const used = [0, 1].map(
    (colour) =>
      Object.values(where).reduce((sum, pair) => sum + pair[colour]!, 0) +
      (castillo ?? hidden)[colour]!,
  );
  return {
    regions,
    castillo: { caballeros: castillo },
    court: [...at("court")],
    province: used.map((n) => 30 - n),
  } as unknown as View;
}

test("nobody moves when nothing changed", () => {
  const view = viewWith({ galicia: [2, 1], court: [5, 7] });
  expect(reckon(muster(view), view).moves).toEqual([]);
});

test("caballeros keep their numbers on their way", () => {
  const ledger = muster(viewWith({ galicia: [2, 1], court: [5, 7] }));
  const { ledger: next, moves } = reckon(
    ledger,
    viewWith({ galicia: [2, 1], toledo: [2, 0], court: [3, 7] }),
  );
  expect(moves.map(({ from, to, colour }) => `${colour} ${from} ${to}`)).toEqual([
    "0 court toledo",
    "0 court toledo",
  ]);
  expect(next[0]!.toledo.every((id) => ledger[0]!.court.includes(id))).toBe(true);
  const { moves: back } = reckon(
    next,
    viewWith({ galicia: [2, 1], sevilla: [1, 0], toledo: [1, 0], court: [3, 7] }),
  );
  expect(back).toEqual([{ id: next[0]!.toledo[1], colour: 0, from: "toledo", to: "sevilla" }]);
});

test("nobody is in two places", () => {
  const ledger = muster(viewWith({ galicia: [4, 1], court: [5, 7] }));
  const { ledger: next } = reckon(
    ledger,
    viewWith({ galicia: [1, 1], toledo: [5, 2], court: [3, 5] }),
  );
  const everybody = next.flatMap((posts) => Object.values(posts).flat());
  expect(new Set(everybody).size).toBe(60);
  expect(everybody.length).toBe(60);
});

test("taking and placing at once is a way through the Court's door, not across it", () => {
  const ledger = muster(viewWith({ court: [4, 0] }));
  const { moves } = reckon(ledger, viewWith({ court: [5, 0], granada: [2, 0] }));
  expect(
    moves
      .filter((move) => move.from === "province")
      .map((move) => move.to)
      .sort(),
  ).toEqual(["court", "granada", "granada"]);
});

test("who is out of sight was thrown into the Castillo, and comes out of it again", () => {
  const ledger = muster(viewWith({ court: [4, 0] }));
  const thrown = reckon(ledger, viewWith({ court: [1, 0] }, null, [3, 0]));
  expect(thrown.moves.map((move) => move.to)).toEqual(["castillo", "castillo", "castillo"]);
  const out = reckon(thrown.ledger, viewWith({ court: [1, 0], valencia: [3, 0] }));
  expect(out.moves.map(({ from, to }) => [from, to])).toEqual(
    Array(3).fill(["castillo", "valencia"]),
  );
});

test("another game begins a new ledger", () => {
  const ledger = muster(viewWith({ court: [4, 0] }));
  const three = { ...viewWith({}), court: [7, 7, 7], province: [23, 23, 23] };
  expect(reckon(ledger, three).moves).toEqual([]);
});
