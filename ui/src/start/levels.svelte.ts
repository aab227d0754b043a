// The bots to play against, as the server describes them.

import { plainTitle } from "../app/catalogue_data";
import { preferences } from "../app/preferences.svelte";
import { get } from "../wire/http";
import { me, usualName } from "../wire/player.svelte";
import type { BotShown, Table } from "../wire/types";

export interface Level {
  bot: string;
  title: string;
  /** What kind of opponent it is, in a sentence. */
  text: string;
}

export const USUAL_LEVEL = "steady";

let bots = $state.raw<readonly BotShown[]>([]);

/** Ask the server for its bots, in the language of the page. */
export async function findBots(): Promise<void> {
  const { language } = preferences;
  const found = await get<BotShown[]>(`/api/bots?language=${language}`).catch(() => null);
  if (found && language === preferences.language) bots = found;
}

const levelOf = ({ name, title, description }: BotShown): Level => ({
  bot: name,
  title,
  text: description,
});

/** All bots of this server: its own levels from the weakest to the strongest, then the others. */
export const allLevels = (): Level[] => bots.map(levelOf);

/** The levels for a quick game: all of our own except the one that plays at random. */
export const ownLevels = (): Level[] => bots.filter(({ level }) => level).map(levelOf);

/** The title of a bot, such as the seat of a table names it. */
export function levelTitle(bot: string): string {
  const name = bot.split(":")[0] ?? bot;
  return bots.find((one) => one.name === name)?.title ?? plainTitle(name);
}

// People of the year 1480; bots are named after them, and no guest is (wire/player.svelte.ts).
export const NOBLES = [
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

const lastWord = (name: string): string => name.trim().toLowerCase().split(" ").at(-1) ?? "";

/** Names for a number of bots, none twice, none of those given, none like the player's own. */
export function nobles(many: number, not: readonly string[] = []): string[] {
  const taken = new Set([me.player?.name ?? usualName(), ...not].map(lastWord));
  const free = NOBLES.filter((name) => !taken.has(lastWord(name)));
  const start = Math.floor(Math.random() * free.length);
  return Array.from({ length: many }, (_, n) => free[(start + n) % free.length] ?? "Don Álvaro");
}

/** The bots' names in a game that goes on from another: the old ones, new ones for people's seats. */
export function botNames(table: Table): string[] {
  const fresh = nobles(
    table.seats.length,
    table.seats.map(({ name }) => name),
  );
  return table.seats.map(({ kind, name }, seat) => (kind === "bot" ? name : (fresh[seat] ?? "")));
}
