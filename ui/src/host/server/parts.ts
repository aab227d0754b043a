// What the frame of all pages shows because of where they are: nothing here, where there is a server.

import type { Component } from "svelte";

type Part = (() => Promise<{ default: Component }>) | null;

/** A line above every page. */
export const notePart: Part = null;

/** In place of a page that is not here. */
export const elsewherePart: Part = null;

/** On the start page, below the game. */
export const startPart: Part = null;
