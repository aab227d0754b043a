// Texts in the language of the page; lists as the browser itself would say them.

import { beforeAll, describe, expect, it } from "vitest";
import { isText, list, say, speak, spokenLanguage, words } from "./words.svelte";

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
  ] as const)("are said in %s as Intl says them", async (language, locale) => {
    await speak(language);
    const judge = new Intl.ListFormat(locale, { type: "conjunction" });
    for (const parts of LISTS) expect(list(parts)).toBe(judge.format(parts));
  });

  it("know the sound that Intl misses", async () => {
    await speak("es");
    expect(list(["Ana", "Íñigo"])).toBe("Ana e Íñigo");
  });
});

describe("texts", () => {
  const t = words("header");
  beforeAll(() => speak("es"));

  it("are those of the section, by short and by full name", () => {
    expect(t("language")).toBe("Idioma");
    expect(say("header.language")).toBe("Idioma");
  });

  it("fill their gaps, and leave what nobody fills", () => {
    expect(say("adminTimes.until", { time: "mañana" })).toBe("hasta el mañana");
    expect(say("adminTimes.until")).toBe("hasta el {time}");
  });

  it("know one from many", () => {
    expect([1, 2, 0].map((n) => t("waiting", { n }))).toEqual([
      "(una te espera)",
      "(2 te esperan)",
      "(0 te esperan)",
    ]);
  });

  it("say which there are", () => {
    expect(isText("refusals", "not_found")).toBe(true);
    expect(isText("refusals", "no_such_code")).toBe(false);
  });

  it("are those of the language that was asked for last", async () => {
    await Promise.all([speak("en"), speak("de")]);
    expect(spokenLanguage()).toBe("de");
    expect(t("language")).toBe("Sprache");
  });
});
