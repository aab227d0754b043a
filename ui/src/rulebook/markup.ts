// The small markup of the rules: blocks parted by empty lines.
//
//   @classic @veto …   who a block is for (tags before anything else)
//   - one / 1. one     a list, a numbered list
//   > …                an example
//   !name              a figure (figures/figures.ts)
//   ?Q5,P3 Question    and its answer on the next lines
//   **strong**, [words](#section), {C-coup} (the card's title, with a link)

import { type Tag, VARIANTS } from "./outline";

export type Span =
  | { kind: "words"; text: string }
  | { kind: "strong"; text: string }
  | { kind: "link"; text: string; to: string }
  | { kind: "card"; key: string };

interface Tagged {
  tags: readonly Tag[];
}
export type Block = Tagged &
  (
    | { kind: "words" | "example"; spans: Span[] }
    | { kind: "list" | "steps"; items: Span[][] }
    | { kind: "figure"; name: string }
    | { kind: "question"; ids: string[]; question: Span[]; spans: Span[] }
  );

const TAGS: ReadonlySet<string> = new Set<Tag>(["2023", "classic", ...VARIANTS]);
const TAG = /^@(\S+)\s+/;
const SPAN =
  /\*\*(?<strong>[^*]+)\*\*|\[(?<words>[^\]]+)\]\(#(?<to>[^)]+)\)|\{(?<card>C-[\w-]+)\}/g;

export function spansOf(text: string): Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (const match of text.matchAll(SPAN)) {
    if (match.index > at) spans.push({ kind: "words", text: text.slice(at, match.index) });
    const { strong, words, to, card } = match.groups ?? {};
    if (strong) spans.push({ kind: "strong", text: strong });
    else if (words && to) spans.push({ kind: "link", text: words, to });
    else if (card) spans.push({ kind: "card", key: card });
    at = match.index + match[0].length;
  }
  if (at < text.length) spans.push({ kind: "words", text: text.slice(at) });
  return spans;
}

export function blocksOf(text: string): Block[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((part) => blockOf(part.trim()));
}

function blockOf(part: string): Block {
  const tags: Tag[] = [];
  for (let match = TAG.exec(part); match; match = TAG.exec(part)) {
    if (!TAGS.has(match[1] ?? "")) throw new Error(`There is no tag ${match[1]}.`);
    tags.push(match[1] as Tag);
    part = part.slice(match[0].length);
  }
  const lines = part.split("\n").map((line) => line.trim());
  const first = lines[0] ?? "";
  if (first.startsWith("!")) return { tags, kind: "figure", name: first.slice(1) };
  if (first.startsWith("- ")) return { tags, kind: "list", items: itemsOf(lines, /^- /) };
  if (/^\d+\. /.test(first)) return { tags, kind: "steps", items: itemsOf(lines, /^\d+\. /) };
  if (first.startsWith("?")) return { tags, ...questionOf(lines) };
  if (first.startsWith("> ")) {
    const words = lines.map((line) => line.replace(/^> /, "")).join(" ");
    return { tags, kind: "example", spans: spansOf(words) };
  }
  return { tags, kind: "words", spans: spansOf(lines.join(" ")) };
}

/** The items of a list; a line without a mark continues the previous item. */
function itemsOf(lines: string[], mark: RegExp): Span[][] {
  const items: string[] = [];
  for (const line of lines) {
    if (mark.test(line)) items.push(line.replace(mark, ""));
    else items.push(`${items.pop() ?? ""} ${line}`);
  }
  return items.map(spansOf);
}

function questionOf(lines: string[]) {
  const [, ids = "", question = ""] = /^\?(\S*)\s+(.*)$/.exec(lines[0] ?? "") ?? [];
  return {
    kind: "question" as const,
    ids: ids.split(",").filter(Boolean),
    question: spansOf(question),
    spans: spansOf(lines.slice(1).join(" ")),
  };
}

/** All words of a block, for searching; a card counts by its title, a figure by its caption. */
export function wordsOf(
  block: Block,
  title: (card: string) => string,
  caption: (figure: string) => string,
): string {
  const said = (spans: Span[]): string =>
    spans.map((span) => (span.kind === "card" ? title(span.key) : span.text)).join("");
  if (block.kind === "figure") return caption(block.name);
  if ("items" in block) return block.items.map(said).join(" ");
  if (block.kind === "question") return `${said(block.question)} ${said(block.spans)}`;
  return said(block.spans);
}
