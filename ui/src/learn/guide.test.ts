// The lessons reach their end, whatever the player and the others do.

import { beforeEach, describe, expect, it } from "vitest";
import en from "../texts/en";
import type { Decision, Table, View } from "../wire/types";
import { forgetProgress, keptProgress } from "./progress";
import { Guide } from "./guide.svelte";
import { LAST, LESSONS } from "./lessons";
import type { Scene } from "./scene";

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
}

function sceneOf(moment: Moment): Scene {
  const turns: Decision[] =
    moment.begun === undefined ? [] : [{ kind: "turns", begun: moment.begun }];
  const view: Partial<View> = {
    over: moment.over ?? false,
    rounds_played: moment.after ? 1 : 0,
    step: moment.step ?? 0,
    king: "castilla",
    can_undo: false,
    first_player: 2,
    decision: { kind: moment.kind ?? "card", ...moment.decision } as Decision,
    pending: turns,
    turn_order: moment.begun === undefined ? [] : [1, 0, 2, 3],
    players: [{ power: moment.power ?? null }] as View["players"],
    court: [7],
    province: [21],
    if_scored_now: [8, 10, 6, 4],
  };
  const table = { seats: [{ name: "Ana" }, { name: "Inés" }, { name: "Lope" }] } as Table;
  const { isMine = false, toConfirm = false } = moment;
  return { view: view as View, table, seat: 0, isMine, toConfirm };
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
    expect(followed(guide, { kind: "power", power: 7, step: 2 })).toBe("map");
  });

  it("leaves the others alone when one's own turn comes", () => {
    const guide = new Guide("t1");
    pressed(guide, { begun: 1, power: 7 }, 6);
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

  it("counts on, in whatever order the lessons come", () => {
    const guide = new Guide("t1");
    const places: number[] = [];
    const note = (moment: Moment): void => {
      followed(guide, moment);
      places.push(guide.place);
    };
    note({ kind: "power", isMine: true });
    pressed(guide, { kind: "power", isMine: true, step: 100 }, 4);
    note({ kind: "power", isMine: true, step: 100 });
    note({ isMine: true, toConfirm: true, step: 101 });
    note({ begun: 1, power: 7, step: 102 });
    while (guide.lesson?.id !== LAST) guide.next(sceneOf({ after: true }));
    note({ after: true });
    expect(places).toEqual([1, 5, 6, 7, 12]);
    expect(guide.all).toBe(12);
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
});
