// The pages that only a server has: other people, and stronger bots than a browser can run.

import type { Route } from "../../app/router.svelte";
import { withTexts } from "../../app/words.svelte";

const recordPage = () => withTexts("record", import("../../record/RecordPage.svelte"));

export const moreRoutes: readonly Route[] = [
  { path: /^\/open$/, page: () => import("../../start/OpenTablesPage.svelte") },
  {
    path: /^\/events$/,
    page: () => withTexts("club", import("../../club/EventsPage.svelte")),
  },
  {
    path: /^\/events\/new$/,
    page: () => withTexts("club", import("../../club/NewEventPage.svelte")),
  },
  {
    path: /^\/events\/(?<id>[^/]+)$/,
    page: () => withTexts("club", import("../../club/EventPage.svelte")),
  },
  // The token follows the #, where no server or proxy sees it; older links have it before the #.
  { path: /^\/join(?:\/(?<token>[^/]+))?$/, page: () => import("../../start/JoinPage.svelte") },
  { path: /^\/welcome$/, page: () => import("../../start/WelcomePage.svelte") },
  { path: /^\/admin$/, page: () => import("../../admin/AdminPage.svelte") },
  { path: /^\/me\/record$/, page: recordPage },
  { path: /^\/players\/(?<who>[^/]+)$/, page: recordPage },
  { path: /^\/club$/, page: () => withTexts("record", import("../../record/ClubPage.svelte")) },
  {
    path: /^\/table\/(?<id>[^/]+)\/review$/,
    page: () => withTexts("review", import("../../review/ReviewPage.svelte")),
  },
  {
    path: /^\/analysis$/,
    page: () => withTexts("analysis", import("../../analysis/AnalysisPage.svelte")),
  },
  {
    path: /^\/analysis\/edit$/,
    page: () => withTexts("analysis", import("../../analysis/EditorPage.svelte")),
  },
  { path: /^\/learn\/games$/, page: () => import("../../learn/ModelGamesPage.svelte") },
  {
    path: /^\/puzzles$/,
    page: () => withTexts("puzzles", import("../../puzzles/PuzzlesPage.svelte")),
  },
  {
    path: /^\/puzzles\/(?<id>[^/]+)$/,
    page: () => withTexts("puzzles", import("../../puzzles/PuzzlePage.svelte")),
  },
];
