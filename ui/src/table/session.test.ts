// A session with a fake connection: what it shows, what it sends, and how it handles refusals.

import "../app/test_browser";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Refusal } from "../wire/http";
import type { Listener } from "../wire/socket";
import type {
  Choice,
  ClientFrame,
  Happening,
  Line,
  LogEntry,
  StateFrame,
  View,
} from "../wire/types";
import recorded from "./recorded.json";
import { TableSession } from "./session.svelte";
import { preferences } from "../app/preferences.svelte";
import { announced } from "../app/announcing.svelte";
import { me } from "../wire/player.svelte";

const first = (recorded as unknown as { first: View }[])[0]?.first as View;
const pickings: Choice[] = [
  {
    choice: 75,
    notation: "power 3",
    text: "Play power card 3.",
    touches: { on: "power", value: 3 },
  },
];

interface Sent {
  frame: ClientFrame;
  done(): void;
  refused(refusal: Refusal): void;
}

function seatOf(seat: number, name: string): Record<string, unknown> {
  return { seat, kind: "human", name, bot: null, local: seat > 0, substitute: null, policy: null };
}

function frameOf(change: {
  view?: Partial<View>;
  play?: Record<string, unknown>;
  events?: Partial<Happening>[];
  lines?: Partial<Line>[];
  from?: number;
  mine?: number[];
  seat?: number;
  log?: StateFrame["log"];
  state?: string;
}): StateFrame {
  return {
    type: "state",
    table: {
      id: "t",
      state: change.state ?? "running",
      title: "",
      options: first.options,
      seats: [seatOf(0, "Ana"), seatOf(1, "Eva"), seatOf(2, "Leo")],
      host: [0],
      settings: { coach: false },
      play: {
        position: 1,
        waiting: [0],
        drafting: null,
        to_confirm: false,
        confirming: null,
        undo: null,
        ...change.play,
      },
    },
    number: 1,
    seat: change.seat ?? 0,
    mine: change.mine ?? [0],
    view: {
      ...first,
      step: 7,
      ask: "Play a power card.",
      choices: [],
      can_undo: false,
      undo_reason: null,
      ...change.view,
    },
    events_from: change.from ?? 5,
    events: (change.events ?? []).map((event) => ({
      says: `${event.event}.`,
      position: 1,
      ...event,
    })),
    lines_from: change.from ?? 5,
    lines: (change.lines ?? change.events ?? []).map((event, at) => ({
      says: `${event.event}.`,
      position: 1,
      number: (change.from ?? 5) + at,
      ...event,
    })),
    log: change.log ?? [],
    paused: null,
  } as unknown as StateFrame;
}

let listener: Listener;
let sent: Sent[] = [];
let told: Line[] = [];
let answer: (path: string) => { status: number; body: unknown };

function join(): TableSession {
  return new TableSession("t", "usual", "en", (_table, _seat, _language, given) => {
    listener = given;
    return {
      send: (frame) => new Promise((done, refused) => sent.push({ frame, done, refused })),
      speak: () => undefined,
      close: () => undefined,
    };
  });
}
function arrive(frame: StateFrame): void {
  listener.connection("live");
  listener.state(frame);
}
const valueOf = (line: Line): number | null => (line.event === "power" ? line.value : null);
const settle = (): Promise<void> => vi.advanceTimersByTimeAsync(1).then(() => undefined);
const power = (colour: number, value: number): Partial<Happening> => ({
  event: "power",
  colour,
  value,
});

beforeEach(() => {
  me.player = null;
  vi.useFakeTimers();
  sent = [];
  told = [];
  announced.notices.length = 0;
  preferences.pace = 1;
  answer = () => ({ status: 200, body: told });
  vi.stubGlobal("fetch", async (path: string) => {
    const { status, body } = answer(path);
    return new Response(JSON.stringify(body), { status });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a session", () => {
  it("shows the first state at once and reads what happened before", async () => {
    told = [{ event: "round", says: "Round 1 begins.", number: 0, position: 0, round: 1 }];
    const session = join();
    arrive(frameOf({ view: { choices: pickings } }));
    await settle();
    expect(session.shown?.step).toBe(7);
    expect(session.choices).toHaveLength(1);
    expect(session.isMyTurn).toBe(true);
    expect(session.lines.map((line) => line.says)).toEqual(["Round 1 begins."]);
  });

  it("sends a choice once, with the step it answers, and shows its effect at once", async () => {
    const session = join();
    arrive(frameOf({ view: { choices: pickings } }));
    void session.choose(75);
    void session.choose(75);
    expect(sent.map((one) => one.frame)).toEqual([
      { type: "choose", seat: 0, step: 7, choice: 75 },
    ]);
    expect(session.sending).toBe(true);
    listener.state(frameOf({ view: { step: 8, king: "toledo" }, events: [power(0, 3)], from: 5 }));
    expect(session.shown?.king).toBe("toledo");
    expect(session.playback.busy).toBe(false);
    sent[0]?.done();
    await settle();
    expect(session.sending).toBe(false);
  });

  it("takes the next choice as soon as its question is there, whenever the last is acknowledged", async () => {
    const session = join();
    arrive(frameOf({ view: { choices: pickings } }));
    void session.choose(75);
    listener.state(
      frameOf({ view: { step: 8, choices: pickings }, events: [power(0, 3)], from: 5 }),
    );
    expect(session.sending).toBe(false);
    void session.choose(75);
    expect(sent.map(({ frame }) => "step" in frame && frame.step)).toEqual([7, 8]);
    sent[0]?.done();
    await settle();
    expect(session.sending).toBe(true);
    sent[1]?.done();
    await settle();
    expect(session.sending).toBe(false);
  });

  it("sends nothing that is not offered", () => {
    const session = join();
    arrive(frameOf({ view: { choices: pickings } }));
    void session.choose(1);
    expect(sent).toEqual([]);
  });

  it("tells why a choice is refused, and leaves everything as it was", async () => {
    const session = join();
    arrive(frameOf({ view: { choices: pickings } }));
    void session.choose(75);
    sent[0]?.refused(new Refusal("illegal_choice", "No.", 422));
    await settle();
    expect(announced.notices).toHaveLength(1);
    expect(session.choices).toHaveLength(1);
    expect(session.sending).toBe(false);
  });

  it("takes the new state quietly when its answer came too late", async () => {
    const session = join();
    arrive(frameOf({ view: { choices: pickings } }));
    void session.choose(75);
    arrive(frameOf({ view: { step: 9 } }));
    sent[0]?.refused(new Refusal("stale_step", "Late.", 409));
    await settle();
    expect(announced.notices).toEqual([]);
    expect(session.frame?.view?.step).toBe(9);
  });

  it("replays what others did step by step, and asks when that is done", async () => {
    const session = join();
    arrive(frameOf({ play: { waiting: [1] } }));
    const events = [power(1, 9), power(2, 4)];
    listener.state(frameOf({ view: { choices: pickings, step: 12 }, events }));
    expect(session.playback.busy).toBe(true);
    expect(session.choices).toEqual([]);
    expect(session.shown?.players.map((player) => player.power)).toEqual([null, 9, null]);
    expect(session.told.map(valueOf)).toEqual([9]);
    await vi.advanceTimersByTimeAsync(700);
    expect(session.shown?.players.map((player) => player.power)).toEqual([null, 9, 4]);
    await vi.advanceTimersByTimeAsync(700);
    expect(session.playback.busy).toBe(false);
    expect(session.choices).toHaveLength(1);
    expect(session.shown?.step).toBe(12);
  });

  it("goes on with a replay after a lost connection, if nothing happened meanwhile", async () => {
    const session = join();
    arrive(frameOf({}));
    const news = frameOf({
      view: { step: 9, choices: pickings },
      events: [power(1, 5), power(2, 4)],
    });
    listener.state(news);
    expect(session.playback.busy).toBe(true);
    listener.connection("lost");
    arrive({ ...news, events_from: 7, events: [], lines_from: 7, lines: [] });
    expect(session.playback.busy).toBe(true);
    expect(session.choices).toEqual([]);
    await vi.advanceTimersByTimeAsync(5000);
    expect(session.playback.busy).toBe(false);
    expect(session.choices).toHaveLength(1);
    session.playback.back();
    expect(session.playback.caption).toBe("power.");
  });

  it.each([
    ["the game went on", { view: { step: 12 }, from: 12 }],
    ["something was taken back and done again", { view: { step: 12 }, from: 7 }],
    ["another seat looks on", { view: { step: 9 }, from: 7, seat: 1 }],
  ])("shows the true state at once after a lost connection, if %s", (_, change) => {
    const session = join();
    arrive(frameOf({}));
    listener.state(frameOf({ view: { step: 9 }, events: [power(1, 5), power(2, 4)] }));
    listener.connection("lost");
    arrive(frameOf(change));
    expect(session.playback.busy).toBe(false);
    expect(session.shown?.step).toBe(change.view.step);
  });

  it("reads on in another language from the true state", () => {
    const session = join();
    arrive(frameOf({}));
    listener.state(frameOf({ view: { step: 9 }, events: [power(1, 5), power(2, 4)] }));
    session.speak("de");
    arrive(frameOf({ view: { step: 9 }, from: 7 }));
    expect(session.playback.busy).toBe(false);
  });

  it("skips a replay, and shows the truth at the end", () => {
    const session = join();
    arrive(frameOf({ play: { waiting: [1] } }));
    listener.state(
      frameOf({ view: { choices: pickings, king: "aragon" }, events: [power(1, 9), power(2, 4)] }),
    );
    session.playback.skip();
    expect(session.playback.busy).toBe(false);
    expect(session.shown?.king).toBe("aragon");
    expect(session.choices).toHaveLength(1);
  });

  it("shows everything at once if the player wishes so", () => {
    preferences.pace = 0;
    const session = join();
    arrive(frameOf({ play: { waiting: [1] } }));
    listener.state(frameOf({ view: { choices: pickings }, events: [power(1, 9)] }));
    expect(session.playback.busy).toBe(false);
    expect(session.choices).toHaveLength(1);
  });

  it.each([
    ["the player wants to see no more", () => (preferences.pace = 0)],
    ["the player looks elsewhere", () => vi.stubGlobal("document", { hidden: true })],
  ])("ends a replay when %s", async (_, change) => {
    const session = join();
    arrive(frameOf({ play: { waiting: [1] } }));
    const events = [power(1, 9), power(2, 4), power(1, 3)];
    listener.state(frameOf({ view: { choices: pickings, king: "aragon" }, events }));
    change();
    await vi.advanceTimersByTimeAsync(700);
    expect(session.playback.busy).toBe(false);
    expect(session.shown?.king).toBe("aragon");
    expect(session.choices).toHaveLength(1);
  });

  it("replays in a few seconds what a player watches on their own time", async () => {
    const session = join();
    arrive(frameOf({ play: { waiting: [1] } }));
    const events = Array.from({ length: 30 }, (_, value) => power(1, value));
    listener.state(
      frameOf({ view: { choices: pickings }, events, play: { clock: { kind: "turn" } } }),
    );
    await vi.advanceTimersByTimeAsync(1500);
    expect(session.playback.busy).toBe(true);
    await vi.advanceTimersByTimeAsync(1700);
    expect(session.playback.busy).toBe(false);
  });

  it("tells what happens to the table while one sits at it, once", () => {
    join();
    const entry = (number: number, kind: LogEntry["kind"], more = {}): LogEntry => ({
      number,
      kind,
      seat: 1,
      time: 0,
      ...more,
    });
    arrive(frameOf({ log: [entry(1, "handed")] }));
    expect(announced.notices).toEqual([]);
    const news = [
      entry(2, "returned"),
      entry(3, "timeout"),
      entry(4, "answer_undo", { agree: true }),
    ];
    listener.state(frameOf({ log: news }));
    listener.state(frameOf({ log: news }));
    expect(announced.notices.map((notice) => notice.text)).toEqual([
      "Eva is back.",
      "Time is up for Eva: a bot plays this turn.",
    ]);
  });

  it("knows a seat of mine that a bot plays for, and takes it back", async () => {
    const session = join();
    const frame = frameOf({});
    arrive(frame);
    expect(session.givenAway).toBeNull();
    const seats = frame.table.seats.map((seat) => ({
      ...seat,
      substitute: seat.seat === 0 ? "steady" : null,
    }));
    listener.state({ ...frame, table: { ...frame.table, seats } });
    expect(session.givenAway).toBe(0);
    let asked = "";
    answer = (path) => {
      asked = path;
      return { status: 200, body: {} };
    };
    await session.comeBack(0);
    expect(asked).toBe("/api/tables/t/seats/0/return");
  });

  it("knows what is to be confirmed", () => {
    const session = join();
    arrive(frameOf({ play: { to_confirm: true, drafting: 1, confirming: "turn" } }));
    expect(session.confirming).toBeNull();
    arrive(frameOf({ play: { to_confirm: true, drafting: 0, confirming: "power_card" } }));
    expect(session.confirming).toBe("power_card");
  });

  it("says in passing how many were thrown into the closed Castillo", async () => {
    const session = join();
    arrive(frameOf({ play: { waiting: [1] } }));
    const thrown = {
      event: "moved",
      colour: 1,
      from: "court",
      to: "castillo",
      count: 2,
      says: "Eva throws 2.",
    } as const;
    listener.state(frameOf({ events: [thrown] }));
    expect(session.playback.caption).toBe("Eva throws 2.");
    await vi.advanceTimersByTimeAsync(7000);
    expect(session.playback.caption).toBe("");
  });

  it("keeps the lines it is given, and reads only those before them", async () => {
    told = [
      { event: "round", says: "Round 1 begins.", number: 0, position: 0, round: 1 },
      { event: "castillo_opened", says: "An old line.", number: 5, position: 1 },
    ];
    const session = join();
    arrive(frameOf({ play: { waiting: [1] } }));
    const given = { event: "castillo_opened", says: "A new line.", number: 5 } as const;
    listener.state(frameOf({ events: [power(1, 9)], lines: [given] }));
    session.playback.skip();
    await settle();
    expect(session.lines.map((line) => line.says)).toEqual(["Round 1 begins.", "A new line."]);
  });

  it("drops lines that were taken back, and goes back without a replay", async () => {
    const session = join();
    arrive(frameOf({ from: 0 }));
    await settle();
    listener.state(frameOf({ from: 0, events: [power(1, 9), power(2, 4)] }));
    session.playback.skip();
    listener.state(frameOf({ from: 1, events: [power(2, 5)] }));
    expect(session.lines.map(valueOf)).toEqual([9, 5]);
    expect(session.playback.busy).toBe(false);
  });

  it("hears of chat once, however often it is told", () => {
    const session = join();
    const said: LogEntry = { number: 3, kind: "chat", seat: 1, time: 0, who: "Eva", text: "Hola" };
    arrive(frameOf({ log: [said] }));
    arrive(frameOf({ log: [said] }));
    expect(session.entries).toHaveLength(1);
  });

  it("asks for the finished turn to be confirmed", () => {
    const session = join();
    arrive(frameOf({ play: { to_confirm: true, drafting: 0 } }));
    expect(session.toConfirm).toBe(true);
    expect(session.isMyTurn).toBe(true);
    void session.confirm();
    expect(sent[0]?.frame).toEqual({ type: "confirm", seat: 0, step: 7 });
  });

  it("covers the cards of a shared screen until it is handed over", async () => {
    const session = join();
    arrive(frameOf({ mine: [0, 1], view: { choices: pickings } }));
    expect(session.handOver).toBe(0);
    expect(session.isOpen).toBe(false);
    expect(session.choices).toEqual([]);
    await session.look(0);
    expect(session.choices).toHaveLength(1);
    listener.state(frameOf({ mine: [0, 1], play: { waiting: [1] } }));
    expect(session.handOver).toBe(1);
    expect(session.isOpen).toBe(false);
    void session.look(1);
    expect(sent.at(-1)?.frame).toEqual({ type: "look", seat: 1 });
    // The cards of the player before are still in the view: they stay covered.
    expect(session.isOpen).toBe(false);
    listener.state(
      frameOf({ mine: [0, 1], seat: 1, play: { waiting: [1] }, view: { choices: pickings } }),
    );
    expect(session.isOpen).toBe(true);
    expect(session.choices).toHaveLength(1);
  });

  it("says that there is no such table", async () => {
    const session = join();
    answer = () => ({ status: 404, body: { error: "no_such_table", detail: "", status: 404 } });
    expect(await listener.barred()).toBe(false);
    expect(session.gone?.code).toBe("no_such_table");
  });

  it("tries again while the server is busy or away", async () => {
    const session = join();
    for (const status of [429, 503]) {
      answer = () => ({ status, body: { error: "too_fast", detail: "", status } });
      expect(await listener.barred()).toBe(true);
    }
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
    expect(await listener.barred()).toBe(true);
    expect(session.gone).toBeNull();
  });

  it("asks whoever was signed out to sign in, and comes back then", async () => {
    const session = join();
    const before = listener;
    listener.state(frameOf({}));
    answer = () => ({ status: 200, body: { player: null } });
    listener.refused(new Refusal("not_signed_in", "", 401));
    await vi.advanceTimersByTimeAsync(10);
    expect(session.gone?.code).toBe("not_signed_in");
    expect(listener).toBe(before);
    session.comeIn();
    expect(session.gone).toBeNull();
    expect(listener).not.toBe(before);
  });

  it("goes on by itself if somebody is signed in with another session", async () => {
    const session = join();
    const before = listener;
    listener.state(frameOf({}));
    answer = () => ({ status: 200, body: { player: { id: "p", name: "Ana", claimed: true } } });
    listener.refused(new Refusal("not_signed_in", "", 401));
    await vi.advanceTimersByTimeAsync(10);
    expect(listener).not.toBe(before);
    expect(session.gone).toBeNull();
  });

  it("becomes a guest when nobody is signed in", async () => {
    const session = join();
    const before = listener;
    answer = (path) => ({
      status: 200,
      body:
        path === "/api/visitor"
          ? { player: null }
          : { player: { id: "p", name: "Ana", claimed: false } },
    });
    listener.refused(new Refusal("not_signed_in", "", 401));
    await vi.advanceTimersByTimeAsync(10);
    expect(listener).not.toBe(before);
    expect(session.gone).toBeNull();
  });
});
