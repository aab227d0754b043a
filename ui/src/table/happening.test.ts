// The mirror of events against recorded games: two whole games of random choices, seen from seat 0.
// Each step holds the events of some choices and what lies on the table after them.

import { describe, expect, it } from "vitest";
import type { Happening, View } from "../wire/types";
import { applyEvent } from "./happening";
import recorded from "./recorded.json";

interface Step {
  events: Happening[];
  then: Record<string, unknown>;
}
interface Recorded {
  first: View;
  steps: Step[];
}
const games = recorded as unknown as Recorded[];

/** What lies on the table, as the recording has it. */
function lies(view: View): Record<string, unknown> {
  return {
    regions: Object.fromEntries(
      Object.entries(view.regions).map(([key, region]) => [
        key,
        [region.caballeros, region.grandes, region.tile],
      ]),
    ),
    court: view.court,
    province: view.province,
    scores: view.scores,
    king: view.king,
    powers: view.players.map((player) => player.power),
    hands: view.players.map((player) => player.hand_size),
    stacks: Object.fromEntries(
      Object.entries(view.stacks).map(([key, stack]) => [
        key,
        [stack.available ? stack.revealed : null, stack.available],
      ]),
    ),
    round: view.round,
    order: view.turn_order,
    over: view.over,
    card: view.card,
  };
}

// A card taken back in secret cannot be seen by others, and is in the true view at the end.
const knowsHands = (events: Happening[]): boolean =>
  !events.some((event) => event.event === "taken_back");

describe("the mirror of events", () => {
  it.each(games.map((game, index) => [index, game] as const))(
    "shows what lies on the table in recorded game %i",
    (_, game) => {
      let view = game.first;
      let truth: Record<string, unknown> = lies(view);
      let hasHands = true;
      for (const step of game.steps) {
        for (const event of step.events) view = applyEvent(view, event);
        hasHands &&= knowsHands(step.events);
        truth = { ...truth, ...step.then };
        const shown = lies(view);
        if (!hasHands) shown.hands = truth.hands;
        expect(shown).toEqual(truth);
      }
      expect(view.over).toBe(true);
    },
  );

  it("leaves the view before as it was", () => {
    const [game] = games;
    if (!game) throw new Error("nothing is recorded");
    const before = structuredClone(game.first);
    for (const step of game.steps) {
      for (const event of step.events) applyEvent(game.first, event);
    }
    expect(game.first).toEqual(before);
  });

  it("takes a power card out of my own hand", () => {
    const view = games[0]?.first as View;
    const value = view.mine?.hand[0] ?? 0;
    const after = applyEvent(view, { event: "power", says: "", position: 1, colour: 0, value });
    expect(after.mine?.hand).not.toContain(value);
    expect(after.players[0]?.power).toBe(value);
  });

  it("counts what the Castillo held when it is opened, and does not guess before", () => {
    const view = games[0]?.first as View;
    const thrown: Happening = { event: "moved", says: "", position: 1, colour: 0, from: "court", to: "castillo", count: 2 };
    const before = applyEvent(view, thrown);
    expect(before.castillo.caballeros).toBeNull();
    expect(before.court[0]).toBe((view.court[0] ?? 0) - 2);
    const opened = applyEvent(before, { event: "castillo_opened", says: "", position: 1 });
    const held = applyEvent(opened, { event: "castillo_held", says: "", position: 1, colour: 0, count: 2 });
    expect(held.castillo.caballeros?.[0]).toBe(2);
  });

  it("knows nothing of events that change no board", () => {
    const view = games[0]?.first as View;
    expect(applyEvent(view, { event: "disc_set", says: "", position: 1, colour: 1 })).toBe(view);
  });

  it("gives a place the points of the tile that is laid on it", () => {
    const view = games[0]?.first as View;
    const laid = { event: "tile_put", says: "", position: 0, tile: "8/4/0", from: null, to: "galicia" };
    const after = applyEvent(view, laid as Happening);
    expect(after.regions.galicia).toMatchObject({ tile: "8/4/0", points: [8, 4, 0] });
    expect(after.regions.navarra).toBe(view.regions.navarra);
  });
});
