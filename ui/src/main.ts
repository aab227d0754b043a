// Where the pages start: the styles, and the frame mounted in its place.

import "./look/fonts.css";
import "./look/tokens.css";
import "./look/base.css";
import { mount } from "svelte";
import App from "./app/App.svelte";
import { keepPagesForLater } from "./app/installing";
import { followPreferences, preferences } from "./app/preferences.svelte";
import { follow } from "./app/router.svelte";
import { followTitle } from "./app/title.svelte";
import { followTurns } from "./app/turns.svelte";
import { speak } from "./app/words.svelte";
import { followConnection } from "./wire/connection.svelte";

const target = document.getElementById("app");
// What the page says if the browser cannot read this file, never gets it, or cannot draw a board.
const late = document.getElementById("late");
const canDraw =
  CSS.supports("container-type", "size") && CSS.supports("color", "color-mix(in srgb, red, blue)");

function start(app: HTMLElement): void {
  followConnection();
  followPreferences();
  followTitle();
  follow();
  followTurns();
  mount(App, { target: app });
  late?.remove();
  keepPagesForLater();
}
function giveUp(): void {
  if (late) late.style.visibility = "visible";
}

if (target && canDraw) speak(preferences.language).then(() => start(target), giveUp);
else giveUp();
