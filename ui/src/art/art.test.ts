// The drawings: every card has a picture, every region its arms, every house its distinguishing
// marks.

import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import de from "../texts/de";
import en from "../texts/en";
import es from "../texts/es";
import { REGIONS } from "../wire/types";
import { woodcut } from "./woodcuts.svelte";

vi.stubGlobal("navigator", { languages: ["en"] });
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
const { DUMMY, HOUSES, house, houseOf } = await import("./houses");

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
const PARTS = [
  "Sprite",
  "Houses",
  "Figures",
  "Coats",
  "Signs",
  "WoodcutParts",
  "WoodcutsEarly",
  "WoodcutsLater",
];
const drawings = PARTS.map((part) => read(`./${part}.svelte`)).join("\n");
const ids = new Set(
  [...drawings.matchAll(/(?:id="|"(?=icon-))([\w-]+)"/g)].map((match) => match[1]),
);
const cards = [...read("../../../docs/rules/rules.md").matchAll(/^\| (C-[\w-]+) \|/gm)];

describe("the sprite", () => {
  it("has a picture of its own for every card of the specification", () => {
    expect(cards.length).toBeGreaterThanOrEqual(40);
    for (const [, card] of cards) {
      expect(woodcut(card!)).toBe(`icon-${card!.slice(2)}`);
      expect(ids, card).toContain(woodcut(card!));
    }
  });

  it("shows a scroll for a card it does not know", () => {
    expect(woodcut("C-of-another-game")).toBe("icon-unknown");
    expect(ids).toContain("icon-unknown");
  });

  it("has arms for every region", () => {
    for (const region of REGIONS) expect(ids).toContain(`coat-${region}`);
  });

  it("uses only parts that are drawn", () => {
    const used = [...drawings.matchAll(/href="#([\w-]+)"/g)].map((match) => match[1]);
    expect(used.length).toBeGreaterThan(100);
    for (const part of used) expect(ids).toContain(part);
  });

  it("is small, and carries no style of its own, which the server's policy forbids", () => {
    expect(gzipSync(drawings).length).toBeLessThan(25_000);
    expect(drawings).not.toMatch(/ style="/);
  });
});

describe("the houses", () => {
  it("are the server's, in the order of the seats and in its words", () => {
    const wording = read("../../../src/elgrande/editions/wording.py");
    const seats = /HOUSES: Final = \(([^)]*)\)/.exec(wording)![1]!.match(/\w+/g);
    expect(HOUSES.slice(0, DUMMY).map((each) => each.key)).toEqual(seats);
    for (const [language, texts] of Object.entries({ en, es, de })) {
      const text = read(`../../../src/elgrande/editions/texts/${language}.toml`);
      const colours = text.split("[colours]")[1]!.split("\n[")[0]!;
      for (const { key } of HOUSES) expect(colours).toContain(`${key} = "${texts.colours[key]}"`);
    }
  });

  it("differ in charge and in shape, not in colour alone", () => {
    expect(new Set(HOUSES.map((each) => each.charge)).size).toBe(HOUSES.length);
    expect(new Set(HOUSES.map((each) => each.outline)).size).toBe(HOUSES.length);
    expect(new Set(HOUSES.slice(0, DUMMY).map((each) => each.field)).size).toBe(DUMMY);
  });

  it("know the dummy, which comes after the seats", () => {
    expect(houseOf(1, 2)).toBe(1);
    expect(houseOf(2, 2)).toBe(DUMMY);
    expect(house(houseOf(2, 3)).key).toBe("ochre");
    expect(house(99).key).toBe("bone");
  });
});
