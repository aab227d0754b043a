// A share of one as people write it: "42%", "42 %".

import { preferences } from "../app/preferences.svelte";

export const percent = (share: number): string =>
  new Intl.NumberFormat(preferences.language, {
    style: "percent",
    maximumFractionDigits: 0,
  }).format(share);
