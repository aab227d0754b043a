// A game that continues while it is replayed: nothing old is shown after a take-back.

import { afterEach, describe, expect, it, vi } from "vitest";
import type { StateFrame } from "../wire/types";
import { isTakenBack } from "./following";
import { Positions } from "./positions.svelte";
import { EventLines } from "./event_lines.svelte";

const stateOf = (position: number, from: number, events = 0): StateFrame =>
  ({
    table: { play: { position } },
    events_from: from,
    events: Array(events),
  }) as unknown as StateFrame;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Let the server answer with this. */
function answering(answer: () => unknown): ReturnType<typeof vi.fn> {
  const fetched = vi.fn(() =>
    Promise.resolve({ ok: true, status: 200, json: async () => answer() }),
  );
  vi.stubGlobal("fetch", fetched);
  return fetched;
}
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};

describe("a newer state", () => {
  it("goes on from what is known", () => {
    expect(isTakenBack(stateOf(10, 30), stateOf(11, 30, 2))).toBe(false);
    expect(isTakenBack(stateOf(11, 30, 2), stateOf(12, 32, 1))).toBe(false);
  });
  it("takes back what is known already, with or without an event", () => {
    expect(isTakenBack(stateOf(11, 30, 2), stateOf(12, 31, 3))).toBe(true);
    expect(isTakenBack(stateOf(11, 30), stateOf(10, 30))).toBe(true);
  });
});

describe("positions", () => {
  const shown = (round: number) => ({
    position: 3,
    last: 5,
    seat: null,
    view: { round },
    truth: null,
  });

  it("are asked for again after something was taken back", async () => {
    let round = 1;
    const fetched = answering(() => shown(round));
    const positions = new Positions("t1");
    positions.look(3, null, "en");
    await settled();
    expect(positions.look(3, null, "en")?.view.round).toBe(1);
    expect(fetched).toHaveBeenCalledTimes(1);
    round = 2;
    positions.forget(8);
    expect(positions.look(3, null, "en")).toBeNull();
    await settled();
    expect(positions.look(3, null, "en")?.view.round).toBe(2);
  });

  it("that were on their way then do not count", async () => {
    answering(() => shown(1));
    const positions = new Positions("t1");
    positions.look(3, null, "en");
    positions.forget(8);
    await settled();
    answering(() => shown(2));
    expect(positions.look(3, null, "en")).toBeNull();
    await settled();
    expect(positions.look(3, null, "en")?.view.round).toBe(2);
  });
});

describe("the log", () => {
  it("is read at once, then once for much that happens in a row", async () => {
    vi.useFakeTimers();
    vi.stubGlobal("window", globalThis);
    const fetched = answering(() => [{ event: "round", says: "Round 1", position: 0 }]);
    const lines = new EventLines("t1");
    lines.read(null, "en");
    await vi.advanceTimersByTimeAsync(1);
    expect(lines.events).toHaveLength(1);
    for (let choice = 0; choice < 5; choice++) lines.read(2, "de");
    await vi.advanceTimersByTimeAsync(1000);
    expect(fetched).toHaveBeenCalledTimes(2);
    expect(fetched).toHaveBeenLastCalledWith(
      "/api/tables/t1/events?language=de&seat=2",
      expect.anything(),
    );
  });
});
