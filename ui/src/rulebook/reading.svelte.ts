// What the reader sees of the rules: the texts of a language, filtered.

import { preferences } from "../app/preferences.svelte";
import type { Shown } from "./cards";
import { type Block, blocksOf, wordsOf } from "./markup";
import { OUTLINE, type RuleTexts, type Section, type SectionId, type Tag } from "./outline";
import { has, isWanted, type Wanted } from "./searching";

/** Each language is a separate file, loaded when needed. */
const FILES = import.meta.glob<RuleTexts>("./??/index.ts", { import: "default" });

/** The rules in the language of the page; in English where nobody has translated them yet. */
export const readTexts = (): Promise<RuleTexts> =>
  (FILES[`./${preferences.language}/index.ts`] ?? FILES["./en/index.ts"]!)();

export interface ShownSection {
  id: SectionId;
  title: string;
  tags: readonly Tag[];
  blocks: Block[];
  cards: readonly Shown[];
}
export interface Page {
  id: string;
  title: string;
  sections: ShownSection[];
}
/** The cards of a section; and what cards and figures say, for searching. */
export interface Told {
  cards: (section: string) => readonly Shown[];
  title: (card: string) => string;
  text: (card: string) => string;
  caption: (figure: string) => string;
}

/** The chapters and sections to show: those the reader wants, containing the search words. */
export function pagesOf(
  texts: RuleTexts,
  wanted: Wanted,
  sought: readonly string[],
  told: Told,
): Page[] {
  return OUTLINE.map((chapter) => ({
    id: chapter.id,
    title: texts.chapters[chapter.id],
    sections: (chapter.sections as readonly (Section & { id: SectionId })[])
      .filter((section) => isWanted(section.tags ?? [], wanted))
      .map((section) => sectionOf(section, texts, wanted, told))
      .map((section) => found(section, sought, told))
      .filter((section) => section !== null),
  })).filter((page) => page.sections.length > 0);
}

function sectionOf(
  { id, tags = [] }: Section & { id: SectionId },
  texts: RuleTexts,
  wanted: Wanted,
  told: Told,
): ShownSection {
  const { title, text } = texts.sections[id];
  const blocks = blocksOf(text).filter((block) => isWanted(block.tags, wanted));
  const cards = told.cards(id).filter((card) => isWanted(card.tags, wanted));
  const own = wanted.edition === "classic" ? tags.filter((tag) => tag !== "old_hands") : tags;
  return { id, title, tags: own, blocks, cards };
}

/** Which parts of a section match: all of it by title or text, else its cards and questions. */
function found(section: ShownSection, sought: readonly string[], told: Told): ShownSection | null {
  if (sought.length === 0 || has(section.title, sought)) return section;
  const words = (block: Block): string => wordsOf(block, told.title, told.caption);
  const cards = section.cards.filter(({ key }) =>
    has(`${told.title(key)} ${told.text(key)}`, sought),
  );
  const prose = section.blocks.filter((block) => block.kind !== "question");
  const hasProse = has([section.title, ...prose.map(words)].join(" "), sought);
  const blocks = section.blocks.filter((block) =>
    block.kind === "question" ? has(words(block), sought) : hasProse,
  );
  return blocks.length + cards.length === 0 ? null : { ...section, blocks, cards };
}
