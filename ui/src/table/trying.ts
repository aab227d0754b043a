// A request made by a click: a refusal is shown, and nothing else happens.

import { notify } from "../app/announcing.svelte";
import { sentenceFor } from "../app/refusals";
import { asRefusal } from "../wire/http";

/** Do it; whether it was done. */
export async function attempt(what: () => Promise<unknown>): Promise<boolean> {
  try {
    await what();
    return true;
  } catch (error) {
    notify(sentenceFor(asRefusal(error)), "trouble");
    return false;
  }
}
