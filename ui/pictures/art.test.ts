// The drawings the server makes pictures from are those of the pages.

import { readFileSync } from "node:fs";
import { render } from "svelte/server";
import { expect, test } from "vitest";
import { artText } from "./art.mjs";

test("the committed drawings are those of the pages: `npm run pictures` renews them", async () => {
  const file = new URL("../../src/elgrande/pictures/art.json", import.meta.url);
  const made = await artText((path) => import(/* @vite-ignore */ `../${path}`), render);
  expect(readFileSync(file, "utf8")).toBe(made);
  expect(made).not.toMatch(/var\(|class=|NaN|undefined/);
});
