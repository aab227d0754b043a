// Who is playing in this browser: a guest with a name, created when first needed.

import { keep, recall } from "../app/keeping";
import { asRefusal, get, post } from "./http";
import type { PublicPlayer } from "./schema";

export type Player = PublicPlayer;

// People of the time; a guest who gives no name gets one of these. Bots have others.
export const GUEST_NAMES = [
  "Inés",
  "Catalina",
  "Diego",
  "Elvira",
  "Pedro",
  "Teresa",
  "Martín",
  "Isabel",
  "Juan",
  "Sancha",
  "Alonso",
  "Blanca",
  "Hernán",
  "Jimena",
  "Nuño",
  "Violante",
  "Bernardo",
  "Constanza",
];

export const me = $state<{ player: Player | null }>({ player: null });

export function usualName(): string {
  const kept = recall<string>("name", "");
  if (kept) return kept;
  const name = GUEST_NAMES[Math.floor(Math.random() * GUEST_NAMES.length)] ?? "Inés";
  keep("name", name);
  return name;
}

// The token of the invitation somebody came with; a server may ask new guests for one.
let invitation = "";
export function showInvitation(token: string): void {
  invitation = token;
}

let asking: Promise<Player> | null = null;

/** The player of this browser, if there is one already. */
export async function findPlayer(): Promise<Player | null> {
  me.player ??= (await get<{ player: Player | null }>("/api/visitor")).player;
  return me.player;
}

/** The session is over: returns who is signed in now, perhaps in another tab, if anybody. */
export function findPlayerAgain(): Promise<Player | null> {
  me.player = null;
  return findPlayer();
}

/** The player of this browser; a guest is created if there is none. */
export function ensurePlayer(): Promise<Player> {
  asking ??= findOrMake().finally(() => (asking = null));
  return asking;
}

async function findOrMake(): Promise<Player> {
  const found = await findPlayer();
  if (found) return found;
  me.player = await comeIn(usualName()).catch((error: unknown) => {
    if (asRefusal(error).code !== "name_taken") throw error;
    // Somebody claimed the name; a number makes it a different one.
    return comeIn(`${usualName().slice(0, 26)} ${2 + Math.floor(Math.random() * 98)}`);
  });
  return me.player;
}

async function comeIn(name: string): Promise<Player> {
  const body = { name, ...(invitation && { invitation }) };
  return (await post<{ player: Player }>("/api/players", body)).player;
}
