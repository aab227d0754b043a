// Where what is shown to others can be had: pictures, clips, pages, and the code for a frame.

import type { Eyes } from "../replay/positions.svelte";

const ESCAPED: Record<string, string> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };
const escaped = (text: string): string => text.replace(/[&"<>]/g, (sign) => ESCAPED[sign]!);

/** The query for what a seat saw; what lies open to all is told as to a spectator. */
const seen = (eyes: Eyes): string => (typeof eyes === "number" ? `&seat=${eyes}` : "");

export const pictureOf = (
  table: string,
  kind: "png" | "svg",
  position: number,
  eyes: Eyes,
  language: string,
): string =>
  `/api/tables/${table}/picture.${kind}?at=${position}${seen(eyes)}&language=${language}`;

/** A turn: from where the one before ended to where this one does. */
export function clipOf(
  table: string,
  stops: readonly number[],
  position: number,
  eyes: Eyes,
  language: string,
): string {
  const to = stops.find((stop) => stop >= position) ?? position;
  const from = stops.findLast((stop) => stop < to) ?? to;
  return `/api/tables/${table}/clip.gif?from=${from}&to=${to}${seen(eyes)}&language=${language}`;
}

export const pageOf = (table: string, language: string): string =>
  `/api/tables/${table}/page.html?language=${language}`;

/** The code that shows a replay in a page of another site. */
export const frameCode = (
  site: string,
  table: string,
  position: number,
  title: string,
  language: string,
): string =>
  `<iframe src="${site}/embed/${table}?language=${language}#at=${position}" title="${escaped(title)}" width="960" height="600" style="border:0;max-width:100%" loading="lazy"></iframe>`;
