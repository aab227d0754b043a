// The names of bots: none is a guest's, and a game that goes on from another keeps them.

import { beforeEach, expect, it, vi } from "vitest";
import { GUEST_NAMES, me } from "../wire/player.svelte";
import type { Table } from "../wire/types";

vi.stubGlobal("navigator", { languages: ["en"] });
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: vi.fn() }));
const { botNames, NOBLES, nobles } = await import("./levels.svelte");

beforeEach(() => {
  me.player = { id: "x", name: "Inés", claimed: false } as typeof me.player;
});

it("gives guests and bots different names", () => {
  const given = new Set(NOBLES.map((name) => name.split(" ")[1]));
  expect(GUEST_NAMES.filter((name) => given.has(name) || name === "Álvaro")).toEqual([]);
});

it("names no bot like the player", () => {
  for (const name of ["Lope", "Don Lope", "don lope "]) {
    me.player = { id: "x", name, claimed: false } as typeof me.player;
    for (let chance = 0; chance < 1; chance += 0.05) {
      vi.spyOn(Math, "random").mockReturnValue(chance);
      const names = nobles(5);
      expect(names).not.toContain("Don Lope");
      expect(new Set(names).size).toBe(5);
    }
  }
  vi.restoreAllMocks();
});

it("keeps the bots' names in a game that goes on, and finds new ones for people's seats", () => {
  const seats = [
    { kind: "human", name: "Ana" },
    { kind: "bot", name: "Doña Urraca" },
    { kind: "human", name: "Ben" },
  ];
  const names = botNames({ seats } as Table);
  expect(names[1]).toBe("Doña Urraca");
  expect(NOBLES).toContain(names[0]);
  expect(NOBLES).toContain(names[2]);
  expect(new Set(names).size).toBe(3);
});
