// Sounds of our own, made by the browser when they are needed: wood on wood, a page, a bell. They
// are off unless the player wants them. On phones a short buzz goes with those that call for it.

import { preferences, reducedMotion } from "./preferences.svelte";
import type { Happening } from "../wire/types";

export type Sound = "piece" | "king" | "throw" | "castillo" | "card" | "score" | "turn";

/** A tone that dies away, or noise through a narrow band: a rustle. */
interface Part {
  wave: OscillatorType | "noise";
  hertz: number;
  seconds: number;
  loud: number;
  /** How long after the sound begins. */
  after?: number;
}

const PARTS: Record<Sound, readonly Part[]> = {
  piece: [
    { wave: "triangle", hertz: 190, seconds: 0.09, loud: 0.36 },
    { wave: "noise", hertz: 900, seconds: 0.05, loud: 0.4 },
  ],
  king: [
    { wave: "triangle", hertz: 294, seconds: 0.2, loud: 0.24 },
    { wave: "triangle", hertz: 440, seconds: 0.5, loud: 0.24, after: 0.14 },
    { wave: "triangle", hertz: 587, seconds: 0.5, loud: 0.12, after: 0.14 },
  ],
  throw: [
    { wave: "noise", hertz: 1400, seconds: 0.12, loud: 0.2 },
    { wave: "triangle", hertz: 120, seconds: 0.16, loud: 0.4, after: 0.13 },
    { wave: "noise", hertz: 420, seconds: 0.1, loud: 0.4, after: 0.13 },
  ],
  castillo: [
    { wave: "noise", hertz: 240, seconds: 0.7, loud: 0.55 },
    { wave: "triangle", hertz: 82, seconds: 0.8, loud: 0.4, after: 0.1 },
    { wave: "triangle", hertz: 61, seconds: 0.9, loud: 0.3, after: 0.34 },
  ],
  card: [{ wave: "noise", hertz: 3200, seconds: 0.16, loud: 0.3 }],
  score: [
    { wave: "sine", hertz: 988, seconds: 0.18, loud: 0.14 },
    { wave: "sine", hertz: 1319, seconds: 0.4, loud: 0.14, after: 0.08 },
  ],
  turn: [
    { wave: "sine", hertz: 880, seconds: 1.4, loud: 0.2 },
    { wave: "sine", hertz: 1318, seconds: 1, loud: 0.1 },
  ],
};

/** Milliseconds on, off, on …; a sound not listed is not felt. */
const BUZZES: Partial<Record<Sound, number[]>> = {
  piece: [12],
  throw: [18],
  castillo: [30, 40, 60],
  turn: [40, 60, 40],
};

// The sound of an event; events not listed are silent.
const SOUNDS: Partial<Record<Happening["event"], Sound>> = {
  card: "card",
  castillo_opened: "castillo",
  grande_moved: "piece",
  king_moved: "king",
  modifier: "card",
  moved: "piece",
  power: "card",
  revealed: "card",
  scored: "score",
  tile_put: "piece",
};

/** A sound this late belongs to something that is over: it is left out. */
const LATE_MS = 400;
const SILENCE = 0.0001;

let context: AudioContext | null = null;

/** Play a sound, if the player wants sounds, and let the phone buzz, if the player wants that. */
export function play(sound: Sound): void {
  if (!isTouched()) return;
  buzz(sound);
  if (!preferences.sound) return;
  try {
    context ??= new AudioContext();
  } catch {
    return; // a browser without sound
  }
  const at = context;
  if (at.state === "running") render(at, sound);
  else void wake(at, sound);
}

/** Whether the page was touched: before that a browser plays nothing, and complains if it is asked. */
const isTouched = (): boolean =>
  !("userActivation" in navigator) || navigator.userActivation.hasBeenActive;

/** The sound of something that happened. */
export function soundOf(event: Happening): void {
  const sound = SOUNDS[event.event];
  if (sound) play(event.event === "moved" && event.to === "castillo" ? "throw" : sound);
}

/** Whether this device can buzz, and its owner has nothing against things that move. */
export const canBuzz = (): boolean => "vibrate" in navigator && !reducedMotion();

function buzz(sound: Sound): void {
  const pattern = BUZZES[sound];
  if (pattern && preferences.buzz && canBuzz()) navigator.vibrate(pattern);
}

/** Browsers hold sounds back until the page is touched; they are not made up for later. */
async function wake(at: AudioContext, sound: Sound): Promise<void> {
  const asked = performance.now();
  await at.resume();
  if (performance.now() - asked < LATE_MS) render(at, sound);
}

function render(at: AudioContext, sound: Sound): void {
  const all = at.createGain();
  all.gain.value = preferences.volume;
  all.connect(at.destination);
  for (const part of PARTS[sound]) {
    const start = at.currentTime + (part.after ?? 0);
    const { maker, voice } = part.wave === "noise" ? noise(at, part) : tone(at, part, part.wave);
    const fade = at.createGain();
    fade.gain.setValueAtTime(part.loud, start);
    fade.gain.exponentialRampToValueAtTime(SILENCE, start + part.seconds);
    voice.connect(fade).connect(all);
    maker.start(start);
    maker.stop(start + part.seconds);
  }
}

/** What makes a part, and where it comes out at its pitch. */
interface Source {
  maker: AudioScheduledSourceNode;
  voice: AudioNode;
}

function tone(at: AudioContext, part: Part, wave: OscillatorType): Source {
  const maker = at.createOscillator();
  maker.type = wave;
  maker.frequency.value = part.hertz;
  return { maker, voice: maker };
}

function noise(at: AudioContext, part: Part): Source {
  const buffer = at.createBuffer(1, Math.ceil(at.sampleRate * part.seconds), at.sampleRate);
  const samples = buffer.getChannelData(0);
  samples.forEach((_, index) => (samples[index] = Math.random() * 2 - 1));
  const maker = at.createBufferSource();
  maker.buffer = buffer;
  const band = at.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = part.hertz;
  return { maker, voice: maker.connect(band) };
}
