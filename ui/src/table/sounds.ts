// Sounds made by hand: wood on wood, a page, a bell. Off unless the player wants them.

import { preferences } from "../app/preferences.svelte";

let context: AudioContext | null = null;

function audio(): AudioContext | null {
  if (!preferences.sound) return null;
  try {
    context ??= new AudioContext();
    void context.resume();
    return context;
  } catch {
    return null; // a browser without sound
  }
}

/** A tone that dies away. */
function ring(
  at: AudioContext,
  hertz: number,
  seconds: number,
  loud: number,
  kind: OscillatorType,
): void {
  const tone = at.createOscillator();
  const fade = at.createGain();
  tone.type = kind;
  tone.frequency.value = hertz;
  fade.gain.setValueAtTime(loud, at.currentTime);
  fade.gain.exponentialRampToValueAtTime(0.0001, at.currentTime + seconds);
  tone.connect(fade).connect(at.destination);
  tone.start();
  tone.stop(at.currentTime + seconds);
}

/** A rustle: noise through a narrow band. */
function rustle(at: AudioContext, hertz: number, seconds: number, loud: number): void {
  const length = Math.floor(at.sampleRate * seconds);
  const noise = at.createBuffer(1, length, at.sampleRate);
  const samples = noise.getChannelData(0);
  for (let index = 0; index < length; index += 1) {
    samples[index] = (Math.random() * 2 - 1) * (1 - index / length) * loud;
  }
  const source = at.createBufferSource();
  const band = at.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = hertz;
  source.buffer = noise;
  source.connect(band).connect(at.destination);
  source.start();
}

/** A piece is put down. */
export function knock(): void {
  const at = audio();
  if (!at) return;
  ring(at, 190, 0.09, 0.22, "triangle");
  rustle(at, 900, 0.05, 0.25);
}

/** A card is turned. */
export function page(): void {
  const at = audio();
  if (at) rustle(at, 3200, 0.16, 0.18);
}

/** It is your turn. */
export function bell(): void {
  const at = audio();
  if (!at) return;
  ring(at, 880, 1.4, 0.12, "sine");
  ring(at, 1318, 1, 0.06, "sine");
}

const CARDS = new Set(["power", "card", "revealed", "modifier"]);
const PIECES = new Set(["moved", "grande_moved", "king_moved", "tile_put"]);

/** The sound of something that happened. */
export function soundOf(event: string): void {
  if (CARDS.has(event)) page();
  else if (PIECES.has(event)) knock();
}
