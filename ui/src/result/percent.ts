// A share of one as people write it: "42%", "42 %".

import { preferences } from "../app/preferences.svelte";

export const percent = (share: number, digits = 0): string =>
  new Intl.NumberFormat(preferences.language, {
    style: "percent",
    maximumFractionDigits: digits,
  }).format(share);
