// The mirror of events against recorded games: two whole games of random choices, seen from seat 0.
// Each step holds the events of some choices and what lies on the table after them.

import { describe, expect, it } from "vitest";
import type { Happening, Modifier, View } from "../wire/types";
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

  it("takes a modifier out of my own hand, and shows it to everybody", () => {
    const [game] = games;
    if (!game?.first.mine) throw new Error("nothing is recorded");
    const mine = { ...game.first.mine, modifiers: ["-1 move", "+2 plain"] as Modifier[] };
    const view: View = { ...game.first, mine };
    const after = applyEvent(view, {
      event: "modifier",
      says: "",
      position: 1,
      colour: 0,
      modifier: "-1 move",
    });
    expect(after.mine?.modifiers).toEqual(["+2 plain"]);
    expect(after.players[0]?.modifier).toBe("-1 move");
    expect(after.players[0]?.modifiers_in_hand).toBe((view.players[0]?.modifiers_in_hand ?? 0) - 1);
  });

  it("counts what the Castillo held when it is opened, and does not guess before", () => {
    const view = games[0]?.first as View;
    const thrown: Happening = {
      event: "moved",
      says: "",
      position: 1,
      colour: 0,
      from: "court",
      to: "castillo",
      count: 2,
      by: 1,
    };
    const before = applyEvent(view, thrown);
    expect(before.castillo.caballeros).toBeNull();
    expect(before.court[0]).toBe((view.court[0] ?? 0) - 2);
    const opened = applyEvent(before, { event: "castillo_opened", says: "", position: 1 });
    const held = applyEvent(opened, {
      event: "castillo_held",
      says: "",
      position: 1,
      colour: 0,
      count: 2,
    });
    expect(held.castillo.caballeros?.[0]).toBe(2);
  });

  it("knows nothing of events that change no board", () => {
    const view = games[0]?.first as View;
    expect(applyEvent(view, { event: "disc_set", says: "", position: 1, colour: 1 })).toBe(view);
  });

  it("gives a place the points of the tile that is laid on it, and its own when it leaves", () => {
    const view = games.find(({ first }) => first.options.players === 2)?.first as View;
    const { points } = view.regions.galicia;
    const laid = {
      event: "tile_put",
      says: "",
      position: 0,
      tile: "8/4/0",
      from: null,
      to: "galicia",
    };
    const after = applyEvent(view, laid as Happening);
    expect(after.regions.galicia).toMatchObject({ tile: "8/4/0", points: [8, 4] });
    expect(after.regions.navarra).toBe(view.regions.navarra);
    const gone = { ...laid, from: "galicia", to: "castillo" } as Happening;
    const then = applyEvent(after, gone, (place) => (place === "galicia" ? [...points, 0] : null));
    expect(then.regions.galicia).toMatchObject({ tile: null, points });
    expect(then.castillo.points).toEqual([8, 4]);
  });

  it("shows the dummy's power card, and takes it away with the others", () => {
    const view = games.find(({ first }) => first.dummy)?.first as View;
    const shown = applyEvent(view, {
      event: "power",
      says: "",
      position: 1,
      colour: view.players.length,
      value: 9,
    });
    expect(shown.dummy?.power).toBe(9);
    expect(
      applyEvent(shown, { event: "first_player", says: "", position: 1, colour: 0 }).dummy?.power,
    ).toBeNull();
  });

  it("counts the Vetoes that are kept, used and lost", () => {
    const view = games[0]?.first as View;
    const told = { says: "", position: 1 };
    const kept: Happening = { ...told, event: "veto_kept", colour: 1 };
    const vetoes = (...events: Happening[]): number | undefined =>
      events.reduce((now, event) => applyEvent(now, event), view).players[1]?.vetoes;
    expect(vetoes(kept)).toBe(1);
    expect(vetoes(kept, { ...told, event: "vetoed", colour: 0, by: 1 })).toBe(0);
    expect(vetoes(kept, { ...told, event: "veto_expired", colour: 1 })).toBe(0);
  });
});
