// The pages and their addresses. A named group of the address is a property of the page.

import StartPage from "../start/StartPage.svelte";
import type { Route } from "./router.svelte";
import { withTexts } from "./words.svelte";

const recordPage = () => withTexts("record", import("../record/RecordPage.svelte"));

export const ROUTES: readonly Route[] = [
  // The page that most people see first is included; the others are loaded when needed.
  { path: /^\/$/, page: () => Promise.resolve({ default: StartPage }) },
  { path: /^\/new$/, page: () => import("../start/NewTablePage.svelte") },
  { path: /^\/open$/, page: () => import("../start/OpenTablesPage.svelte") },
  {
    path: /^\/events$/,
    page: () => withTexts("club", import("../club/EventsPage.svelte")),
  },
  {
    path: /^\/events\/new$/,
    page: () => withTexts("club", import("../club/NewEventPage.svelte")),
  },
  {
    path: /^\/events\/(?<id>[^/]+)$/,
    page: () => withTexts("club", import("../club/EventPage.svelte")),
  },
  { path: /^\/mine$/, page: () => import("../start/MyGamesPage.svelte") },
  // The token follows the #, where no server or proxy sees it; older links have it before the #.
  { path: /^\/join(?:\/(?<token>[^/]+))?$/, page: () => import("../start/JoinPage.svelte") },
  { path: /^\/welcome$/, page: () => import("../start/WelcomePage.svelte") },
  { path: /^\/admin$/, page: () => import("../admin/AdminPage.svelte") },
  { path: /^\/me$/, page: () => import("../start/PlayerPage.svelte") },
  { path: /^\/me\/record$/, page: recordPage },
  { path: /^\/players\/(?<who>[^/]+)$/, page: recordPage },
  { path: /^\/club$/, page: () => withTexts("record", import("../record/ClubPage.svelte")) },
  { path: /^\/about$/, page: () => import("../start/AboutPage.svelte") },
  { path: /^\/table\/(?<id>[^/]+)$/, page: () => import("../table/TablePage.svelte") },
  { path: /^\/table\/(?<id>[^/]+)\/replay$/, page: () => import("../replay/ReplayPage.svelte") },
  {
    path: /^\/table\/(?<id>[^/]+)\/result$/,
    page: () => withTexts("review", import("../result/ResultPage.svelte")),
  },
  {
    path: /^\/table\/(?<id>[^/]+)\/review$/,
    page: () => withTexts("review", import("../review/ReviewPage.svelte")),
  },
  { path: /^\/replay$/, page: () => import("../replay/FilePage.svelte") },
  {
    path: /^\/analysis$/,
    page: () => withTexts("analysis", import("../analysis/AnalysisPage.svelte")),
  },
  {
    path: /^\/analysis\/edit$/,
    page: () => withTexts("analysis", import("../analysis/EditorPage.svelte")),
  },
  { path: /^\/learn$/, page: () => import("../learn/LearnPage.svelte") },
  { path: /^\/learn\/first-round$/, page: () => import("../learn/TutorialPage.svelte") },
  { path: /^\/learn\/games$/, page: () => import("../learn/ModelGamesPage.svelte") },
  {
    path: /^\/puzzles$/,
    page: () => withTexts("puzzles", import("../puzzles/PuzzlesPage.svelte")),
  },
  {
    path: /^\/puzzles\/(?<id>[^/]+)$/,
    page: () => withTexts("puzzles", import("../puzzles/PuzzlePage.svelte")),
  },
  { path: /^\/rules$/, page: () => import("../rulebook/RulesPage.svelte") },
];
