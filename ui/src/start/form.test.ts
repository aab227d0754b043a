// A form the page knows nothing about: its answers, and what is sent to the server.

import { describe, expect, it } from "vitest";
import type { Field } from "../app/catalogue_data";
import { answersTo, answerTo, filledIn, fixedIn, readFrom, summaryOf, whyNot } from "./form";

const blank: Field = {
  key: "",
  path: "",
  kind: "switch",
  title: "",
  text: "",
  summary: "",
  unit: "",
  default: false,
  values: [],
  least: null,
  most: null,
  factor: 1,
  only: {},
  fixed: [],
};
const value = (
  of: string | number,
  more: Partial<Field["values"][number]> = {},
): Field["values"][number] => ({
  value: of,
  title: `${of}`,
  text: "",
  summary: "",
  most: 1,
  barred: [],
  ...more,
});
const PLAYERS: Field = { ...blank, key: "players", path: "options.players", default: 4 };
const MERGED: Field = {
  ...blank,
  key: "merged",
  path: "options.merged",
  summary: "merged stacks",
  fixed: [
    { when: { players: [4, 5] }, value: false, reason: "too many" },
    { when: { players: [2] }, value: true, reason: "always" },
  ],
};
const CARDS: Field = {
  ...blank,
  key: "cards",
  path: "options.cards",
  kind: "cards",
  default: [],
  values: [value("veto", { title: "Veto", most: 2 })],
};
const WATCHING: Field = {
  ...blank,
  key: "watching",
  path: "settings.watching",
  kind: "choice",
  default: "link",
  values: [
    value("link"),
    value("anyone", {
      summary: "open house",
      barred: [{ when: { public: [false] }, reason: "private" }],
    }),
  ],
};
const MINUTES: Field = {
  ...blank,
  key: "minutes",
  path: "settings.clock.seconds",
  kind: "number",
  default: 20,
  factor: 60,
  only: { clock: ["game"] },
};
const FIRST: Field = { ...blank, key: "first", path: "options.first", kind: "seat", default: null };
const FIELDS = [PLAYERS, MERGED, CARDS, WATCHING, MINUTES, FIRST];

describe("answers", () => {
  it("are the usual ones, but for those of the last time; strangers are dropped", () => {
    const answers = answersTo(FIELDS, { players: 3, gone: true });
    expect(answers.players).toBe(3);
    expect(answers.minutes).toBe(20);
    expect(answers).not.toHaveProperty("gone");
  });

  it("give way where the others leave no choice, and come back", () => {
    const wish = { ...answersTo(FIELDS), merged: true };
    expect(answerTo(MERGED, wish)).toBe(false);
    expect(fixedIn(MERGED, wish)?.reason).toBe("too many");
    expect(answerTo(MERGED, { ...wish, players: 3 })).toBe(true);
    expect(answerTo(MERGED, { ...wish, merged: false, players: 2 })).toBe(true);
  });

  it("are the usual ones where the chosen value is barred", () => {
    const wish = { watching: "anyone", public: false };
    expect(answerTo(WATCHING, wish)).toBe("link");
    expect(whyNot(WATCHING.values[1]!, wish)).toBe("private");
    expect(answerTo(WATCHING, { ...wish, public: true })).toBe("anyone");
  });

  it("name no seat that is not there", () => {
    expect(answerTo(FIRST, { first: 3, players: 4 })).toBe(3);
    expect(answerTo(FIRST, { first: 3, players: 3 })).toBeNull();
    expect(answerTo(FIRST, { first: null, players: 3 })).toBeNull();
  });
});

describe("what is sent", () => {
  it("stands where the server wants it, in its units, and only where it was asked", () => {
    const answers = { ...answersTo(FIELDS), cards: ["veto", "veto"], clock: "game" };
    expect(filledIn(FIELDS, answers)).toEqual({
      options: { players: 4, merged: false, cards: ["veto", "veto"], first: null },
      settings: { watching: "link", clock: { seconds: 1200 } },
    });
    expect(filledIn([MINUTES], { ...answers, clock: "none" })).toEqual({});
  });
});

describe("a summary", () => {
  it("names what is not as usual", () => {
    expect(summaryOf(MERGED, { merged: true, players: 3 })).toEqual(["merged stacks"]);
    expect(summaryOf(MERGED, { merged: true, players: 4 })).toEqual([]);
    expect(summaryOf(CARDS, { cards: ["veto", "veto"] })).toEqual(["Veto", "Veto"]);
    expect(summaryOf(WATCHING, { watching: "anyone", public: true })).toEqual(["open house"]);
  });
});

it("reads back the answers a table was opened with", () => {
  const minutes: Field = {
    ...blank,
    key: "minutes",
    path: "settings.clock.seconds",
    kind: "number",
    factor: 60,
    default: 20,
  };
  const fields = [PLAYERS, MERGED, CARDS, minutes];
  const answers = { players: 3, merged: true, cards: ["veto"], minutes: 45 };
  expect(readFrom(fields, filledIn(fields, answers))).toEqual(answers);
  expect(readFrom(fields, {})).toEqual(answersTo(fields));
});
