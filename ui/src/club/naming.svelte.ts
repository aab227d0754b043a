// What an event, a bot that takes part and a span of time are called.

import { words } from "../app/words.svelte";
import type { EventLine } from "./events";

const list = words("eventList");
const page = words("eventPage");

/** The title of an event, or its kind and host if it has none. */
export function eventName({ title, kind, host }: EventLine): string {
  if (title) return title;
  return host
    ? list("untitled", { kind: list(kind), host })
    : list("unhosted", { kind: list(kind) });
}

const SPANS = [
  { seconds: 86_400, key: "days" },
  { seconds: 3600, key: "hours" },
  { seconds: 60, key: "minutes" },
] as const;

/** A span of time in words, in the largest unit that divides it. */
export function spanOf(seconds: number): string {
  const span = SPANS.find((one) => seconds % one.seconds === 0);
  return span ? page(span.key, { n: seconds / span.seconds }) : page("seconds", { n: seconds });
}
