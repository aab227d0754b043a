// A form as the server describes it: the answers to its fields, and what is made of them.

import type { Field, Value, When } from "../app/catalogue_data";

export type Answer = Field["default"];
export type Answers = Record<string, Answer>;

/** The initial answers of a form, taking over earlier ones. */
export const answersTo = (fields: readonly Field[], before: Answers = {}): Answers =>
  Object.fromEntries(fields.map(({ key, default: usual }) => [key, before[key] ?? usual]));

/** Whether all of the conditions hold. */
export const isMet = (when: When, answers: Answers): boolean =>
  Object.entries(when).every(([key, values]) => values.includes(answers[key] as Value));

/** What a field must be given the others, and why; undefined if it is free. */
export const fixedIn = (field: Field, answers: Answers): Field["fixed"][number] | undefined =>
  field.fixed.find(({ when }) => isMet(when, answers));

/** Why a value of a field cannot be chosen given the others; undefined if it can. */
export const whyNot = (value: Field["values"][number], answers: Answers): string | undefined =>
  value.barred.find(({ when }) => isMet(when, answers))?.reason;

/** The effective answer to a field. */
export function answerTo(field: Field, answers: Answers): Answer {
  const fixed = fixedIn(field, answers);
  if (fixed) return fixed.value;
  const given = answers[field.key] ?? field.default;
  if (field.kind === "seat") return Number(given) < Number(answers.players) ? given : null;
  const value = field.values.find((one) => one.value === given);
  return value && whyNot(value, answers) ? field.default : given;
}

/** The answers where the server wants them: "settings.clock.kind" is {settings: {clock: {kind: …}}}. */
export function filledIn(fields: readonly Field[], answers: Answers): Record<string, unknown> {
  const filled: Record<string, unknown> = {};
  for (const field of fields) {
    if (!isMet(field.only, answers)) continue;
    const answer = answerTo(field, answers);
    const steps = field.path.split(".");
    const last = steps.pop() ?? field.path;
    let part = filled;
    for (const step of steps) part = (part[step] ??= {}) as Record<string, unknown>;
    part[last] = typeof answer === "number" ? answer * field.factor : answer;
  }
  return filled;
}

/** The answers that a table was opened with: what `filledIn` wrote, read back. */
export function readFrom(fields: readonly Field[], table: object): Answers {
  const answers: Answers = {};
  for (const field of fields) {
    let part: unknown = table;
    for (const step of field.path.split("."))
      part = (part as Record<string, unknown> | null)?.[step];
    answers[field.key] =
      typeof part === "number" && field.kind === "number"
        ? part / field.factor
        : ((part as Answer | undefined) ?? field.default);
  }
  return answers;
}

/** How a summary describes a field's answer: nothing for the default. */
export function summaryOf(field: Field, answers: Answers): string[] {
  const answer = answerTo(field, answers);
  if (Array.isArray(answer)) {
    return answer.map((card) => field.values.find(({ value }) => value === card)?.title ?? card);
  }
  const said = field.values.length
    ? field.values.find(({ value }) => value === answer)?.summary
    : answer === true && field.summary;
  return said ? [said] : [];
}
