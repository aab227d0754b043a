// The bots one can play against: our own levels in our words, and what else the server has.

import { preferences } from "../app/preferences.svelte";
import { say, type Row } from "../app/words.svelte";
import { get } from "../wire/http";
import type { BotShown } from "../wire/types";

export interface Level {
  bot: string;
  title: Row;
  /** What kind of opponent it is, in a sentence. */
  text: Row;
}

export const LEVELS: readonly Level[] = [
  {
    bot: "novice",
    title: ["Novice", "Novato", "Neuling"],
    text: [
      "Knows the rules and plays for the fun of it: right for a first evening.",
      "Conoce las reglas y juega por gusto: ideal para la primera tarde.",
      "Kennt die Regeln und spielt aus Freude: richtig für den ersten Abend.",
    ],
  },
  {
    bot: "steady",
    title: ["Steady", "Sereno", "Besonnen"],
    text: [
      "Plans every turn and counts well: a fair match for most evenings.",
      "Planea cada turno y cuenta bien: un buen rival para casi todas las tardes.",
      "Plant jeden Zug und zählt gut: ein guter Gegner für die meisten Abende.",
    ],
  },
  {
    bot: "strong",
    title: ["Strong", "Fuerte", "Stark"],
    text: [
      "Thinks ahead and remembers what it saw: you will have to work for it.",
      "Piensa por adelantado y recuerda lo que vio: tendrás que esforzarte.",
      "Denkt voraus und merkt sich, was er sah: Du musst dich anstrengen.",
    ],
  },
  {
    bot: "master",
    title: ["Master", "Maestro", "Meister"],
    text: [
      "Takes its time and gives nothing away: the hardest to beat.",
      "Se toma su tiempo y no regala nada: el más difícil de vencer.",
      "Nimmt sich Zeit und schenkt dir nichts: am schwersten zu schlagen.",
    ],
  },
];

const BLIND: Level = {
  bot: "random",
  title: ["Blindfold", "A ciegas", "Blind"],
  text: [
    "Picks anything that is allowed: for trying things out.",
    "Elige cualquier cosa permitida: para hacer pruebas.",
    "Wählt irgendetwas Erlaubtes: zum Ausprobieren.",
  ],
};

export const USUAL_LEVEL = "steady";

const bots = $state<{ others: Level[] }>({ others: [] });

/** Our own levels, then what else this server has. */
export const allLevels = (): Level[] => [...LEVELS, BLIND, ...bots.others];

/** Ask the server for bots beside our own; without an answer there are just ours. */
export async function findBots(): Promise<void> {
  const ours = new Set([...LEVELS, BLIND].map((level) => level.bot));
  const listed = await get<BotShown[]>(`/api/bots?language=${preferences.language}`).catch(
    () => [],
  );
  bots.others = listed
    .filter((bot) => !ours.has(bot.name))
    .map(({ name, title, description }) => ({
      bot: name,
      title: [title, title, title],
      text: [description, description, description],
    }));
}

/** The title of a bot, such as the seat of a table names it. */
export function levelTitle(bot: string): string {
  const found = allLevels().find((level) => level.bot === bot.split(":")[0]);
  return found ? say(found.title) : bot;
}

// Whom one meets at a table of 1480; a bot is called one of these.
const NOBLES = [
  "Doña Urraca",
  "Don Fadrique",
  "Doña Mencía",
  "Don Íñigo",
  "Doña Aldonza",
  "Don Lope",
  "Doña Leonor",
  "Don Gonzalo",
  "Doña Beatriz",
  "Don Rodrigo",
];

/** Names for so many bots, none twice and none of those given. */
export function nobles(many: number, not: readonly string[] = []): string[] {
  const free = NOBLES.filter((name) => !not.includes(name));
  const start = Math.floor(Math.random() * free.length);
  return Array.from({ length: many }, (_, n) => free[(start + n) % free.length] ?? "Don Álvaro");
}
