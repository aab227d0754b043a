// Times as shown to admins.

import { preferences } from "../app/preferences.svelte";
import { words } from "../app/words.svelte";
import { FOREVER } from "./seen";

const t = words("adminTimes");

/** A day and an hour in the language of the page. */
export function moment(time: number): string {
  const style = { dateStyle: "medium", timeStyle: "short" } as const;
  return new Intl.DateTimeFormat(preferences.language, style).format(time);
}

/** Whether something is still in force. */
export const lasts = (until: number | null): until is number =>
  until !== null && until > Date.now();

/** Until when something lasts. */
export function end(until: number): string {
  if (until >= FOREVER) return t("forever");
  return t("until", { time: moment(until) });
}
