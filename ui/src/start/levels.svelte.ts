// The bots one can play against: our own levels in our words, and what else the server has.

import { preferences } from "../app/preferences.svelte";
import { words } from "../app/words.svelte";
import { get } from "../wire/http";
import type { BotShown } from "../wire/types";

export interface Level {
  bot: string;
  title: string;
  /** What kind of opponent it is, in a sentence. */
  text: string;
}

const LEVELS = ["novice", "steady", "strong", "master"] as const;
const OWN = [...LEVELS, "random"] as const;
const titles = words("levelTitles");
const texts = words("levels");

const levelOf = (bot: (typeof OWN)[number]): Level => ({
  bot,
  title: titles(bot),
  text: texts(bot),
});

/** The levels to play against, from the weakest to the strongest. */
export const ownLevels = (): Level[] => LEVELS.map(levelOf);

export const USUAL_LEVEL = "steady";

const bots = $state<{ others: Level[] }>({ others: [] });

/** Our own levels, then what else this server has. */
export const allLevels = (): Level[] => [...OWN.map(levelOf), ...bots.others];

/** Ask the server for bots beside our own; without an answer there are just ours. */
export async function findBots(): Promise<void> {
  const ours = new Set<string>(OWN);
  const listed = await get<BotShown[]>(`/api/bots?language=${preferences.language}`).catch(
    () => [],
  );
  bots.others = listed
    .filter((bot) => !ours.has(bot.name))
    .map(({ name, title, description }) => ({
      bot: name,
      title,
      text: description,
    }));
}

/** The title of a bot, such as the seat of a table names it. */
export function levelTitle(bot: string): string {
  const found = allLevels().find((level) => level.bot === bot.split(":")[0]);
  return found?.title ?? bot;
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
