// The pages and their addresses. A named group of the address is a property of the page.

import { moreRoutes } from "$host/routes";
import StartPage from "../start/StartPage.svelte";
import type { Route } from "./router.svelte";
import { withTexts } from "./words.svelte";

// The game itself, which needs nobody else.
const PLAYING: readonly Route[] = [
  // The page that most people see first is included; the others are loaded when needed.
  { path: /^\/$/, page: () => Promise.resolve({ default: StartPage }) },
  { path: /^\/new$/, page: () => import("../start/NewTablePage.svelte") },
  { path: /^\/mine$/, page: () => import("../start/MyGamesPage.svelte") },
  { path: /^\/me$/, page: () => import("../start/PlayerPage.svelte") },
  { path: /^\/about$/, page: () => import("../start/AboutPage.svelte") },
  { path: /^\/table\/(?<id>[^/]+)$/, page: () => import("../table/TablePage.svelte") },
  { path: /^\/table\/(?<id>[^/]+)\/replay$/, page: () => import("../replay/ReplayPage.svelte") },
  {
    path: /^\/table\/(?<id>[^/]+)\/result$/,
    page: () => withTexts("review", import("../result/ResultPage.svelte")),
  },
  { path: /^\/replay$/, page: () => import("../replay/FilePage.svelte") },
  { path: /^\/learn$/, page: () => import("../learn/LearnPage.svelte") },
  { path: /^\/learn\/first-round$/, page: () => import("../learn/TutorialPage.svelte") },
  { path: /^\/rules$/, page: () => import("../rulebook/RulesPage.svelte") },
];

export const ROUTES: readonly Route[] = [...PLAYING, ...moreRoutes];
