// What screen readers are told, and short notices that everybody sees.

export type Tone = "news" | "trouble";
export interface Notice {
  id: number;
  text: string;
  tone: Tone;
  /** Where the notice leads, if it leads anywhere. */
  way?: Way;
}
export interface Way {
  href: string;
  text: string;
}

const NOTICE_MS = 6000;
// Long enough to be read out. Not longer: what was thrown into a closed Castillo is said only once.
const LINE_MS = 6000;
let last = 0;

export const announced = $state<{ lines: Notice[]; notices: Notice[] }>({ lines: [], notices: [] });

/** Read a sentence to screen readers (a polite live region); nothing is shown. */
export function announce(text: string): void {
  announced.lines.push({ id: ++last, text, tone: "news" });
  setTimeout(() => announced.lines.shift(), LINE_MS);
}

/** Show a notice for a moment; it is read to screen readers as well. */
export function notify(text: string, tone: Tone = "news", way?: Way): void {
  const id = ++last;
  announced.notices.push({ id, text, tone, ...(way && { way }) });
  setTimeout(() => dismiss(id), way ? 2 * NOTICE_MS : NOTICE_MS);
}

export function dismiss(id: number): void {
  const index = announced.notices.findIndex((notice) => notice.id === id);
  if (index >= 0) announced.notices.splice(index, 1);
}
