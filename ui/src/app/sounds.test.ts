// Sounds and buzzes: silent unless wanted, each event its own, never made up for later.

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Happening } from "../wire/types";

const made: { hertz: number; start: number }[] = [];
const volumes: number[] = [];
let state: AudioContextState = "running";
let wakes: () => Promise<void> = () => Promise.resolve();
const contexts: FakeContext[] = [];

class FakeNode {
  frequency = { value: 0 };
  gain = {
    value: 1,
    setValueAtTime: vi.fn(),
    exponentialRampToValueAtTime: vi.fn(),
  };
  type = "";
  buffer: unknown = null;
  private to: FakeNode | null = null;
  connect(to: FakeNode): FakeNode {
    this.to = to;
    return to;
  }
  start(at: number): void {
    const hertz = this.frequency.value || this.to?.frequency.value || 0;
    made.push({ hertz, start: at });
    let end: FakeNode | null = this.to;
    while (end?.to?.to) end = end.to;
    volumes.push(end?.gain.value ?? 0);
  }
  stop(): void {
    // What was started ends by itself.
  }
}

class FakeContext {
  currentTime = 5;
  sampleRate = 100;
  destination = new FakeNode();
  constructor() {
    contexts.push(this);
  }
  get state(): AudioContextState {
    return state;
  }
  resume = (): Promise<void> => wakes();
  createGain = (): FakeNode => new FakeNode();
  createOscillator = (): FakeNode => new FakeNode();
  createBufferSource = (): FakeNode => new FakeNode();
  createBiquadFilter = (): FakeNode => new FakeNode();
  createBuffer = (_: number, length: number): unknown => ({
    getChannelData: () => new Float32Array(length),
  });
}

const vibrate = vi.fn();
let isStill = false;

async function load(): Promise<{
  sounds: typeof import("./sounds");
  preferences: (typeof import("./preferences.svelte"))["preferences"];
}> {
  vi.resetModules();
  const { speak } = await import("./words.svelte");
  await speak("en");
  const { preferences } = await import("./preferences.svelte");
  return { sounds: await import("./sounds"), preferences };
}

beforeEach(() => {
  made.length = volumes.length = contexts.length = 0;
  state = "running";
  isStill = false;
  wakes = () => Promise.resolve();
  vibrate.mockClear();
  vi.stubGlobal("AudioContext", FakeContext);
  vi.stubGlobal("matchMedia", () => ({ matches: isStill, addEventListener: vi.fn() }));
  vi.stubGlobal("navigator", { languages: ["en"], vibrate });
});
afterEach(() => void vi.unstubAllGlobals());

const moved = (to: string): Happening =>
  ({
    event: "moved",
    colour: 0,
    from: "province",
    to,
    number: 1,
    says: "",
  }) as unknown as Happening;
const happened = (event: string): Happening => ({ event, says: "" }) as unknown as Happening;

it("is silent, and still, until the player wants otherwise", async () => {
  const { sounds } = await load();
  sounds.play("turn");
  sounds.soundOf(moved("sevilla"));
  expect(contexts).toEqual([]);
  expect(vibrate).not.toHaveBeenCalled();
});

it("gives pieces, the King, the Castillo, cards, scorings and the turn each their own sound", async () => {
  const { sounds, preferences } = await load();
  preferences.sound = true;
  const heard = new Map<string, string>();
  const listen = (name: string, make: () => void): void => {
    made.length = 0;
    make();
    heard.set(name, made.map(({ hertz }) => hertz).join());
  };
  listen("piece", () => sounds.soundOf(moved("sevilla")));
  listen("thrown", () => sounds.soundOf(moved("castillo")));
  for (const event of ["king_moved", "castillo_opened", "card", "scored"]) {
    listen(event, () => sounds.soundOf(happened(event)));
  }
  listen("turn", () => sounds.play("turn"));
  expect([...heard.values()].every(Boolean)).toBe(true);
  expect(new Set(heard.values()).size).toBe(heard.size);
  listen("nothing", () => sounds.soundOf(happened("turn_ended")));
  expect(heard.get("nothing")).toBe("");
  expect(contexts).toHaveLength(1);
});

it("is as loud as the player sets it", async () => {
  const { sounds, preferences } = await load();
  preferences.sound = true;
  preferences.volume = 0.3;
  sounds.play("score");
  expect(volumes).toEqual([0.3, 0.3]);
});

it("does not make up later for what the browser held back", async () => {
  const { sounds, preferences } = await load();
  preferences.sound = true;
  state = "suspended";
  let touch = (): void => undefined;
  wakes = () => new Promise((done) => (touch = done));
  const now = vi.spyOn(performance, "now").mockReturnValue(1000);
  sounds.play("piece");
  now.mockReturnValue(1100);
  touch();
  await Promise.resolve();
  await Promise.resolve();
  expect(made).not.toEqual([]);
  made.length = 0;
  sounds.play("piece");
  now.mockReturnValue(9000);
  touch();
  await Promise.resolve();
  await Promise.resolve();
  expect(made).toEqual([]);
  now.mockRestore();
});

it("asks the browser for nothing before the page is touched", async () => {
  const { sounds, preferences } = await load();
  preferences.sound = true;
  preferences.buzz = true;
  const touched = { hasBeenActive: false };
  Object.assign(navigator, { userActivation: touched });
  sounds.play("turn");
  expect(contexts).toEqual([]);
  expect(vibrate).not.toHaveBeenCalled();
  touched.hasBeenActive = true;
  sounds.play("turn");
  expect(contexts).toHaveLength(1);
  expect(vibrate).toHaveBeenCalledOnce();
});

it("plays on in silence where the browser has no sound", async () => {
  vi.stubGlobal("AudioContext", undefined);
  const { sounds, preferences } = await load();
  preferences.sound = true;
  expect(() => sounds.play("king")).not.toThrow();
});

it("buzzes if wanted, but never with reduced motion", async () => {
  const first = await load();
  first.preferences.buzz = true;
  first.sounds.play("turn");
  first.sounds.play("card");
  expect(vibrate).toHaveBeenCalledTimes(1);
  vibrate.mockClear();
  isStill = true;
  const second = await load();
  second.preferences.buzz = true;
  second.sounds.play("turn");
  expect(vibrate).not.toHaveBeenCalled();
  expect(second.sounds.canBuzz()).toBe(false);
});
