// The positions of the secret disc, for its picture.

import type { Choice } from "../../wire/types";
import type { CatalogueData } from "../../app/catalogue_data";

export function discPicks({ regions }: CatalogueData): Choice[] {
  return regions.map(({ region, name }, choice) => ({
    choice,
    notation: region,
    text: name,
    touches: { on: "place", place: region },
  }));
}
