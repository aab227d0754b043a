import "../app/test_browser";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { REGIONS } from "../wire/types";
import { Editing } from "./editing.svelte";
import type { Setup } from "./setup";

const post = vi.hoisted(() => vi.fn());
vi.mock("../wire/http", async (real) => ({ ...(await real<object>()), post }));
vi.mock("../wire/player.svelte", () => ({ ensurePlayer: () => Promise.resolve() }));

const place = (): Setup["castillo"] => ({ caballeros: [0, 0], grandes: [], tile: null });
const setup = {
  options: { players: 2, edition: "2023", new_regency: false },
  round: 1,
  moment: "power",
  turn: 1,
  first_player: 1,
  regions: Object.fromEntries(REGIONS.map((region) => [region, place()])),
  castillo: place(),
  court: [7, 7],
  province: [23, 23],
  hands: [
    [1, 3],
    [2, 4],
  ],
  powers: [null, null],
  scores: [0, 0],
  taken: [2],
} as unknown as Setup;
const shown = { snapshot: { round: 1 }, setup, stock: {}, hand_sizes: { "1": 13, "2": 12 } };

describe("a position being set up", () => {
  const editing = new Editing(() => "en");
  beforeEach(async () => {
    post.mockReset().mockResolvedValue(shown);
    await editing.begin("");
  });

  it("starts from a new game when its address holds nothing that can be read", async () => {
    const fresh = { start: { options: { players: 4 } }, language: "en" };
    expect(post).toHaveBeenLastCalledWith("/api/positions/setup", fresh);
    await editing.begin("#nonsense");
    expect(post).toHaveBeenLastCalledWith("/api/positions/setup", fresh);
    expect([editing.players, editing.seats, editing.rounds]).toEqual([2, [0, 1], ["1", "2"]]);
  });

  it("takes what is placed from the Province, unless the Province itself is changed", () => {
    editing.place("toledo", 0, 4);
    expect(editing.setup?.province).toEqual([19, 23]);
    editing.place("province", 0, 30);
    expect(editing.setup?.province).toEqual([30, 23]);
    expect(editing.setup?.regions.toledo.caballeros).toEqual([4, 0]);
  });

  it("changes one hand, score, power card or stack at a time", () => {
    editing.toggleHand(0, 2);
    editing.toggleHand(1, 4);
    expect(editing.setup?.hands).toEqual([[1, 2, 3], [2]]);
    editing.setScore(1, 12);
    editing.setPower(0, 13);
    expect([editing.setup?.scores, editing.setup?.powers]).toEqual([
      [0, 12],
      [13, null],
    ]);
    editing.toggleTaken(1);
    expect(editing.setup?.taken).toEqual([1, 2]);
    editing.toggleTaken(2);
    expect(editing.setup?.taken).toEqual([1]);
  });

  it("offers the King and the Grandes more places with the New Regency", () => {
    expect(editing.kingPlaces).toEqual(REGIONS);
    editing.change({ options: { ...setup.options, new_regency: true } });
    expect(editing.grandePlaces).toEqual([...REGIONS, "castillo"]);
    expect(editing.kingPlaces).toEqual([...REGIONS, "castillo", "france", "portugal"]);
  });

  it("ignores what the server says about a setup that has changed meanwhile", async () => {
    const problems = [{ field: "round", text: "Not now" }];
    post.mockResolvedValue({ problems, snapshot: null });
    const late = editing.check(setup, "en");
    editing.setScore(0, 5);
    await late;
    expect(editing.problems).toEqual([]);
    if (editing.setup) await editing.check(editing.setup, "en");
    expect([editing.problems, editing.isChecking]).toEqual([problems, false]);
  });
});
