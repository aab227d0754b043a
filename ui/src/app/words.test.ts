// Texts in the language of the page; lists as the browser itself would say them.

import { describe, expect, it, vi } from "vitest";

vi.stubGlobal("navigator", { languages: ["en"] });
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
const { count, list, say } = await import("./words.svelte");
const { preferences } = await import("./preferences.svelte");

const LISTS = [
  [],
  ["Ana"],
  ["Ana", "Inés"],
  ["Ana", "Hilario"],
  ["madera", "hierro"],
  ["Inés", "Yolanda"],
  ["Ana", "Eva", "Leo"],
  ["Ana", "Eva", "Leo", "Isabel"],
];

describe("lists", () => {
  it.each([
    ["en", "en-GB"],
    ["es", "es"],
    ["de", "de"],
  ] as const)("are said in %s as Intl says them", (language, locale) => {
    preferences.language = language;
    const judge = new Intl.ListFormat(locale, { type: "conjunction" });
    for (const parts of LISTS) expect(list(parts)).toBe(judge.format(parts));
  });

  it("know the sound that Intl misses", () => {
    preferences.language = "es";
    expect(list(["Ana", "Íñigo"])).toBe("Ana e Íñigo");
  });
});

describe("texts", () => {
  it("fill their gaps, and leave what nobody fills", () => {
    preferences.language = "de";
    expect(say(["a {n}", "b {n}", "c {n} {x}"], { n: 3 })).toBe("c 3 {x}");
  });

  it("know one from many", () => {
    preferences.language = "es";
    expect([1, 2].map((n) => count(n, ["", "uno", ""], ["", "{n} varios", ""]))).toEqual([
      "uno",
      "2 varios",
    ]);
  });
});
