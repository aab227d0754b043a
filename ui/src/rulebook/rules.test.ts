// The rules are complete: the same in three languages, with nothing of docs/rules/rules.md left out.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import de from "./de";
import en from "./en";
import es from "./es";
import { FIGURES } from "./figures/figures";
import { type Block, blocksOf, spansOf } from "./markup";
import { OUTLINE, type RuleTexts, type Section, type SectionId } from "./outline";

const LANGUAGES: Record<string, RuleTexts> = { en, es, de };
const SECTIONS: (Section & { id: SectionId })[] = OUTLINE.flatMap((chapter) => [
  ...chapter.sections,
]);
const docs = (name: string): string =>
  readFileSync(new URL(`../../../docs/rules/${name}`, import.meta.url), "utf-8");

const blocks = (texts: RuleTexts, id: SectionId): Block[] => blocksOf(texts.sections[id].text);
const cardsIn = (text: string): string[] =>
  spansOf(text).flatMap((span) => (span.kind === "card" ? [span.key] : []));
const SOURCE = new URL("../../../src/elgrande/editions/cards.py", import.meta.url);
const CARDS = [...readFileSync(SOURCE, "utf-8").matchAll(/Card\("(C-[\w-]+)"/g)].map(
  (match) => match[1] ?? "",
);

/** Everything about a block that no translation may change. */
function shape(block: Block): unknown {
  const size = "items" in block ? block.items.length : undefined;
  const name = block.kind === "figure" ? block.name : undefined;
  const ids = block.kind === "question" ? block.ids : undefined;
  return { kind: block.kind, tags: block.tags, size, name, ids };
}

describe.each(Object.keys(LANGUAGES))("the rules in %s", (language) => {
  const texts = LANGUAGES[language] as RuleTexts;

  it("have every section of the outline, and no other", () => {
    expect(Object.keys(texts.sections).sort()).toEqual(SECTIONS.map(({ id }) => id).sort());
    expect(Object.keys(texts.chapters).sort()).toEqual(OUTLINE.map(({ id }) => id).sort());
  });

  it.each(SECTIONS.map(({ id }) => id))("say the same in %s as the English ones", (id) => {
    expect(blocks(texts, id).map(shape)).toEqual(blocks(en, id).map(shape));
    const names = (some: RuleTexts): string[] => cardsIn(some.sections[id].text).sort();
    expect(names(texts)).toEqual(names(en));
  });

  it("link to sections, cards and figures that exist", () => {
    const anchors = new Set<string>([...SECTIONS.map(({ id }) => id), ...CARDS]);
    for (const { id } of SECTIONS) {
      const { text } = texts.sections[id];
      for (const span of spansOf(text)) {
        if (span.kind === "link") expect(anchors).toContain(span.to);
        if (span.kind === "card") expect(CARDS).toContain(span.key);
      }
      for (const block of blocks(texts, id)) {
        if (block.kind === "figure") expect(Object.keys(FIGURES)).toContain(block.name);
      }
    }
  });

  it("answer every ruling", () => {
    const answered = SECTIONS.flatMap(({ id }) =>
      blocks(texts, id).flatMap((block) => (block.kind === "question" ? block.ids : [])),
    );
    const rulings = [
      ...docs("rules.md").matchAll(/^- \*\*(Q\d+)\*\*/gm),
      ...docs("rulings.md").matchAll(/^- \*\*(P\d+)\*\*/gm),
    ].map((match) => match[1]);
    expect(rulings.length).toBeGreaterThan(30);
    expect([...answered].sort()).toEqual([...rulings].sort());
  });
});

it("tell every rule of the specification once", () => {
  const rules = [...docs("rules.md").matchAll(/^(?:- |\d+\. )\*\*([SRV][^*]*)\*\*/gm)]
    .flatMap((match) => (match[1] ?? "").split(", "))
    .map((rule) => (/^[SRV][\w-]*/.exec(rule) ?? [""])[0]);
  expect(rules).toContain("R19");
  expect(SECTIONS.flatMap((section) => section.rules).sort()).toEqual([...new Set(rules)].sort());
});

it("know every card of the specification", () => {
  const keys = [...docs("rules.md").matchAll(/^\| (C-[\w-]+) \|/gm)].map((match) => match[1]);
  expect(keys.length).toBeGreaterThanOrEqual(40);
  for (const key of keys) expect(CARDS).toContain(key);
});
