// What is said when the server refuses something: a friendly sentence for every code of
// docs/program/errors.md (refusals.test.ts finds a code that lacks one), and for no answer at all.

import type { Refusal } from "../wire/http";
import { isText, words } from "./words.svelte";

/** Where the server's own sentence says exactly what is wrong, it is added. */
const WITH_DETAIL = new Set([
  "bad_options",
  "bad_notation",
  "bad_record",
  "bad_argument",
  "bad_parameter",
  "bad_snapshot",
  "bad_request",
  "bad_setting",
  "too_many",
  "banned",
  "muted",
]);
const t = words("refusal");
const sentences = words("refusals");

/** What to say about a refusal, in the language of the page. */
export function sentenceFor({ code, detail }: Refusal): string {
  if (!isText("refusals", code)) return detail || sentences("internal");
  const sentence = sentences(code);
  return detail && WITH_DETAIL.has(code) ? t("withDetail", { sentence, detail }) : sentence;
}
