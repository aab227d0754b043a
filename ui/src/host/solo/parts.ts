// What the frame of all pages shows because of where they are: how the game in the worker stands,
// and what the full version has.

import type { Component } from "svelte";
import { withTexts } from "../../app/words.svelte";

type Part = (() => Promise<{ default: Component }>) | null;

/** A line above every page. */
export const notePart: Part = () => withTexts("solo", import("./Note.svelte"));

/** In place of a page that is not here. */
export const elsewherePart: Part = () => withTexts("solo", import("./Elsewhere.svelte"));

/** On the start page, below the game. */
export const startPart: Part = () => withTexts("solo", import("./FullVersion.svelte"));
