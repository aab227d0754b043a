// Where the pages begin: the looks, and the frame in its place.

import "./look/fonts.css";
import "./look/tokens.css";
import "./look/base.css";
import { mount } from "svelte";
import App from "./app/App.svelte";
import { followPreferences } from "./app/preferences.svelte";
import { follow } from "./app/router.svelte";
import { followTitle } from "./app/title.svelte";
import { followTurns } from "./app/turns.svelte";

followPreferences();
followTitle();
follow();
followTurns();

const target = document.getElementById("app");
if (target) mount(App, { target });
// What the page says where the browser cannot read this file, or never gets it.
document.getElementById("late")?.remove();
