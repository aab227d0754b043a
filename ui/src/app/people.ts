// What people are called where the server sends a name.

import { words } from "./words.svelte";

const t = words("people");

/** What the server stores in place of the name of a player who was deleted. */
const FORMER = "Former player";

/** A name as it is shown: a deleted player is called so in the language of the reader. */
export const personName = (name: string): string => (name === FORMER ? t("former") : name);
