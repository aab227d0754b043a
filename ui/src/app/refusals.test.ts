// Every refusal of docs/program/errors.md that a server can send has a friendly sentence.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { OFFLINE, Refusal } from "../wire/http";
import type { Texts } from "../texts/texts";
import { sentenceFor } from "./refusals";

const ERRORS = readFileSync(new URL("../../../docs/program/errors.md", import.meta.url), "utf-8");
// Programs that learn meet these in Python, never over the network.
const SENT = ERRORS.split(/^(?=## )/m)
  .filter((part) => !part.startsWith("## Errors of `elgrande.learn`"))
  .join("");
const CODES = [...SENT.matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code ?? "");
const LANGUAGES = import.meta.glob<Texts>("../texts/??.ts", { eager: true, import: "default" });

describe.each(Object.entries(LANGUAGES))("the sentences of %s", (_, { refusals }) => {
  it("are there for every code, and for no other", () => {
    expect(CODES.length).toBeGreaterThan(30);
    expect(Object.keys(refusals).sort()).toEqual([...CODES, OFFLINE].sort());
  });

  it("are sentences, and name no code", () => {
    const technical = CODES.filter((code) => code.includes("_"));
    for (const text of Object.values(refusals) as string[]) {
      expect(text).toMatch(/^\p{Lu}.*\.$/u);
      expect(technical.filter((code) => text.includes(code))).toEqual([]);
    }
  });

  it("are a language's own", () => {
    const others = Object.values(LANGUAGES).filter((texts) => texts.refusals !== refusals);
    for (const texts of others)
      for (const code of CODES as (keyof Texts["refusals"])[])
        expect(texts.refusals[code]).not.toBe(refusals[code]);
  });
});

describe("what is said", () => {
  it("adds what the server says where that tells more", () => {
    expect(sentenceFor(new Refusal("bad_options", "Too many.", 400))).toContain("“Too many.”");
    expect(sentenceFor(new Refusal("not_found", "No path.", 400))).not.toContain("No path");
  });

  it("is the server's own sentence for a code of tomorrow", () => {
    expect(sentenceFor(new Refusal("brand_new", "Not on a Monday.", 400))).toBe("Not on a Monday.");
    expect(sentenceFor(new Refusal("brand_new", "", 400))).toMatch(/our side/);
  });
});
