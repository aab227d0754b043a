// The lessons reach their end, whatever the player and the others do.

import { beforeEach, describe, expect, it } from "vitest";
import en from "../texts/en";
import type { Decision, Table, View } from "../wire/types";
import { forgetProgress, keptProgress } from "./progress";
import { Guide } from "./guide.svelte";
import { LAST, LESSONS, PARTS } from "./lessons";
import { sheetOf, type Scene, type Sheet } from "./scene";
import type { ScoredPlace, Scoring } from "../table/scoring/scoring";

interface Moment {
  kind?: Decision["kind"];
  isMine?: boolean;
  toConfirm?: boolean;
  after?: boolean;
  over?: boolean;
  begun?: number;
  power?: number | null;
  step?: number;
  decision?: object;
  sheet?: Sheet;
}

const ROUND = 3;

function sceneOf(moment: Moment): Scene {
  const turns: Decision[] =
    moment.begun === undefined ? [] : [{ kind: "turns", begun: moment.begun }];
  const view: Partial<View> = {
    over: moment.over ?? false,
    round: moment.after ? ROUND + 1 : ROUND,
    step: moment.step ?? 0,
    king: "castilla",
    can_undo: false,
    first_player: 2,
    decision: { kind: moment.kind ?? "power", ...moment.decision } as Decision,
    pending: turns,
    turn_order: moment.begun === undefined ? [] : [1, 0, 2, 3],
    players: [{ power: moment.power ?? null }] as View["players"],
    court: [7],
    province: [21],
    scores: [8, 10, 6, 4],
  };
  const table = { seats: [{ name: "Ana" }, { name: "Inés" }, { name: "Lope" }] } as Table;
  const { isMine = false, toConfirm = false } = moment;
  const sheet = moment.sheet ?? null;
  return { view: view as View, table, seat: 0, isMine, toConfirm, round: ROUND, sheet };
}

/** What is shown after following some moments, each a step further than the last. */
function followed(guide: Guide, ...moments: Moment[]): string | undefined {
  moments.forEach((moment, step) => guide.follow(sceneOf({ step: step + 100, ...moment })));
  return guide.lesson?.id;
}

function pressed(guide: Guide, moment: Moment, times: number): string | undefined {
  for (let time = 0; time < times; time++) guide.next(sceneOf(moment));
  return guide.lesson?.id;
}

beforeEach(forgetProgress);

describe("the progress", () => {
  it("begins with the goal and comes to the power card", () => {
    const guide = new Guide("t1");
    const mine: Moment = { kind: "power", isMine: true };
    expect(followed(guide, mine)).toBe("goal");
    expect(pressed(guide, { ...mine, step: 100 }, 4)).toBe("power");
    expect(followed(guide, { kind: "power", power: 7, step: 101 })).toBeUndefined();
  });

  it("follows who plays on without reading", () => {
    const guide = new Guide("t1");
    expect(followed(guide, { kind: "power", isMine: true, step: 1 })).toBe("goal");
    expect(followed(guide, { kind: "power", power: 7, begun: 0, step: 2 })).toBe("order");
  });

  it("leaves the others alone when one's own turn comes", () => {
    const guide = new Guide("t1");
    pressed(guide, { begun: 1, power: 7 }, 2);
    expect(followed(guide, { begun: 1, power: 7, step: 5 })).toBe("others");
    expect(followed(guide, { begun: 2, power: 7, kind: "take", isMine: true, step: 6 })).toBe(
      "take",
    );
    expect(followed(guide, { begun: 2, power: 7, kind: "card", isMine: true, step: 7 })).toBe(
      "card",
    );
  });

  it("comes to its end by Next alone once the round is over", () => {
    const guide = new Guide("t1");
    followed(guide, { after: true });
    const end = pressed(guide, { after: true }, LESSONS.length);
    expect(end).toBeUndefined();
    expect(keptProgress()?.seen).toContain(LAST);
  });

  it("comes to its end from every moment", () => {
    const ids = LESSONS.map(({ id }) => id) as Decision["kind"][];
    const kinds: Decision["kind"][] = [...ids, "move_from", "king_to", "disc_return"];
    for (const kind of kinds) {
      forgetProgress();
      const guide = new Guide("t1");
      followed(
        guide,
        { kind, isMine: true },
        { kind, isMine: true, toConfirm: true },
        { after: true },
      );
      let presses = 0;
      while (guide.lesson?.id !== LAST && presses++ < LESSONS.length)
        guide.next(sceneOf({ after: true }));
      expect(guide.lesson?.id).toBe(LAST);
    }
  });

  it("counts the parts one after the other, whoever plays when", () => {
    const others: Moment[] = [{ begun: 1, power: 7 }];
    const mine: Moment[] = [
      { begun: 2, power: 7, kind: "take", isMine: true },
      { begun: 2, power: 7, kind: "card", isMine: true },
      { begun: 2, power: 7, kind: "act", isMine: true, toConfirm: true },
    ];
    for (const turns of [[...others, ...mine], [...mine, { begun: 4, power: 7 }], mine]) {
      forgetProgress();
      const guide = new Guide("t1");
      const parts: number[] = [];
      const moments: Moment[] = [
        { kind: "power", isMine: true },
        { begun: 0, power: 7 },
        ...turns,
        {}, // the cards of the round are gone, and everybody waits for the scoring
        { kind: "disc_scoring", isMine: true },
        { sheet: "castillo" },
        { sheet: "discs" },
        { sheet: "regions" },
        { after: true },
      ];
      moments.forEach((moment, step) => {
        const scene = sceneOf({ ...moment, step });
        guide.follow(scene);
        parts.push(guide.part);
        if (moment.sheet) return;
        for (let times = 0; times < LESSONS.length; times++) {
          if (!guide.lesson || guide.lesson.deed || guide.lesson.id === LAST) break;
          guide.next(scene);
          parts.push(guide.part);
        }
        parts.push(guide.part);
      });
      expect(guide.lesson?.id).toBe(LAST);
      expect([...new Set(parts)]).toEqual([1, 2, 3, 4, 5, 6]);
      expect(parts).toEqual([...parts].sort());
      expect(PARTS).toBe(6);
    }
  });

  it("stays with a sheet as long as it is shown", () => {
    const guide = new Guide("t1");
    expect(followed(guide, { kind: "disc_scoring", isMine: true })).toBe("disc");
    expect(followed(guide, { sheet: "castillo" })).toBe("opened");
    expect(followed(guide, { sheet: "castillo", step: 200 })).toBe("opened");
    expect(followed(guide, { step: 200 })).toBeUndefined();
    expect(followed(guide, { sheet: "discs" }, { sheet: "regions" })).toBe("scoring");
    expect(followed(guide, { after: true })).toBe("first");
  });

  it("tells of the scoring afterwards if its sheets were skipped", () => {
    const guide = new Guide("t1");
    followed(guide, { kind: "disc_scoring", isMine: true }, { after: true });
    expect(guide.lesson?.id).toBe("opened");
    expect(pressed(guide, { after: true }, 1)).toBe("discs");
    expect(pressed(guide, { after: true }, 1)).toBe("scoring");
    expect(pressed(guide, { after: true }, 2)).toBe(LAST);
  });

  it("stays at the end while the game goes on", () => {
    const guide = new Guide("t1");
    followed(guide, { after: true });
    while (guide.lesson?.id !== LAST) guide.next(sceneOf({ after: true }));
    expect(followed(guide, { after: true, isMine: true, step: 1 }, { after: true, step: 2 })).toBe(
      LAST,
    );
  });

  it("comes to its end with the game, for who never pressed Next", () => {
    const guide = new Guide("t1");
    expect(followed(guide, { isMine: true }, { after: true })).not.toBe(LAST);
    expect(followed(guide, { after: true, over: true })).toBe(LAST);
    expect(keptProgress()?.isDone).toBe(true);
    expect(pressed(guide, { after: true, over: true }, 1)).toBe(LAST);
  });

  it("goes on where it was left, at its own table only", () => {
    const guide = new Guide("t1");
    followed(guide, {});
    pressed(guide, {}, 2);
    guide.skip();
    const again = new Guide("t1");
    expect(followed(again, {})).toBe("homes");
    expect(again.isSkipped).toBe(true);
    expect(followed(new Guide("t2"), {})).toBe("goal");
  });
});

describe("the lessons", () => {
  it("have names of their own", () => {
    expect(new Set(LESSONS.map(({ id }) => id)).size).toBe(LESSONS.length);
    expect(LESSONS.at(-1)?.id).toBe(LAST);
  });

  it.each(LESSONS.map((lesson) => [lesson.id, lesson] as const))(
    "%s fills its gaps",
    (_, lesson) => {
      const facts = lesson.facts?.(sceneOf({ begun: 1, power: 7 }), (key) => key) ?? {};
      const gaps = [...en.lessons[lesson.id].matchAll(/\{(\w+)\}/g)].map((gap) => gap[1] ?? "");
      expect(gaps.sort()).toEqual(Object.keys(facts).sort());
    },
  );

  it("come part by part", () => {
    const parts = LESSONS.map(({ part }) => part);
    expect(parts).toEqual([...parts].sort());
    expect(new Set(parts).size).toBe(PARTS);
  });
});

describe("the sheet", () => {
  const scoring = { round: 3 } as Scoring;
  it("is told of only where everything is scored", () => {
    const place = { place: "toledo" } as ScoredPlace;
    const tower = { place: "castillo" } as ScoredPlace;
    const more = { number: 1, scores: [] };
    expect(sheetOf(null)).toBeNull();
    expect(sheetOf({ kind: "reveal", number: 1, discs: [] })).toBe("discs");
    expect(sheetOf({ kind: "opened", number: 1, held: [], scoring })).toBe("castillo");
    expect(sheetOf({ kind: "place", place: tower, scoring, ...more })).toBe("castillo");
    expect(sheetOf({ kind: "place", place, scoring, ...more })).toBe("regions");
    expect(sheetOf({ kind: "summary", scoring, ...more })).toBe("regions");
    const card = { ...scoring, round: null };
    expect(sheetOf({ kind: "place", place, scoring: card, ...more })).toBeNull();
  });
});
