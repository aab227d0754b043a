// Tests read English unless they say otherwise.

import { speak } from "../app/words.svelte";

await speak("en");
