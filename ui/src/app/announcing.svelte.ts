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
const KEPT_LINES = 30;
let last = 0;

export const announced = $state<{ lines: Notice[]; notices: Notice[] }>({ lines: [], notices: [] });

/** Read a sentence to screen readers (a polite live region); nothing is shown. */
export function announce(text: string): void {
  announced.lines.push({ id: ++last, text, tone: "news" });
  if (announced.lines.length > KEPT_LINES) announced.lines.shift();
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
