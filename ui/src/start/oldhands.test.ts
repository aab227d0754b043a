// A card is offered under the name that stands on it.

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { OLD_HANDS } from "./oldhands";

/** The title of a card in the texts of a language. */
function titleOf(card: string, language: string): string | undefined {
  const path = `../../../src/elgrande/editions/texts/${language}.toml`;
  const texts = readFileSync(new URL(path, import.meta.url), "utf-8");
  return texts.split(`[cards."C-${card}"]`)[1]?.match(/title = "(.*)"/)?.[1];
}

it.each(Object.entries(OLD_HANDS))("%s has its title in every language", (card, names) => {
  expect(["en", "es", "de"].map((language) => titleOf(card, language))).toEqual(names);
});
