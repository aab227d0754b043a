// A part of the page could not be loaded: the server has a newer version, or cannot be reached.

import { noteLost } from "../wire/connection.svelte";

const { BASE_URL } = import.meta.env;
const SCRIPTS = `script[src^="${BASE_URL}assets/"]`;

/** Whether the server has newer pages than this one: only then does loading it again help. */
export async function isOutdated(): Promise<boolean> {
  const own = [...document.querySelectorAll(SCRIPTS)].map((one) => one.getAttribute("src") ?? "");
  try {
    const answer = await fetch(BASE_URL, { cache: "no-store", headers: { Accept: "text/html" } });
    const front = await answer.text();
    return answer.ok && own.some((script) => !front.includes(script));
  } catch {
    noteLost();
    return false;
  }
}
