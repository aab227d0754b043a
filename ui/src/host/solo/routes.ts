// The pages that only a server has: none here.

import type { Route } from "../../app/router.svelte";

export const moreRoutes: readonly Route[] = [];
