// Whether who stands in a place is listed by rank, and a closed place tells nothing.

import { describe, expect, it } from "vitest";
import type { BoardPlace, View } from "../wire/types";
import type { CardPayout } from "./insights.svelte";
import { bestPlaces, leadersOf, linesOf, powersLeft } from "./standing";

const place = (caballeros: number[] | null, ranks: number[], worth: number[]): BoardPlace => ({
  caballeros,
  grandes: [],
  tile: null,
  points: [5, 3, 1],
  ranks: caballeros && ranks,
  worth: caballeros && worth,
});

describe("linesOf", () => {
  it("lists who is there by rank, the dummy too, and leaves out who is not", () => {
    const lines = linesOf(place([1, 0, 4, 2], [3, 0, 1, 2], [1, 0, 5]), undefined);
    expect(lines?.map((line) => [line.colour, line.rank, line.worth])).toEqual([
      [2, 1, 5],
      [3, 2, 0],
      [0, 3, 1],
    ]);
  });
  it("shows nothing of a closed place", () => {
    expect(linesOf(place(null, [], []), undefined)).toBeNull();
  });
});

const view = (over: object, mine: object | null = null): View =>
  ({
    seat: mine ? 0 : null,
    mine,
    players: [{ power: 9, hand_size: 10, powers_played: [4, 13, 9], ...over }],
  }) as unknown as View;

describe("powersLeft", () => {
  it("strikes out what was played and marks this round's card", () => {
    const { cards, back } = powersLeft(view({}), 0);
    expect(cards.filter((card) => card.state === "played").map((card) => card.value)).toEqual([
      4, 13,
    ]);
    expect(cards.find((card) => card.value === 9)?.state).toBe("now");
    expect(back).toBe(0);
  });
  it("says that a card came back, not which", () => {
    const { cards, back } = powersLeft(view({ hand_size: 11 }), 0);
    expect(back).toBe(1);
    expect(cards.filter((card) => card.state === "left")).toHaveLength(10);
  });
  it("counts a card played twice as known", () => {
    expect(powersLeft(view({ hand_size: 10, powers_played: [4, 13, 4, 9] }), 0).back).toBe(0);
  });
  it("knows one's own hand exactly", () => {
    const hand = [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12];
    const { cards, back } = powersLeft(view({ hand_size: 11 }, { hand }), 0);
    expect(cards.find((card) => card.value === 4)?.state).toBe("left");
    expect(back).toBe(0);
  });
});

describe("bestPlaces", () => {
  const payout: CardPayout = {
    scores: true,
    chosen: true,
    places: [],
    gains: null,
    by_place: { galicia: [4, 2], aragon: [5, 7], toledo: [4, 0], granada: [0, 9], sevilla: [1, 1] },
  };
  it("takes those that pay the seat most, and others least among equals", () => {
    expect(bestPlaces(payout, 0)).toEqual(["aragon", "toledo", "galicia"]);
  });
  it("leaves out what pays the seat nothing", () => {
    expect(bestPlaces(payout, 0, 9)).not.toContain("granada");
  });
  it("shows a spectator the largest", () => {
    expect(bestPlaces(payout, null, 1)).toEqual(["granada"]);
  });
});

it("one leads a region, several are level, nobody leads an empty or a closed one", () => {
  const place = (ranks: number[] | null): BoardPlace => ({ ranks }) as BoardPlace;
  expect(leadersOf(place([2, 1, 0, 3]))).toEqual([1]);
  expect(leadersOf(place([2, 2, 0, 4]))).toEqual([0, 1]);
  expect(leadersOf(place([0, 0, 0]))).toEqual([]);
  expect(leadersOf(place(null))).toEqual([]);
  expect(leadersOf(null)).toEqual([]);
});
