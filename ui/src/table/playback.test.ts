// Stepping through what happened: pause, back, forward, speed, skip, and beats that wait.

import "../app/test_browser";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Happening, View } from "../wire/types";
import recorded from "./recorded.json";
import { Playback } from "./playback.svelte";
import { sceneAt } from "./scoring/scene";
import { preferences } from "../app/preferences.svelte";
import { announced } from "../app/announcing.svelte";

const first = (recorded as unknown as { first: View }[])[0]?.first as View;
const BEAT_MS = 700;

const event = (name: Happening["event"], more: object = {}): Happening =>
  ({
    event: name,
    says: `${name} ${Object.values(more).join(" ")}.`,
    position: 1,
    ...more,
  }) as Happening;
const king = (to: string): Happening => event("king_moved", { from: "castilla", to });
const ended = event("turn_ended", { colour: 1, card: "C-king" });
const thrown = event("moved", { colour: 1, from: "court", to: "castillo", count: 3 });

let playback: Playback;
let known = 0;

function happen(
  events: Happening[],
  more: { king?: View["king"]; isMine?: boolean; isTimed?: boolean; view?: Partial<View> } = {},
): void {
  playback.follow({
    view: { ...first, king: more.king ?? "valencia", ...more.view },
    events,
    from: known,
    seat: 0,
    isMine: more.isMine ?? false,
    isTimed: more.isTimed ?? false,
  });
  known += events.length;
}
const kings = (): string | undefined => playback.shown?.king;

beforeEach(() => {
  vi.useFakeTimers();
  preferences.pace = 1;
  announced.lines.length = 0;
  known = 0;
  playback = new Playback();
  playback.jump({ ...first, king: "castilla" });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a scoring during which holders of a Veto are asked", () => {
  const counted = (place: string): Happening => event("place_counted", { place, colours: 1 });
  const asked = { decision: { kind: "veto", seat: 2 } } as Partial<View>;
  const summaries = (): number[] =>
    playback.beats.flatMap((beat, index) => (beat.isSummary ? [index] : []));

  it("is summed up after its last place", () => {
    happen([counted("galicia"), counted("navarra")], { view: asked });
    expect(summaries()).toEqual([]);
    happen([event("allowed", { colour: 2 }), counted("toledo"), ended]);
    expect(summaries()).toEqual([4]);
    expect(sceneAt(playback.beats, 5)).toMatchObject({
      kind: "summary",
      scoring: { places: [{ place: "galicia" }, { place: "navarra" }, { place: "toledo" }] },
    });
  });

  it("is summed up when somebody stops it", () => {
    happen([counted("galicia"), counted("navarra")], { view: asked });
    happen([event("allowed", { colour: 2 }), event("vetoed", { colour: 1, by: 3 }), ended]);
    expect(summaries()).toEqual([3]);
    expect(sceneAt(playback.beats, 4)).toMatchObject({ kind: "summary" });
  });
});

describe("a replay", () => {
  it("stops at a beat while it is paused, and goes on from there", () => {
    happen([king("toledo"), king("aragon")]);
    playback.togglePause();
    vi.advanceTimersByTime(60_000);
    expect([kings(), playback.busy]).toEqual(["toledo", true]);
    playback.togglePause();
    vi.advanceTimersByTime(BEAT_MS);
    expect(kings()).toBe("aragon");
    vi.advanceTimersByTime(BEAT_MS);
    expect([kings(), playback.busy]).toEqual(["valencia", false]);
  });

  it("goes on at once when somebody has seen enough, but not where somebody stopped", () => {
    happen([king("toledo"), king("aragon"), king("sevilla")]);
    playback.hurry();
    expect(kings()).toBe("aragon");
    vi.advanceTimersByTime(BEAT_MS - 1);
    expect(kings()).toBe("aragon"); // the next beat has all its time
    playback.togglePause();
    playback.hurry();
    expect(kings()).toBe("aragon");
    playback.resume();
    playback.hurry();
    expect([kings(), playback.busy]).toEqual(["valencia", false]);
  });

  it("shows the board of the beat that is stepped to, and stays there", () => {
    happen([king("toledo"), king("aragon"), king("sevilla")]);
    vi.advanceTimersByTime(2 * BEAT_MS);
    playback.back();
    expect([kings(), playback.caption]).toEqual(["aragon", "king_moved castilla aragon."]);
    playback.back();
    expect(kings()).toBe("toledo");
    expect(playback.canGoBack).toBe(false);
    playback.back();
    expect(kings()).toBe("toledo");
    playback.forward();
    expect(kings()).toBe("aragon");
    vi.advanceTimersByTime(60_000);
    expect([kings(), playback.isLookingBack]).toEqual(["aragon", true]);
    playback.forward();
    playback.forward();
    expect([kings(), playback.busy]).toEqual(["valencia", false]);
  });

  it("can be looked back at when it is over, and the truth is one step away", () => {
    happen([king("toledo"), ended, king("aragon"), ended], { king: "aragon" });
    playback.skip();
    expect(playback.busy).toBe(false);
    playback.back();
    expect([kings(), playback.busy, playback.isLookingBack]).toEqual(["aragon", true, true]);
    playback.back();
    expect(kings()).toBe("toledo");
    playback.skip();
    expect([kings(), playback.busy, playback.ahead]).toEqual(["aragon", false, 0]);
  });

  it("says again what is looked at again, but the number of a secret throw only once", () => {
    happen([thrown, king("toledo")]);
    playback.skip();
    const said = announced.lines.length;
    playback.back();
    playback.back();
    expect(playback.caption).not.toContain("3");
    expect(announced.lines.slice(said).map((line) => line.text)).not.toContainEqual(
      expect.stringContaining("3"),
    );
  });

  it("keeps what is still to come while somebody looks back, and counts it", () => {
    happen([king("toledo"), king("aragon")]);
    playback.back();
    happen([king("sevilla")], { king: "sevilla" });
    vi.advanceTimersByTime(60_000);
    expect([kings(), playback.ahead]).toEqual(["toledo", 2]);
    playback.resume();
    vi.advanceTimersByTime(2 * BEAT_MS);
    expect([kings(), playback.busy]).toEqual(["sevilla", false]);
  });

  it("shows the game as it is to somebody who has looked elsewhere meanwhile, paused or not", () => {
    happen([king("toledo"), king("aragon")]);
    playback.togglePause();
    vi.stubGlobal("document", { hidden: true });
    happen([king("sevilla")], { king: "sevilla" });
    expect([kings(), playback.busy, playback.paused]).toEqual(["sevilla", false, false]);
  });

  it("follows a change of speed at once", () => {
    happen([king("toledo"), king("aragon"), king("sevilla")]);
    playback.speed = 4;
    vi.advanceTimersByTime(BEAT_MS / 4);
    expect(kings()).toBe("aragon");
    playback.speed = 0;
    expect([kings(), playback.busy, preferences.pace]).toEqual(["valencia", false, 0]);
  });

  it("can be stepped through by somebody who sees everything at once", () => {
    preferences.pace = 0;
    happen([king("toledo"), king("aragon")]);
    playback.back();
    playback.back();
    expect(kings()).toBe("toledo");
    playback.forward();
    expect(kings()).toBe("aragon");
  });

  it("waits at a beat that asks for it, unless the viewer's own clock runs", () => {
    happen([king("toledo"), king("aragon")]);
    const hold = (): void => {
      playback.beats = playback.beats.map((beat) => ({ ...beat, hold: true }));
    };
    hold();
    playback.speed = 1;
    vi.advanceTimersByTime(60_000);
    expect([kings(), playback.holding]).toEqual(["toledo", true]);
    playback.resume();
    expect([kings(), playback.holding]).toEqual(["aragon", false]);
    playback.skip();
    happen([king("toledo"), king("aragon"), king("toledo"), king("aragon"), king("toledo")], {
      isTimed: true,
    });
    hold();
    playback.speed = 1;
    vi.advanceTimersByTime(60_000);
    expect(playback.busy).toBe(false);
  });

  it("does not replay what the viewer did, but lets them look back at it", () => {
    happen([event("announced", { colour: 0, card: "C-king" }), king("toledo")], {
      isMine: true,
      king: "toledo",
    });
    expect([kings(), playback.busy]).toEqual(["toledo", false]);
    playback.back();
    playback.back();
    expect(kings()).toBe("castilla");
  });

  it("forgets what was taken back", () => {
    happen([king("toledo"), king("aragon"), king("sevilla")]);
    playback.skip();
    playback.rewind({
      view: { ...first, king: "granada" },
      events: [king("granada")],
      from: 1,
      seat: 0,
      isMine: true,
      isTimed: false,
    });
    expect([kings(), playback.busy]).toEqual(["granada", false]);
    playback.back();
    playback.back();
    expect([kings(), playback.canGoBack]).toEqual(["toledo", false]);
  });

  it("starts afresh from a state whose past is not known", () => {
    happen([king("toledo"), king("aragon")]);
    playback.togglePause();
    playback.jump({ ...first, king: "navarra" });
    expect([kings(), playback.busy, playback.canGoBack]).toEqual(["navarra", false, false]);
  });
});
