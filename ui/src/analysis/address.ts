// The address of an analysis: where it starts, and the branch that is looked at. A position of a finished game
// is named; one set up by hand is in the fragment, compressed, where no server sees it.

import type { Made, Start } from "../position/played_on";

export interface Addressed {
  start: Start;
  line: Made[];
}

/** A line in an address: `2.power 9~0.take 2`. */
export const lineIn = (text: string): Made[] =>
  text.split("~").flatMap((one): Made[] => {
    const dot = one.indexOf(".");
    const seat = Number(one.slice(0, dot));
    return dot > 0 && Number.isInteger(seat) && seat >= 0 && seat < 5
      ? [[seat, one.slice(dot + 1)]]
      : [];
  });

export const lineText = (line: readonly Made[]): string =>
  line.map(([seat, choice]) => `${seat}.${choice}`).join("~");

/** The address; for a position of a table `seat` says whose view its replay had. */
export async function addressOf(
  { start, line }: Addressed,
  seat: string | null = null,
): Promise<string> {
  const query = new URLSearchParams();
  if ("table" in start) {
    query.set("table", start.table);
    query.set("at", String(start.position));
    if (seat !== null) query.set("seat", seat);
  }
  if (line.length > 0) query.set("line", lineText(line));
  const asked = query.size > 0 ? `?${query}` : "";
  return `/analysis${asked}${"snapshot" in start ? `#${await packed(start.snapshot)}` : ""}`;
}

/** What an address says; null: nothing that could be analysed. */
export async function readAddress(
  query: URLSearchParams,
  fragment: string,
): Promise<Addressed | null> {
  const line = lineIn(query.get("line") ?? "");
  const table = query.get("table");
  if (table) {
    const at = Number(query.get("at") ?? 0);
    return { start: { table, position: Number.isInteger(at) && at >= 0 ? at : 0 }, line };
  }
  const code = fragment.replace(/^#/, "");
  if (!code) return null;
  try {
    return { start: { snapshot: await unpacked(code) } as Start, line };
  } catch {
    return null;
  }
}

async function through(bytes: Uint8Array, by: GenericTransformStream): Promise<Uint8Array> {
  const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(by as TransformStream);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Data as a short text of letters that an address may hold. */
export async function packed(data: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(data));
  const small = await through(bytes, new CompressionStream("deflate-raw"));
  const text = btoa(String.fromCharCode(...small));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export async function unpacked(text: string): Promise<unknown> {
  const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const small = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const bytes = await through(small, new DecompressionStream("deflate-raw"));
  return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
}
