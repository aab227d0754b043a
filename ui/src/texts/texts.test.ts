// No text is missing in a language, and none is unused.

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../app/language";
import type { Text } from "./texts";

type Sections = Readonly<Record<string, Readonly<Record<string, Text>>>>;

const FILES = import.meta.glob<Sections>("./**/??.ts", { eager: true, import: "default" });
/** What every page has, then the parts that only some need. */
const FOLDERS = [...new Set(Object.keys(FILES).map((path) => path.slice(0, -"en.ts".length)))];
const allIn = (language: string): Sections =>
  Object.assign({}, ...FOLDERS.map((folder) => FILES[`${folder}${language}.ts`])) as Sections;
const en = allIn("en");
const SOURCES = fileURLToPath(new URL("..", import.meta.url));
const REPOSITORY = fileURLToPath(new URL("../../..", import.meta.url));

/** Sections looked up by names from elsewhere, and where those names are. */
const NAMED_IN: Readonly<Record<string, readonly string[]>> = {
  actButtons: ["docs/program/playing.md"],
  cardsLeft: ["ui/src/insight/standing.ts"],
  chatNews: ["src/elgrande/server/tables/entries.py"],
  colours: ["ui/src/art/houses.ts"],
  figures: ["ui/src/rulebook/figures/figures.ts"],
  houses: ["ui/src/art/houses.ts"],
  lessonTitles: ["ui/src/learn/lessons.ts"],
  lessons: ["ui/src/learn/lessons.ts"],
  placeInWords: ["src/elgrande/editions/texts/en.toml"],
  places: ["src/elgrande/editions/texts/en.toml", "ui/src/board/map.json"],
  proposal: ["docs/program/tables.md"],
  recordGames: ["ui/src/record/filters.ts", "src/elgrande/standings/counting.py"],
  refusals: ["docs/program/errors.md", "ui/src/wire/http.ts"],
  reviewMoment: ["ui/src/review/moments.ts"],
  reviewMoments: ["ui/src/review/moments.ts"],
  reviewPlayers: ["ui/src/review/moments.ts"],
  scrubber: ["ui/src/replay/timeline.ts"],
  tags: ["ui/src/rulebook/outline.ts"],
  undoReasons: ["docs/program/playing.md"],
};

const textsOf = (texts: Sections): [string, Text][] =>
  Object.entries(texts).flatMap(([section, entries]) =>
    Object.entries(entries).map(([key, text]): [string, Text] => [`${section}.${key}`, text]),
  );
const formsOf = (text: Text): string[] => (typeof text === "string" ? [text] : Object.values(text));
const gapsOf = (text: Text): string[] => [
  ...new Set(formsOf(text).flatMap((form) => form.match(/\{\w+\}/g) ?? [])),
];

it("every language of the list has its file in every folder, and no other", () => {
  const wanted = FOLDERS.flatMap((folder) => LANGUAGES.map((one) => `${folder}${one}.ts`));
  expect(Object.keys(FILES).sort()).toEqual(wanted.sort());
});

it("no section is in two folders", () => {
  const sections = FOLDERS.flatMap((folder) => Object.keys(FILES[`${folder}en.ts`] ?? {}));
  expect(sections).toEqual([...new Set(sections)]);
});

describe.each(LANGUAGES)("the texts in %s", (language) => {
  const texts = allIn(language);
  const english = new Map(textsOf(en));

  it("have the keys of the English ones, in their order", () => {
    expect(textsOf(texts).map(([key]) => key)).toEqual([...english.keys()]);
  });

  it("are never empty, and have the gaps of the English ones", () => {
    for (const [key, text] of textsOf(texts)) {
      for (const form of formsOf(text)) expect(form.trim(), key).toBe(form);
      expect(formsOf(text).every(Boolean), key).toBe(true);
      const wanted = new Set([...gapsOf(english.get(key) ?? ""), ...counted(text)]);
      expect(new Set([...gapsOf(text), ...counted(text)]), key).toEqual(wanted);
    }
  });

  it("have a form for every plural that the language has among small numbers", () => {
    const rules = new Intl.PluralRules(language);
    const forms = new Set(Array.from({ length: 200 }, (_, n) => rules.select(n)));
    for (const [key, text] of textsOf(texts)) {
      if (typeof text !== "string") expect(new Set(Object.keys(text)), key).toEqual(forms);
    }
  });
});

/** A plural form may leave out its number: "one bot". */
const counted = (text: Text): string[] => (typeof text === "string" ? [] : ["{n}"]);

it("no text is there that no page says", () => {
  const sources = readdirSync(SOURCES, { recursive: true, encoding: "utf-8" })
    .filter((path) => /\.(svelte|ts)$/.test(path) && !/\.test\.ts$|^texts\//.test(path))
    .map((path) => readFileSync(`${SOURCES}/${path}`, "utf-8"));
  const namesOf = (section: string): string[] => [
    ...sources.filter((source) => new RegExp(`"${section}"|\`${section}\\.`).test(source)),
    ...(NAMED_IN[section] ?? []).map((path) => readFileSync(`${REPOSITORY}/${path}`, "utf-8")),
  ];
  const unused = Object.entries(en).flatMap(([section, entries]) => {
    const names = namesOf(section);
    const isSaid = (key: string): boolean => names.some((source) => hasName(source, key));
    // "muteText" is said as `${act}Text`; the ordinals are looked up by their number.
    const isPart = (key: string): boolean =>
      /^\d$/.test(key) || (key.endsWith("Text") && isSaid(key.slice(0, -4)));
    return Object.keys(entries)
      .filter((key) => !isSaid(key) && !isPart(key))
      .map((key) => `${section}.${key}`);
  });
  expect(unused).toEqual([]);
});

/** Whether a file has a name in quotes, or as a property or setting. */
const hasName = (source: string, name: string): boolean =>
  new RegExp(`["'\`]${name}["'\`]|(?<![\\w.-])${name}(:| =)`).test(source);
